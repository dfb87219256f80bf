/** Tests of the client library on real brokers, and of the loop from priorities to matches and back. */
@NullMarked
package io.fairstream.it.client;

import org.jspecify.annotations.NullMarked;
