package io.fairstream.streams.avro;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.fairstream.rules.match.MatchEvent;
import io.fairstream.rules.match.MatchEvent.MatchChange;
import io.fairstream.schemas.registry.SchemaRegistry.InMemorySchemaRegistry;
import io.fairstream.streams.avro.FastAvroReader.FastAvroDeserializer;
import io.fairstream.streams.avro.SerdeFactory.BridgedDeserializer;
import io.fairstream.streams.match.MatchStage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.Deserializer;
import org.junit.jupiter.api.Test;

/** Records of older and newer writers. */
class SchemaVersionsTest {
    private static final long AT = 1_700_000_000_000L;
    private static final String UNMATCHED = """
            {"name":"change","type":[{"type":"record","name":"Unmatched","fields":[]}]}""";

    private final InMemorySchemaRegistry registry = new InMemorySchemaRegistry();
    private final FastAvroDeserializer<MatchEvent> reader =
            new FastAvroDeserializer<>(MatchStage.MATCH_EVENT, registry);

    @Test
    void fieldsMissingAddedAndReorderedAreResolved() throws IOException {
        Schema schema = schema("""
                {"name":"added","type":{"type":"array","items":"string"}},
                {"name":"at","type":{"type":"long","logicalType":"timestamp-millis"}},
                {"name":"more","type":["null","bytes"],"default":null},
                %s,
                {"name":"resource","type":"string"}""".formatted(UNMATCHED));
        GenericRecord record = record(schema);
        record.put("added", java.util.List.of("a", "b"));
        record.put("more", ByteBuffer.wrap(new byte[] {1, 2, 3}));
        MatchEvent expected = new MatchEvent("slot1", "", AT, new MatchChange.Unmatched(""));
        assertEquals(expected, reader.deserialize("matches", written(schema, record)));
        byte[] ours = new io.fairstream.schemas.AvroSerde<>(io.fairstream.schemas.MatchEvent.class, registry)
                .serialize("others", new Values(1).record(io.fairstream.schemas.MatchEvent.class));
        reader.deserialize("matches", ours);
        assertEquals(expected, reader.deserialize("matches", written(schema, record)), "after one of ours");
    }

    @Test
    void otherDocumentationAndDefaultsAreTheSameLayout() throws IOException {
        Schema ours = MatchStage.MATCH_EVENT.schema();
        Schema other = new Schema.Parser().parse(ours.toString().replaceAll("\"doc\":\"[^\"]*\"", "\"doc\":\"x\""));
        byte[] bytes = AvroRecords.of(new Values(3).record(io.fairstream.schemas.MatchEvent.class));
        ByteArrayOutputStream framed = header(registry.register("x", other));
        framed.write(bytes);
        assertEquals(
                MatchStage.MATCH_EVENT.read(new AvroIn(bytes, 0)), reader.deserialize("matches", framed.toByteArray()));
    }

    @Test
    void aWriterWithoutAFieldThatHasNoDefaultIsNoWriterOfOurs() throws IOException {
        Schema schema = schema("{\"name\":\"resource\",\"type\":\"string\"}," + UNMATCHED);
        byte[] bytes = written(schema, record(schema));
        assertThrows(SerializationException.class, () -> reader.deserialize("matches", bytes));
    }

    @Test
    void aSymbolThatWeDoNotKnowIsUnreadable() throws IOException {
        Schema schema = schema("""
                {"name":"resource","type":"string"},
                {"name":"at","type":"long"},
                {"name":"change","type":[{"type":"record","name":"Observed","fields":[
                  {"name":"state","type":{"type":"enum","name":"ObservedState","symbols":["HIBERNATING"]}}]}]}""");
        GenericRecord record = new GenericData.Record(schema);
        record.put("resource", "slot1");
        record.put("at", AT);
        Schema observed = schema.getField("change").schema().getTypes().get(0);
        GenericRecord change = new GenericData.Record(observed);
        change.put(
                "state", new GenericData.EnumSymbol(observed.getField("state").schema(), "HIBERNATING"));
        record.put("change", change);
        byte[] bytes = written(schema, record);
        assertThrows(SerializationException.class, () -> reader.deserialize("matches", bytes));
    }

