@NullMarked
package io.fairstream.reports.jobs;

import org.jspecify.annotations.NullMarked;
