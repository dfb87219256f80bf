/** Metrics and health of a running topology, over HTTP. */
@NullMarked
package io.fairstream.operation;

import org.jspecify.annotations.NullMarked;
