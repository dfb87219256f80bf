/** The other instances: a killed one is noticed at once, and what it holds up in Kafka is let go. */
@NullMarked
package io.fairstream.streams.peers;

import org.jspecify.annotations.NullMarked;
