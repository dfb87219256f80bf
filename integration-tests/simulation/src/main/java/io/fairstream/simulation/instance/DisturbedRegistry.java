package io.fairstream.simulation.instance;

import io.fairstream.schemas.Topic;
import io.fairstream.schemas.Topics;
import io.fairstream.schemas.registry.SchemaRegistry;
import io.fairstream.simulation.kafka.Faults;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.avro.Schema;

/**
 * The registry as one instance sees it: it gives no answer at times, and at times it does not know yet by what another instance wrote. Of
 * records of clients it always knows: what it does not know of them is a dead letter, which the order of things decides.
 */
record DisturbedRegistry(SchemaRegistry registry, String instance, Faults faults) implements SchemaRegistry {
    /** The topics that the topology writes and reads again. */
    private static final Set<String> OWN = List.of(Topics.CHARGES, Topics.ASSOCIATION_USAGE, Topics.BALANCES).stream()
            .map(Topic::schema)
            .map(schema -> schema.orElseThrow().getFullName())
            .collect(Collectors.toSet());

    @Override
    public int register(String subject, Schema schema) {
        faults.at(instance, Faults.Point.SCHEMA);
        return registry.register(subject, schema);
    }

    @Override
    public int lookup(String subject, Schema schema) {
        faults.at(instance, Faults.Point.SCHEMA);
        return registry.lookup(subject, schema);
    }

    @Override
    public Schema byId(int id) {
        Schema schema = registry.byId(id);
        faults.at(instance, OWN.contains(schema.getFullName()) ? Faults.Point.OWN_SCHEMA : Faults.Point.SCHEMA);
        return schema;
    }

    @Override
    public boolean compatible(String subject, Schema schema) {
        return registry.compatible(subject, schema);
    }
}
