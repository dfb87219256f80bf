package io.fairstream.client;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.schemas.AvroSerde;
import io.fairstream.schemas.Priority;
import io.fairstream.schemas.Topics;
import io.fairstream.schemas.registry.SchemaRegistry;
import io.fairstream.schemas.registry.SchemaRegistry.InMemorySchemaRegistry;
import io.fairstream.schemas.registry.SchemaRegistry.RegistryException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;
import org.apache.kafka.common.errors.SerializationException;
import org.junit.jupiter.api.Test;

class RowLayoutTest {
    private static final String TOPIC = "fairstream.priorities";
    private static final byte[] ALICE = "alice".getBytes(StandardCharsets.UTF_8);

    private final InMemorySchemaRegistry registry = new InMemorySchemaRegistry();
    private final AvroSerde<Priority> serde = new AvroSerde<>(Priority.class, registry);
    private final RowLayout<Priority> layout = new RowLayout<>(PriorityView.TABLE, registry);

    private byte[] value(String customer) {
        return Objects.requireNonNull(serde.serialize(TOPIC, Rows.row(customer, 7.5)));
    }

    @Test
    void aRowOfOurSchemaIsKeptAsItIs() {
        byte[] value = value("alice");
        byte[] row = layout.row(TOPIC, ALICE, value);
        assertArrayEquals(Arrays.copyOfRange(value, 5, value.length), row);
        assertEquals(Rows.row("alice", 7.5), layout.decode(row));
        assertArrayEquals(ALICE, RowTable.key(row));
    }

    @Test
    void aRowOfAnotherSchemaIsBroughtToOurs() throws IOException {
        byte[] value = withoutGroups(Rows.row("alice", 7.5));
        assertEquals(Rows.row("alice", 7.5), layout.decode(layout.row(TOPIC, ALICE, value)));
    }

    /** Written by one who knows nothing of groups. */
    private byte[] withoutGroups(Priority row) throws IOException {
        List<Schema.Field> fields = new ArrayList<>();
        for (Schema.Field field : Priority.getClassSchema().getFields()) {
            if (!List.of("group", "parent", "subtreeWeightInUse").contains(field.name())) {
                fields.add(new Schema.Field(field, field.schema()));
            }
        }
        Schema schema = Schema.createRecord("Priority", null, "io.fairstream.schemas", false, fields);
        GenericRecord older = new GenericData.Record(schema);
        fields.forEach(field -> older.put(field.name(), plain(row.get(field.name()))));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.write(ByteBuffer.allocate(5)
                .putInt(1, registry.register(TOPIC + "-value", schema))
                .array());
        BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(bytes, null);
        new GenericDatumWriter<GenericRecord>(schema).write(older, encoder);
        encoder.flush();
        return bytes.toByteArray();
    }

    private static Object plain(Object value) {
        if (value instanceof Instant instant) {
            return instant.toEpochMilli();
        }
        return value instanceof Enum<?> symbol
                ? new GenericData.EnumSymbol(
                        Priority.getClassSchema().getField("factorSource").schema(), symbol.name())
                : value;
    }

    @Test
    void aRowWithoutItsKeyIsKeptBehindIt() {
        RowLayout<Priority> behindKey = new RowLayout<>(FollowedTable.ofRows(Topics.PRIORITIES), registry);
        byte[] key = "another key".getBytes(StandardCharsets.UTF_8);
        byte[] row = behindKey.row(TOPIC, key, value("alice"));
        assertArrayEquals(key, RowTable.key(row));
        assertEquals(Rows.row("alice", 7.5), behindKey.decode(row));
    }

    @Test
    void refusesWhatIsNoRowOfTheCustomer() {
        byte[] value = value("bob");
        byte[] cut = Arrays.copyOf(value, 7);
        byte[] unknown = value.clone();
        unknown[4]++;
        assertRefused("does not belong to its key", value);
        assertRefused("does not belong to its key", cut);
        assertRefused("too short", new byte[3]);
        assertRefused("first byte 1", new byte[] {1, 0, 0, 0, 1, 2});
        assertRefused("the registry has no schema", unknown);
    }

    private void assertRefused(String message, byte[] value) {
        var refused = assertThrows(SerializationException.class, () -> layout.row(TOPIC, ALICE, value));
        assertTrue(String.valueOf(refused.getMessage()).contains(message), refused::toString);
    }

    /** Found waiting for ever: such a record stopped a view. */
    @Test
    void aSchemaThatIsNotAvroIsRefusedAndARegistryThatIsAwayIsNot() {
        var refused = assertThrows(
                SerializationException.class,
                () -> failing(RegistryException.INVALID_SCHEMA).row(TOPIC, ALICE, value("alice")));
        assertTrue(String.valueOf(refused.getMessage()).contains("why"), refused::toString);
        var away = assertThrows(
                RegistryException.class,
                () -> failing(RegistryException.UNREACHABLE).row(TOPIC, ALICE, value("alice")));
        assertTrue(away.isOfTheServer());
    }

    private static RowLayout<Priority> failing(int code) {
        SchemaRegistry failing = (SchemaRegistry) Proxy.newProxyInstance(
                SchemaRegistry.class.getClassLoader(),
                new Class<?>[] {SchemaRegistry.class},
                (proxy, method, arguments) -> {
                    throw new RegistryException(code, "why");
                });
        return new RowLayout<>(PriorityView.TABLE, failing);
    }

    @Test
    void aRowThatEndsEarlyCannotBeDecoded() {
        byte[] value = value("alice");
        byte[] row = layout.row(TOPIC, ALICE, Arrays.copyOf(value, 30));
        assertThrows(SerializationException.class, () -> layout.decode(row));
    }
}
