/** Running application: checks the topics, builds the topology, starts Kafka Streams. */
@NullMarked
package io.fairstream.app;

import org.jspecify.annotations.NullMarked;
