/** Running application: checks the topics, builds the topology, starts Kafka Streams. */
@NullMarked
package io.fairstream.streams.app;

import org.jspecify.annotations.NullMarked;
