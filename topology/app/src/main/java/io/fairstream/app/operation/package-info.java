/** Metrics and health of a running topology, over HTTP. */
@NullMarked
package io.fairstream.app.operation;

import org.jspecify.annotations.NullMarked;
