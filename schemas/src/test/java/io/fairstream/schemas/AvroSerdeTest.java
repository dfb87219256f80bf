package io.fairstream.schemas;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.schemas.registry.SchemaRegistry;
import io.fairstream.schemas.registry.SchemaRegistry.InMemorySchemaRegistry;
import io.fairstream.schemas.registry.SchemaRegistry.RegistryException;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.specific.SpecificDatumWriter;
import org.apache.kafka.common.errors.SerializationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AvroSerdeTest {
    private static final String TOPIC = "fairstream.matches";

    private final SchemaRegistry registry = new InMemorySchemaRegistry();
    private final AvroSerde<MatchEvent> matches = new AvroSerde<>(MatchEvent.class, registry);

    @Test
    void writesZeroThenTheIdThenAvro() throws Exception {
        registry.register("other-value", SchemaBuilder.record("Other").fields().endRecord());

        byte[] bytes = matches.serialize(TOPIC, Samples.SLOT1_IS_FREE);

        ByteBuffer wire = ByteBuffer.wrap(bytes);
        assertEquals(0, wire.get());
        assertEquals(2, wire.getInt());
        assertArrayEquals(avro(Samples.SLOT1_IS_FREE), Arrays.copyOfRange(bytes, 5, bytes.length));
        assertEquals(2, registry.lookup(TOPIC + "-value", MatchEvent.getClassSchema()));
    }

    @Test
    void aSchemaThatWasRegisteredBeforeIsWrittenWhileTheRegistryIsSilent() {
        AvroSerde<MatchEvent> once = new AvroSerde<>(MatchEvent.class, new SilentRegistry(1));
        once.register(TOPIC);
        byte[] bytes = once.serialize(TOPIC, Samples.SLOT1_IS_FREE);
        assertEquals(7, ByteBuffer.wrap(bytes, 1, Integer.BYTES).getInt());
        assertThrows(RegistryException.class, () -> once.register("other"));
    }

    private static byte[] avro(MatchEvent event) throws Exception {
        var out = new ByteArrayOutputStream();
        var encoder = EncoderFactory.get().directBinaryEncoder(out, null);
        new SpecificDatumWriter<>(MatchEvent.class).write(event, encoder);
        encoder.flush();
        return out.toByteArray();
    }

    @Test
    void readsWhatItWrote() {
        for (MatchEvent event : List.of(Samples.ALICE_GETS_SLOT1, Samples.SLOT1_IS_FREE)) {
            assertEquals(event, matches.deserialize(TOPIC, matches.serialize(TOPIC, event)));
        }
        AvroSerde<Priority> priorities = new AvroSerde<>(Priority.class, registry);
        assertEquals(Samples.ALICE, priorities.deserialize("p", priorities.serialize("p", Samples.ALICE)));
    }

    @Test
    void keepsNullNull() {
        assertNull(matches.serialize(TOPIC, null));
        assertNull(matches.deserialize(TOPIC, null));
    }

    @ParameterizedTest
    @CsvSource({
        "'',           too short",
        "00,           too short",
        "00000000,     too short",
        "0100000001,   first byte 1 (expected: 0",
        "7b22617422,   first byte 123 (expected: 0",
        "000000002a00, knows no schema 42",
        "0000000001,   cannot be read",
        "00000000010261, cannot be read"
    })
    void refusesWhatIsNoRecord(String hex, String reason) {
        registry.register(TOPIC + "-value", MatchEvent.getClassSchema());
        byte[] bytes = HexFormat.of().parseHex(hex);

        var refusal = assertThrows(SerializationException.class, () -> matches.deserialize(TOPIC, bytes));

        assertTrue(refusal.getMessage().contains(reason), refusal.getMessage());
        assertTrue(refusal.getMessage().startsWith(TOPIC), refusal.getMessage());
    }

    @Test
    void refusesBytesAfterTheRecord() {
        byte[] bytes = matches.serialize(TOPIC, Samples.ALICE_GETS_SLOT1);
        byte[] longer = Arrays.copyOf(bytes, bytes.length + 1);

        var refusal = assertThrows(SerializationException.class, () -> matches.deserialize(TOPIC, longer));

        assertTrue(refusal.getMessage().contains("bytes follow the record's end"), refusal.getMessage());
    }

    @Test
    void refusesAnotherRecordsSchema() {
        AvroSerde<Priority> priorities = new AvroSerde<>(Priority.class, registry);
        byte[] bytes = priorities.serialize(TOPIC + "2", Samples.ALICE);

        var refusal = assertThrows(SerializationException.class, () -> matches.deserialize(TOPIC, bytes));

        assertTrue(
                refusal.getMessage()
                        .endsWith("is of io.fairstream.schemas.Priority (expected: io.fairstream.schemas.MatchEvent)"),
                refusal.getMessage());
    }

    @Test
    void refusesAnyDamageWithTheSameException() {
        byte[] bytes = matches.serialize(TOPIC, Samples.ALICE_GETS_SLOT1);
        Random random = new Random(20260302);
        for (int i = 0; i < 20_000; i++) {
            byte[] damaged = bytes.clone();
            for (int flips = random.nextInt(3); flips >= 0; flips--) {
                damaged[random.nextInt(bytes.length)] = (byte) random.nextInt();
            }
            try {
                matches.deserialize(TOPIC, damaged);
            } catch (SerializationException expected) {
                assertTrue(expected.getMessage().startsWith(TOPIC));
            }
        }
    }

    @Test
    void refusesALengthBeyondTheBytesWithoutTakingTheMemory() {
        registry.register(TOPIC + "-value", MatchEvent.getClassSchema());
        byte[] twoGigabytesOfName = HexFormat.of().parseHex("0000000001" + "e0ffffff0f" + "61");

        assertThrows(SerializationException.class, () -> matches.deserialize(TOPIC, twoGigabytesOfName));
    }

    /** Items of no bytes: an array of nulls, or of records without fields, may announce any number. */
    @ParameterizedTest
    @CsvSource({
        "ARRAY, NULL, 2000000000, 2000000000 items in 0 bytes",
        "ARRAY, RECORD, 2000000000, 2000000000 items in 0 bytes",
        "ARRAY, STRING, 2000000000, 2000000000 items in 0 bytes",
        "MAP, NULL, 2000000000, 2000000000 items in 0 bytes",
        "ARRAY, NULL, 4611686018427387903, cannot be read",
    })
    void refusesMoreItemsThanBytesOfAFieldThatItSkips(Schema.Type kind, Schema.Type item, long items, String reason)
            throws Exception {
        Schema each = item == Schema.Type.RECORD
                ? SchemaBuilder.record("Empty").fields().endRecord()
                : Schema.create(item);
        Schema gone = kind == Schema.Type.ARRAY ? Schema.createArray(each) : Schema.createMap(each);
        List<Schema.Field> fields = new ArrayList<>(List.of(new Schema.Field("gone", gone)));
        MatchEvent.getClassSchema().getFields().forEach(field -> fields.add(new Schema.Field(field, field.schema())));
        Schema writer = Schema.createRecord("MatchEvent", null, "io.fairstream.schemas", false, fields);
        var out = header(registry.register("m-value", writer));
        EncoderFactory.get().directBinaryEncoder(out, null).writeLong(items);

        var refusal = assertTimeoutPreemptively(
                Duration.ofMinutes(1),
                () -> assertThrows(SerializationException.class, () -> matches.deserialize(TOPIC, out.toByteArray())));
        assertTrue(refusal.getMessage().contains(reason), refusal.getMessage());
    }

    @Test
    void refusesMoreItemsThanBytesOfAFieldThatItReads() throws Exception {
        var out = header(registry.register("p-value", Priority.getClassSchema()));
        var encoder = EncoderFactory.get().directBinaryEncoder(out, null);
        encoder.writeString("alice");
        for (int i = 0; i < 3; i++) {
            encoder.writeDouble(1);
        }
        encoder.writeEnum(0);
        encoder.writeIndex(0);
        encoder.writeIndex(0);
        encoder.writeLong(2_000_000_000);

        var refusal = assertThrows(
                SerializationException.class,
                () -> new AvroSerde<>(Priority.class, registry).deserialize("p", out.toByteArray()));
        assertTrue(refusal.getMessage().contains("2000000000 items in 0 bytes"), refusal.getMessage());
    }

    private static ByteArrayOutputStream header(int id) {
        var out = new ByteArrayOutputStream();
        out.writeBytes(ByteBuffer.allocate(5).put((byte) 0).putInt(id).array());
        return out;
    }

    @Test
    void readsAnOlderWritersRecordByItsOwnSchema() throws Exception {
        Schema older = new Schema.Parser().parse("""
                        {"type": "record", "name": "OpenMatch", "namespace": "io.fairstream.schemas", "fields": [
                          {"name": "start", "type": {"type": "long", "logicalType": "timestamp-millis"}},
                          {"name": "gone", "type": "string"},
                          {"name": "resource", "type": "string"},
                          {"name": "customer", "type": "string"},
                          {"name": "slotWeight", "type": "double"}]}""");
        GenericRecord written = new GenericData.Record(older);
        written.put("start", Samples.NOON.toEpochMilli());
        written.put("gone", "x");
        written.put("resource", "slot1@node7");
        written.put("customer", "alice");
        written.put("slotWeight", 4.0);
        var out = header(registry.register("o-value", older));
        var encoder = EncoderFactory.get().directBinaryEncoder(out, null);
        new GenericDatumWriter<GenericRecord>(older).write(written, encoder);
        encoder.flush();

        OpenMatch read = new AvroSerde<>(OpenMatch.class, registry).deserialize("o", out.toByteArray());

        assertEquals(new OpenMatch("slot1@node7", "", "alice", 4.0, Samples.NOON, ""), read);
    }

    @Test
    void letsTheRegistrysSilenceFlyAsItIs() {
        SchemaRegistry silent = new SilentRegistry(0);
        byte[] bytes = matches.serialize(TOPIC, Samples.SLOT1_IS_FREE);
        AvroSerde<MatchEvent> cutOff = new AvroSerde<>(MatchEvent.class, silent);

        assertThrows(RegistryException.class, () -> cutOff.deserialize(TOPIC, bytes));
        assertThrows(RegistryException.class, () -> cutOff.serialize(TOPIC, Samples.SLOT1_IS_FREE));
    }

    @Test
    void canBeNamedInAConfigurationAndThenReadsWhatTheSchemaNames() {
        try (AvroSerde<MatchEvent> named = new AvroSerde<>()) {
            named.configure(Map.of("schema.registry.url", "mock://named"), false);
            byte[] bytes = named.serialize(TOPIC, Samples.ALICE_GETS_SLOT1);
            assertEquals(Samples.ALICE_GETS_SLOT1, named.deserialize(TOPIC, bytes));
            assertEquals(
                    1, InMemorySchemaRegistry.shared("named").lookup(TOPIC + "-value", MatchEvent.getClassSchema()));
            assertThrows(IllegalArgumentException.class, () -> named.configure(Map.of(), true));
        }
    }

    @Test
    void servesManyThreadsAtOnce() {
        IntStream.range(0, 8).parallel().forEach(thread -> {
            for (int i = 0; i < 5_000; i++) {
                MatchEvent event = new MatchEvent(
                        "slot" + i + "@node" + thread,
                        "",
                        Samples.NOON.plusMillis(i),
                        i % 2 == 0 ? new Matched("user" + thread, i * 0.5, "m" + i) : new Unmatched("m" + i));
                assertEquals(event, matches.deserialize(TOPIC, matches.serialize(TOPIC, event)));
            }
        });
    }

    /** Registry that gives the id 7 a number of times, and then does not answer. */
    private static final class SilentRegistry implements SchemaRegistry {
        private final AtomicInteger answers;

        SilentRegistry(int answers) {
            this.answers = new AtomicInteger(answers);
        }

        @Override
        public int register(String subject, Schema schema) {
            if (answers.getAndDecrement() > 0) {
                return 7;
            }
            throw silence();
        }

        @Override
        public int lookup(String subject, Schema schema) {
            throw silence();
        }

        @Override
        public Schema byId(int id) {
            throw silence();
        }

        @Override
        public boolean compatible(String subject, Schema schema) {
            throw silence();
        }

        private static RegistryException silence() {
            return new RegistryException(RegistryException.UNREACHABLE, "no answer");
        }
    }
}
