package io.fairstream.simulation.instance;

import io.fairstream.schemas.Topic;
import io.fairstream.schemas.Topics;
import io.fairstream.schemas.registry.SchemaRegistry;
import io.fairstream.simulation.history.SimulatedRegistry;
import io.fairstream.simulation.kafka.Faults;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.avro.Schema;

/**
 * The registry as one instance sees it: it gives no answer at times, and at times it does not know yet by what another instance or a client
 * wrote. That it does not know a client's schema the instance remembers, as a client of registries does, for all records that it has read
 * by then.
 *
 * @param unknown the numbers that it remembers
 */
record DisturbedRegistry(SchemaRegistry registry, String instance, Faults faults, Set<Integer> unknown)
        implements SchemaRegistry {
    /** The topics that the topology writes and reads again. */
    private static final Set<String> OWN = List.of(Topics.CHARGES, Topics.ASSOCIATION_USAGE, Topics.BALANCES).stream()
            .map(Topic::schema)
            .map(schema -> schema.orElseThrow().getFullName())
            .collect(Collectors.toSet());

    /** Records were read: their schemas may have been registered just before. */
    void recordsWereRead() {
        unknown.clear();
    }

    @Override
    public int register(String subject, Schema schema) {
        faults.at(instance, Faults.Point.SCHEMA);
        return SimulatedRegistry.written(subject, schema);
    }

    @Override
    public int lookup(String subject, Schema schema) {
        faults.at(instance, Faults.Point.SCHEMA);
        return registry.lookup(subject, schema);
    }

    @Override
    public Schema byId(int id) {
        Schema schema = registry.byId(id);
        OptionalInt late = SimulatedRegistry.lateNumber(schema);
        if (late.isPresent() && (unknown.contains(id) || !faults.knows(instance, late.getAsInt()))) {
            unknown.add(id);
            throw new RegistryException(RegistryException.SCHEMA_NOT_FOUND, "schema " + id + " is not known yet");
        }
        faults.at(instance, OWN.contains(schema.getFullName()) ? Faults.Point.OWN_SCHEMA : Faults.Point.SCHEMA);
        return schema;
    }

    @Override
    public boolean compatible(String subject, Schema schema) {
        return registry.compatible(subject, schema);
    }
}
