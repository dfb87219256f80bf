/** Metrics and health of a running topology, on HTTP. */
@NullMarked
package io.fairstream.operation;

import org.jspecify.annotations.NullMarked;
