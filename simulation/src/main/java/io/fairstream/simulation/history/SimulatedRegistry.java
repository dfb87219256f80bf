package io.fairstream.simulation.history;

import io.fairstream.schemas.Topic;
import io.fairstream.schemas.Topics;
import io.fairstream.schemas.registry.InMemorySchemaRegistry;
import io.fairstream.schemas.registry.SchemaRegistry;

/** The registry of all runs: in every process all schemas have the same numbers, so that a plan can be read from a file. */
public final class SimulatedRegistry {
    /** The setting {@code schema.registry.url}. */
    public static final String ADDRESS = "mock://simulation";

    private static final SchemaRegistry REGISTRY = InMemorySchemaRegistry.shared("simulation");

    static {
        for (Topic<?> topic : Topics.all()) {
            topic.schema().ifPresent(schema -> REGISTRY.register(topic.in(Topic.DEFAULT_PREFIX) + "-value", schema));
        }
    }

    private SimulatedRegistry() {}

    /** With all schemas of the catalogue, which nobody can have registered in another order if this is called first. */
    public static SchemaRegistry get() {
        return REGISTRY;
    }
}
