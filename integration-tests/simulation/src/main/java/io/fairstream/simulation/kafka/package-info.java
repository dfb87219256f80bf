/** A model of Kafka's brokers and clients: logs, transactions, a group, and what can happen between them. */
@NullMarked
package io.fairstream.simulation.kafka;

import org.jspecify.annotations.NullMarked;
