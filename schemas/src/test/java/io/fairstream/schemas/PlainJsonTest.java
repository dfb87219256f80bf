package io.fairstream.schemas;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificDatumWriter;
import org.apache.avro.specific.SpecificRecord;
import org.apache.avro.specific.SpecificRecordBase;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class PlainJsonTest {
    private static final String DAMAGE = "{}[]\",:0159.eE-+\\ \nnulltrue";
    private static final Instant NOON = Instant.parse("2023-11-15T12:00:00Z");

    @Test
    void writesAllFieldsInOrderAndAUnionAsAnObjectWithOneKey() {
        MatchEvent matched = MatchEvent.newBuilder()
                .setResource("slot1@node7")
                .setAt(NOON)
                .setChange(Matched.newBuilder()
                        .setCustomer("alice \"a\" 用户")
                        .setSlotWeight(8.0)
                        .build())
                .build();
        assertEquals(
                "{\"resource\":\"slot1@node7\",\"pool\":\"\",\"at\":\"2023-11-15T12:00:00Z\",\"change\":{\"Matched\":"
                        + "{\"customer\":\"alice \\\"a\\\" 用户\",\"slotWeight\":8.0,\"matchId\":\"\"}}}",
                PlainJson.write(matched));
    }

    @Test
    void leavesOutWhatIsNull() {
        MatchEvent observed = MatchEvent.newBuilder()
                .setResource("slot1@node7")
                .setAt(NOON.plusMillis(5))
                .setChange(
                        Observed.newBuilder().setState(ObservedState.UNCLAIMED).build())
                .build();
        assertEquals(
                "{\"resource\":\"slot1@node7\",\"pool\":\"\",\"at\":\"2023-11-15T12:00:00.005Z\",\"change\":{\"Observed\":"
                        + "{\"state\":\"UNCLAIMED\",\"slotWeight\":1.0,\"suspended\":false}}}",
                PlainJson.write(observed));
    }

    @ParameterizedTest
    @CsvSource({
        "3.0, 3.0",
        "0.1, 0.1",
        "-0.0, -0.0",
        "2e23, 2.0E23",
        "2.2250738585072014E-308, 2.2250738585072014E-308",
        "NaN, \"NaN\"",
        "-Infinity, \"-Infinity\""
    })
    void writesDoublesWithTheFewestDigitsThatReadBackTheSame(double factor, String expected) {
        String json = PlainJson.write(edit(new SetFactor(factor, null)));
        assertTrue(json.endsWith("\"edit\":{\"SetFactor\":{\"factor\":" + expected + "}}}"), json);
        SetFactor back = (SetFactor) PlainJson.read(AccountEdit.class, json).getEdit();
        assertEquals(factor, back.getFactor());
    }

    @Test
    void readsWithDefaultsLeftOutInAnyOrder() {
        MatchEvent event = PlainJson.read(
                MatchEvent.class, "{\"change\":{\"Unmatched\":{}},\"at\":\"2023-11-15T12:00:00Z\",\"resource\":\"r\"}");
        assertEquals(
                MatchEvent.newBuilder()
                        .setResource("r")
                        .setAt(NOON)
                        .setChange(Unmatched.newBuilder().build())
                        .build(),
                event);
    }

    @ParameterizedTest
    @CsvSource({
        "'\"2023-11-15T12:00:00Z\"', 1700049600000",
        "'\"2023-11-15T13:00:00+01:00\"', 1700049600000",
        "'\"2023-11-15T12:00:00.123999Z\"', 1700049600123",
        "'\"1969-12-31T23:59:59.999Z\"', -1",
        "1700049600000, 1700049600000",
        "1.7000496E12, 1700049600000",
        "0, 0"
    })
    void readsTimesAsIsoAndAsEpochMilliseconds(String at, long expected) {
        assertEquals(
                Instant.ofEpochMilli(expected),
                PlainJson.read(MatchEvent.class, "{\"resource\":\"r\",\"change\":{\"Unmatched\":{}},\"at\":" + at + "}")
                        .getAt());
    }

    @Test
    void readsAnExplicitNullWhereNothingIsAllowed() {
        AccountEdit edit = PlainJson.read(
                AccountEdit.class,
                "{\"customer\":\"c\",\"at\":0,\"edit\":{\"SetFactor\":{\"factor\":2,\"until\":null}}}");
        assertNull(((SetFactor) edit.getEdit()).getUntil());
    }

    @Test
    void leavesValueRangesToTheRules() {
        MatchEvent event = PlainJson.read(MatchEvent.class, matched("\"slotWeight\":-1e300,\"customer\":\"\""));
        assertEquals(-1e300, ((Matched) event.getChange()).getSlotWeight());
    }

    static Stream<Bad> badMatches() {
        return Stream.of(
                new Bad("", "nothing (expected: an object)"),
                new Bad("[]", "an array (expected: an object)"),
                new Bad("null", "null (expected: an object)"),
                new Bad("{}", "resource: missing (expected: a string)"),
                new Bad("{\"resource\":1}", "resource: 1 (expected: a string)"),
                new Bad("{\"resource\":null}", "resource: null (expected: a string)"),
                new Bad("{\"resource\":{\"string\":\"r\"}}", "resource: an object (expected: a string)"),
                new Bad("{\"resource\":\"\\ud800\"}", "resource: \"\ud800\" (expected: a string)"),
                new Bad("{\"resource\":\"r\",\"resource\":\"s\"}", "resource: given twice"),
                new Bad("{\"resource\":[\"a\\nb\"]}", "resource: an array (expected: a string)"),
                new Bad("{\"at\":\"a\\nb\"}", "at: \"a\\nb\" (expected: a time"),
                new Bad("{\"a\\nb\":1}", "a\\nb: unknown field"),
                new Bad("{\"at\":" + "1".repeat(2000) + "}", "Number value length (2000) exceeds"),
                new Bad("{\"at\":" + "[".repeat(2000) + "}", "at: an array (expected: a time"),
                new Bad("{\"resorce\":\"r\"}", "resorce: unknown field (did you mean resource?)"),
                new Bad("{\"slot\":\"r\"}", "slot: unknown field (expected: one of resource, pool, at, change)"),
                new Bad(
                        "{\"at\":\"2023-11-15 12:00\"}",
                        "at: \"2023-11-15 12:00\" (expected: a time as in 2023-11-15T22:13:20Z, or epoch milliseconds)"),
                new Bad(
                        "{\"at\":\"+999999999-01-01T00:00:00Z\"}",
                        "at: \"+999999999-01-01T00:00:00Z\""
                                + " (expected: a time as in 2023-11-15T22:13:20Z, or epoch milliseconds)"),
                new Bad("{\"at\":1.5}", "at: 1.5 (expected: a time as in 2023-11-15T22:13:20Z, or epoch milliseconds)"),
                new Bad(
                        "{\"change\":{}}",
                        "change: an empty object (expected: an object with one key of Matched, Unmatched, Observed)"),
                new Bad(
                        "{\"change\":\"Unmatched\"}",
                        "change: \"Unmatched\" (expected: an object with one key of Matched, Unmatched, Observed)"),
                new Bad("{\"change\":{\"matched\":{}}}", "change.matched: unknown (did you mean Matched?)"),
                new Bad(
                        "{\"change\":{\"Unmatched\":{},\"Matched\":{}}}",
                        "change.Matched: a second key"
                                + " (expected: an object with one key of Matched, Unmatched, Observed)"),
                new Bad("{\"change\":{\"Matched\":{}}}", "change.Matched.customer: missing (expected: a string)"),
                new Bad(
                        matched("\"slotWeight\":\"heavy\""),
                        "change.Matched.slotWeight: \"heavy\" (expected: a number)"),
                new Bad(matched("\"slotWeight\":1e999"), "change.Matched.slotWeight: 1e999 (expected: a number)"),
                new Bad(matched("\"slotWeight\":null"), "change.Matched.slotWeight: null (expected: a number)"),
                new Bad(
                        "{\"change\":{\"Observed\":{\"state\":\"claimed\"}}}",
                        "change.Observed.state: \"claimed\" (expected: one of UNCLAIMED, MATCHED, CLAIMED, PREEMPTING,"
                                + " VANISHED, OTHER)"),
                new Bad(
                        "{\"change\":{\"Observed\":{\"suspended\":0}}}",
                        "change.Observed.suspended: 0 (expected: true or false)"),
                new Bad(matched("\"customer\":\"c\"") + " x", "not JSON at column 85: Unrecognized token 'x'"),
                new Bad(matched("\"customer\":\"c\"") + "{}", "something follows the object at column 84"),
                new Bad(matched("\"customer\":\"c\",\"slotWeight\":NaN"), "NaN (expected: a finite number)"),
                new Bad("{\"resource\":\"r\"", "not JSON at column 16: Unexpected end-of-input"),
                new Bad("{'resource':'r'}", "not JSON at column 2: Unexpected character"));
    }

    @ParameterizedTest
    @MethodSource("badMatches")
    void saysWhichFieldIsWrongAndWhatWasExpected(Bad bad) {
        JsonException problem = assertThrows(JsonException.class, () -> PlainJson.read(MatchEvent.class, bad.json));
        String message = String.valueOf(problem.getMessage());
        assertTrue(message.contains(bad.message), message + "\ninstead of\n" + bad.message);
        assertTrue(message.startsWith(problem.field()), message);
    }

    @Test
    void namesTheElementOfAnArray() {
        String json = "{\"leases\":[{\"kind\":\"FLOOR\",\"value\":1,\"at\":0,\"until\":0},{\"value\":true}]}";
        JsonException problem = assertThrows(JsonException.class, () -> PlainJson.read(Priority.class, json));
        assertEquals("leases[1].value: true (expected: a number)", problem.getMessage());
        assertEquals("leases[1].value", problem.field());
    }

    @ParameterizedTest
    @CsvSource({"1.5, false", "2147483648, false", "2147483647, true", "3.0, true", "\"3\", false", "1e30, false"})
    void readsAnIntOnlyWhenItIsOne(String number, boolean good) {
        String json = inputCounts(number, "0");
        if (good) {
            assertEquals(
                    (int) Double.parseDouble(number),
                    PlainJson.read(InputCounts.class, json).getPartition());
        } else {
            assertThrows(JsonException.class, () -> PlainJson.read(InputCounts.class, json));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "9223372036854775807, true",
        "9223372036854775808, false",
        "1e999999999, false",
        "1E99999999999999999999, false",
        "0.5, false"
    })
    void readsALongOnlyWhenItIsOne(String number, boolean good) {
        String json = inputCounts("0", number);
        if (good) {
            assertEquals(Long.MAX_VALUE, PlainJson.read(InputCounts.class, json).getRead());
        } else {
            assertThrows(JsonException.class, () -> PlainJson.read(InputCounts.class, json));
        }
    }

    static List<Class<?>> everySchema() throws IOException, ClassNotFoundException {
        List<Class<?>> types = new ArrayList<>();
        try (Stream<Path> files = Files.list(Path.of("src/main/avro"))) {
            for (String name : files.map(file -> file.getFileName().toString()).toList()) {
                types.add(Class.forName("io.fairstream.schemas." + name.replace(".avsc", "")));
            }
        }
        return types;
    }

    @ParameterizedTest
    @MethodSource("everySchema")
    void readsBackWhatItWrote(Class<? extends SpecificRecord> type) throws ReflectiveOperationException, IOException {
        for (long seed = 0; seed < 2000; seed++) {
            SpecificRecord avro = new RandomRecords(seed).next(type);
            String json = PlainJson.write(avro);
            assertArrayEquals(bytes(avro), bytes(PlainJson.read(type, json)), "seed " + seed + ": " + json);
        }
    }

    @Test
    void damagedTextIsAProblemAndNothingElse() throws ReflectiveOperationException {
        for (long seed = 0; seed < 3_000; seed++) {
            Random random = new Random(seed);
            StringBuilder json = new StringBuilder(PlainJson.write(new RandomRecords(seed).next(Priority.class)));
            for (int damage = random.nextInt(3); damage >= 0; damage--) {
                int at = random.nextInt(json.length());
                json.replace(
                        at, at + random.nextInt(3), String.valueOf(DAMAGE.charAt(random.nextInt(DAMAGE.length()))));
            }
            try {
                PlainJson.read(Priority.class, json.toString());
            } catch (JsonException expected) {
                assertFalse(String.valueOf(expected.getMessage()).contains("\n"), "seed " + seed);
            } catch (RuntimeException unexpected) {
                throw new AssertionError("seed " + seed + ": " + json, unexpected);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("everySchema")
    void writesGenericRecordsTheSame(Class<? extends SpecificRecord> type)
            throws ReflectiveOperationException, IOException {
        for (long seed = 0; seed < 200; seed++) {
            SpecificRecord avro = new RandomRecords(seed).next(type);
            assertEquals(PlainJson.write(avro), PlainJson.write(generic(avro)), "seed " + seed);
        }
    }

    private static GenericRecord generic(SpecificRecord avro) throws IOException {
        return new GenericDatumReader<GenericRecord>(avro.getSchema())
                .read(null, DecoderFactory.get().binaryDecoder(bytes(avro), null));
    }

    /** Other than equals, tells whether two doubles are the same number to the bit, and a NaN is itself. */
    private static byte[] bytes(SpecificRecord avro) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(bytes, null);
        SpecificData conversions = ((SpecificRecordBase) avro).getSpecificData();
        new SpecificDatumWriter<SpecificRecord>(avro.getSchema(), conversions).write(avro, encoder);
        encoder.flush();
        return bytes.toByteArray();
    }

    private static AccountEdit edit(Object edit) {
        return AccountEdit.newBuilder()
                .setCustomer("alice")
                .setAt(NOON)
                .setEdit(edit)
                .build();
    }

    private static String matched(String fields) {
        return "{\"resource\":\"slot1@node7\",\"at\":1700049600000,\"change\":{\"Matched\":{" + fields + "}}}";
    }

    private static String inputCounts(String partition, String read) {
        return "{\"topic\":\"matches\",\"partition\":" + partition + ",\"read\":" + read
                + ",\"applied\":0,\"duplicates\":0,\"withoutEffect\":0,\"rejected\":0}";
    }

    record Bad(String json, String message) {}
}
