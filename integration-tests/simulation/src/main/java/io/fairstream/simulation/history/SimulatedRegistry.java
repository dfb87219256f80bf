package io.fairstream.simulation.history;

import io.fairstream.schemas.Topic;
import io.fairstream.schemas.Topics;
import io.fairstream.schemas.registry.SchemaRegistry;
import io.fairstream.schemas.registry.SchemaRegistry.InMemorySchemaRegistry;
import io.fairstream.schemas.registry.SchemaRegistry.RegistryException;
import io.fairstream.streams.assign.AssignmentProcessor;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.apache.avro.Schema;
import org.apache.kafka.common.utils.Bytes;

/** The registry of all runs: in every process all schemas have the same numbers, so that a plan can be read from a file. */
public final class SimulatedRegistry {
    /** The setting {@code schema.registry.url}. */
    public static final String ADDRESS = "mock://simulation";

    /** Property of schemas that a registry knows only later: their number. */
    private static final String LATE = "simulation.late";

    /** The number of such schemas for each input. */
    public static final int LATE_SCHEMAS = 4;

    private static final int HEAD = 5;
    private static final SchemaRegistry REGISTRY = InMemorySchemaRegistry.shared("simulation");

    /** The last number that is the same in every process; those after it depend on the plans read before. */
    private static final int LAST;

    static {
        for (Topic<?> topic : Topics.all()) {
            topic.schema().ifPresent(schema -> REGISTRY.register(topic.in(Topic.DEFAULT_PREFIX) + "-value", schema));
        }
        for (int number = 0; number < LATE_SCHEMAS; number++) {
            for (Topic<?> topic : Topics.inputs()) {
                register(late(topic.schema().orElseThrow(), number));
            }
        }
        LAST = REGISTRY.register(Topics.PREFERENCES.name(), AssignmentProcessor.PREFERENCES.schema());
    }

    private SimulatedRegistry() {}

    /** The schema by which a value is written, if it is in the wire format and its schema is registered. */
    public static Optional<Schema> schema(Bytes value) {
        if (!hasNumber(value)) {
            return Optional.empty();
        }
        try {
            return Optional.of(REGISTRY.byId(number(value)));
        } catch (RegistryException e) {
            return Optional.empty();
        }
    }

    /** The same value by a client that has just registered its schema, one of some for each input: who reads it may not know it yet. */
    static Bytes late(Bytes value, int number) {
        return with(value, register(late(schema(value).orElseThrow(), number)));
    }

    private static Schema late(Schema schema, int number) {
        Schema late = new Schema.Parser().parse(schema.toString());
        late.addProp(LATE, number);
        return late;
    }

    private static int register(Schema late) {
        return REGISTRY.register("late-" + late.getName(), late);
    }

    private static Bytes with(Bytes value, int number) {
        byte[] bytes = value.get().clone();
        ByteBuffer.wrap(bytes).putInt(1, number);
        return Bytes.wrap(bytes);
    }

    /**
     * The number of a schema by which the topology writes.
     *
     * @throws IllegalStateException if it is another in other processes
     */
    public static int written(String subject, Schema schema) {
        int number = REGISTRY.register(subject, schema);
        if (number > LAST) {
            throw new IllegalStateException(
                    subject + " has a schema that is to be registered before plans are read: " + schema);
        }
        return number;
    }

    /** Which of the schemas it is that are known only later, empty if it is known from the start. */
    public static OptionalInt lateNumber(Schema schema) {
        return schema.getObjectProp(LATE) instanceof Integer number ? OptionalInt.of(number) : OptionalInt.empty();
    }

    /** The number of a value's schema. */
    public static int number(Bytes value) {
        return ByteBuffer.wrap(value.get()).getInt(1);
    }

    private static boolean hasNumber(Bytes value) {
        return value.get().length >= HEAD && value.get()[0] == 0;
    }

    /**
     * A value as it is in this process, which was written in another.
     *
     * @param schemas by which values were written there, by their numbers there
     */
    public static Bytes renumbered(Bytes value, Map<Integer, Schema> schemas) {
        Schema schema = hasNumber(value) ? schemas.get(number(value)) : null;
        if (schema == null) {
            return value;
        }
        // a subject for each text: in one subject, the number of a recorded schema would also be that of today's with
        // other texts
        return with(value, REGISTRY.register("recorded-" + schema, schema));
    }

    /** With all schemas of the catalogue, which nobody can have registered in another order if this is called first. */
    public static SchemaRegistry get() {
        return REGISTRY;
    }
}
