/** Instances of the topology: Kafka Streams' own tasks with the real topology in them, run by a thread that is modelled. */
@NullMarked
package io.fairstream.simulation.instance;

import org.jspecify.annotations.NullMarked;
