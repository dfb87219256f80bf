/** Priorities over event time. */
@NullMarked
package io.fairstream.reports.history;

import org.jspecify.annotations.NullMarked;
