/** Priorities of customers now and over event time, and the parts of waiting jobs' priorities. */
@NullMarked
package io.fairstream.query.priority;

import org.jspecify.annotations.NullMarked;
