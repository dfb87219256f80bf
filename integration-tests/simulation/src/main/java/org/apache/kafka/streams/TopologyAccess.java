package org.apache.kafka.streams;

import org.apache.kafka.streams.processor.internals.InternalTopologyBuilder;
import org.jspecify.annotations.NullMarked;

/** Access to package-private parts of a topology that the simulator needs, in the version that the build pins. */
@NullMarked
public final class TopologyAccess {
    private TopologyAccess() {}

    /** The builder of the tasks of a topology. */
    public static InternalTopologyBuilder builder(Topology topology, StreamsConfig config) {
        topology.internalTopologyBuilder.rewriteTopology(config);
        return topology.internalTopologyBuilder;
    }
}
