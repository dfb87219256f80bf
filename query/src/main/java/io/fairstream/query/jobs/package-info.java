/** Listing of the table of jobs, and start estimates of waiting jobs. */
@NullMarked
package io.fairstream.query.jobs;

import org.jspecify.annotations.NullMarked;
