/** Priorities over event time. */
@NullMarked
package io.fairstream.query.history;

import org.jspecify.annotations.NullMarked;