    @Test
    void aHugeLengthInARecordOfAnotherVersionIsUnreadableAndTakesNoMemory() throws IOException {
        for (String type : new String[] {
            "\"string\"",
            "\"bytes\"",
            "{\"type\":\"array\",\"items\":\"null\"}",
            "{\"type\":\"array\",\"items\":\"long\"}"
        }) {
            for (String place : new String[] {"added", "pool"}) {
                if (place.equals("pool") && !type.equals("\"string\"")) {
                    continue;
                }
                Schema schema = schema("{\"name\":\"%s\",\"type\":%s},".formatted(place, type)
                        + "{\"name\":\"resource\",\"type\":\"string\"},{\"name\":\"at\",\"type\":\"long\"},"
                        + UNMATCHED);
                for (long length : new long[] {
                    1L << 20, Integer.MAX_VALUE - 9L, Integer.MAX_VALUE, 1L << 40, Long.MAX_VALUE, -5, Long.MIN_VALUE
                }) {
                    ByteArrayOutputStream bytes = header(registry.register(type + place, schema));
                    AvroOut out = new AvroOut();
                    out.writeLong(length);
                    bytes.write(out.toByteArray());
                    bytes.write(1);
                    assertThrows(
                            SerializationException.class,
                            () -> reader.deserialize("matches", bytes.toByteArray()),
                            type + " of " + length);
                }
            }
        }
    }

    @Test
    void aRecordThatAConfiguredDeserializerReadsButOursCannotResolveIsUnreadable() {
        Schema schema = schema("{\"name\":\"resource\",\"type\":\"string\"}," + UNMATCHED);
        Deserializer<GenericRecord> configured = (topic, data) -> record(schema);
        BridgedDeserializer<MatchEvent> bridged = new BridgedDeserializer<>(MatchStage.MATCH_EVENT, configured);
        assertThrows(SerializationException.class, () -> bridged.deserialize("matches", new byte[9]));
    }

    @Test
    void aConfiguredDeserializerMayGiveGenericRecordsOfAnotherVersion() {
        Schema schema = schema(
                "{\"name\":\"at\",\"type\":\"long\"}," + UNMATCHED + ",{\"name\":\"resource\",\"type\":\"string\"}");
        Deserializer<GenericRecord> configured = (topic, data) -> record(schema);
        BridgedDeserializer<MatchEvent> bridged = new BridgedDeserializer<>(MatchStage.MATCH_EVENT, configured);
        assertEquals(
                new MatchEvent("slot1", "", AT, new MatchChange.Unmatched("")),
                bridged.deserialize("matches", new byte[9]));
    }

    private static Schema schema(String fields) {
        return new Schema.Parser()
                .parse(
                        "{\"type\":\"record\",\"name\":\"MatchEvent\",\"namespace\":\"io.fairstream.schemas\",\"fields\":["
                                + fields + "]}");
    }

    private static GenericRecord record(Schema schema) {
        GenericRecord record = new GenericData.Record(schema);
        if (schema.getField("at") != null) {
            record.put("at", AT);
        }
        record.put("resource", "slot1");
        record.put(
                "change",
                new GenericData.Record(
                        schema.getField("change").schema().getTypes().get(0)));
        return record;
    }

    private byte[] written(Schema schema, GenericRecord record) throws IOException {
        ByteArrayOutputStream bytes = header(registry.register("matches-" + schema.hashCode(), schema));
        BinaryEncoder encoder = EncoderFactory.get().directBinaryEncoder(bytes, null);
        new GenericDatumWriter<GenericRecord>(schema).write(record, encoder);
        encoder.flush();
        return bytes.toByteArray();
    }

    private static ByteArrayOutputStream header(int id) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.write(0);
        bytes.write(ByteBuffer.allocate(4).putInt(id).array());
        return bytes;
    }
}
