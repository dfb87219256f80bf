/** The table of jobs as a listing, and when those that wait will start. */
@NullMarked
package io.fairstream.reports.jobs;

import org.jspecify.annotations.NullMarked;
