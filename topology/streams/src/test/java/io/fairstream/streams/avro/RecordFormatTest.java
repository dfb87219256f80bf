package io.fairstream.streams.avro;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.kafka.common.errors.SerializationException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Records of every type are written as Avro writes them, and read back. */
class RecordFormatTest {
    private static final Schema ALL = new Schema.Parser().parse("""
                    {"type": "record", "name": "All", "fields": [
                      {"name": "text", "type": "string"},
                      {"name": "count", "type": "long"},
                      {"name": "number", "type": "int"},
                      {"name": "ratio", "type": "double"},
                      {"name": "flag", "type": "boolean"},
                      {"name": "inner", "type": "int"},
                      {"name": "maybeText", "type": ["null", "string"]},
                      {"name": "maybeCount", "type": ["null", "long"]},
                      {"name": "maybeNumber", "type": ["null", "int"]},
                      {"name": "maybeRatio", "type": ["null", "double"]},
                      {"name": "maybeFlag", "type": ["null", "boolean"]},
                      {"name": "maybePoint", "type": ["null",
                        {"type": "record", "name": "Point", "fields": [{"name": "x", "type": "int"}, {"name": "y", "type": "int"}]}]},
                      {"name": "colour", "type": {"type": "enum", "name": "Colour", "symbols": ["BLUE", "RED", "GREEN"]}},
                      {"name": "colourName", "type": "string"},
                      {"name": "point", "type": "Point"},
                      {"name": "points", "type": {"type": "array", "items": "Point"}},
                      {"name": "names", "type": {"type": "array", "items": "string"}},
                      {"name": "map", "type": {"type": "map", "values": "long"}},
                      {"name": "entries", "type": {"type": "array", "items":
                        {"type": "record", "name": "Item", "fields": [{"name": "day", "type": "string"}, {"name": "point", "type": "Point"}]}}},
                      {"name": "shape", "type": [
                        {"type": "record", "name": "Nothing", "fields": []},
                        {"type": "record", "name": "Circle", "fields": [{"name": "radius", "type": "double"}]}, "Point"]},
                      {"name": "interval", "type": "double"},
                      {"name": "day", "type": "string"},
                      {"name": "large", "type": "bytes"},
                      {"name": "raw", "type": "bytes"}
                    ]}
                    """);

    private static final RecordFormat<All> FORMAT = new RecordFormat<>(All.class, ALL);

    enum Colour {
        RED,
        GREEN,
        BLUE
    }

    sealed interface Shape {}

    /** Shapes of which there are not only two. */
    sealed interface Round extends Shape {}

    record Circle(double radius) implements Round {}

    record Nothing() implements Shape {}

    record Point(int x, int y) implements Shape {
        Point {
            if (x == y) {
                throw new IllegalArgumentException("x: " + x + " (expected: not y)");
            }
        }
    }

    /** Stands for its component. */
    record Box(int inner) {}

    record All(
            String text,
            long count,
            int number,
            double ratio,
            boolean flag,
            Box box,
            @Nullable String maybeText,
            @Nullable Long maybeCount,
            @Nullable Integer maybeNumber,
            @Nullable Double maybeRatio,
            @Nullable Boolean maybeFlag,
            @Nullable Point maybePoint,
            Colour colour,
            Colour colourName,
            Point point,
            List<Point> points,
            Set<String> names,
            SortedMap<String, Long> map,
            SortedMap<LocalDate, Point> entries,
            Shape shape,
            Duration interval,
            LocalDate day,
            BigInteger large,
            ByteBuffer raw) {}

    private static final All FULL = new All(
            "Zoë",
            Long.MIN_VALUE,
            -7,
            0.1,
            true,
            new Box(9),
            "",
            Long.MAX_VALUE,
            Integer.MIN_VALUE,
            -0.0,
            false,
            new Point(1, 2),
            Colour.GREEN,
            Colour.BLUE,
            new Point(-1, 300),
            List.of(new Point(1, 0), new Point(0, 1)),
            Set.of("b", "a", "c"),
            new TreeMap<>(java.util.Map.of("k", 1L)),
            new TreeMap<>(java.util.Map.of(LocalDate.of(2026, 3, 2), new Point(5, 6))),
            new Circle(2.5),
            Duration.ofMillis(1500),
            LocalDate.of(2024, 2, 29),
            BigInteger.ONE.shiftLeft(70),
            ByteBuffer.wrap(new byte[] {0, -1, 5}));

    private static final All EMPTY = new All(
            "",
            0,
            0,
            0,
            false,
            new Box(0),
            null,
            null,
            null,
            null,
            null,
            null,
            Colour.RED,
            Colour.RED,
            new Point(1, 2),
            List.of(),
            Set.of(),
            new TreeMap<>(),
            new TreeMap<>(),
            new Nothing(),
            Duration.ZERO,
            LocalDate.EPOCH,
            BigInteger.ZERO,
            ByteBuffer.allocate(0));

    private static GenericRecord point(@Nullable Point point) {
        GenericRecord record = new GenericData.Record(ALL.getField("point").schema());
        record.put("x", Objects.requireNonNull(point).x());
        record.put("y", point.y());
        return record;
    }

    private static GenericRecord shape(Shape shape) {
        if (shape instanceof Point point) {
            return point(point);
        }
        List<Schema> branches = ALL.getField("shape").schema().getTypes();
        GenericRecord record = new GenericData.Record(branches.get(shape instanceof Nothing ? 0 : 1));
        if (shape instanceof Circle circle) {
            record.put("radius", circle.radius());
        }
        return record;
    }

    private static GenericRecord generic(All all) {
        GenericRecord record = new GenericData.Record(ALL);
        record.put("text", all.text());
        record.put("count", all.count());
        record.put("number", all.number());
        record.put("ratio", all.ratio());
        record.put("flag", all.flag());
        record.put("inner", all.box().inner());
        record.put("maybeText", all.maybeText());
        record.put("maybeCount", all.maybeCount());
        record.put("maybeNumber", all.maybeNumber());
        record.put("maybeRatio", all.maybeRatio());
        record.put("maybeFlag", all.maybeFlag());
        record.put("maybePoint", all.maybePoint() == null ? null : point(all.maybePoint()));
        record.put(
                "colour",
                new GenericData.EnumSymbol(
                        ALL.getField("colour").schema(), all.colour().name()));
        record.put("colourName", all.colourName().name());
        record.put("point", point(all.point()));
        record.put("points", all.points().stream().map(RecordFormatTest::point).toList());
        record.put("names", List.copyOf(new TreeSet<>(all.names())));
        record.put("map", all.map());
        record.put(
                "entries",
                all.entries().entrySet().stream()
                        .map(entry -> {
                            GenericRecord item = new GenericData.Record(
                                    ALL.getField("entries").schema().getElementType());
                            item.put("day", entry.getKey().toString());
                            item.put("point", point(entry.getValue()));
                            return item;
                        })
                        .toList());
        record.put("shape", shape(all.shape()));
        record.put("interval", all.interval().toMillis() / 1e3);
        record.put("day", all.day().toString());
        record.put("large", ByteBuffer.wrap(all.large().toByteArray()));
        record.put("raw", all.raw());
        return record;
    }

    private static byte[] written(All all) {
        return FastAvroWritersTest.written(FORMAT, all);
    }

    @Test
    void whatIsWrittenIsWhatAvroWritesAndIsReadBack() throws IOException {
        for (All all : List.of(FULL, EMPTY)) {
            byte[] bytes = AvroRecords.of(generic(all));
            assertArrayEquals(bytes, written(all));
            AvroIn in = new AvroIn(bytes, 0);
            assertEquals(all, FORMAT.read(in));
            assertTrue(in.isAtEnd());
        }
    }

    @Test
    void aRecordWithoutASchemaHasOneOfItsComponentsInTheirOrder() throws IOException {
        RecordFormat<All> derived = RecordFormat.of(All.class);
        Schema parsed = new Schema.Parser().parse(derived.schema().toString());
        assertEquals("text", parsed.getFields().get(0).name());
        assertEquals(
                List.of("Circle", "Nothing", "Point"),
                parsed.getField("shape").schema().getTypes().stream()
                        .map(Schema::getName)
                        .sorted()
                        .toList());
        for (All all : List.of(FULL, EMPTY)) {
            AvroIn in = new AvroIn(FastAvroWritersTest.written(derived, all), 0);
            assertEquals(all, derived.read(in));
            assertTrue(in.isAtEnd());
        }
    }

    /** Blocks with their size in bytes are as good, though nobody here writes them. */
    @Test
    void arraysInSizedBlocksAreRead() {
        AvroOut out = new AvroOut();
        for (int number : List.of(-2, 4, 2, 4, 6, 8)) {
            out.writeLong(number);
        }
        out.writeLong(0);
        RecordFormat<Points> points = RecordFormat.of(Points.class);
        assertEquals(
                new Points(List.of(new Point(2, 4), new Point(6, 8))), points.read(new AvroIn(out.toByteArray(), 0)));
    }

    record Points(List<Point> points) {}

    @Test
    void bytesCutOffAnywhereAreNoRecord() {
        for (All all : List.of(FULL, EMPTY)) {
            byte[] whole = written(all);
            for (int length = 0; length < whole.length; length++) {
                AvroIn cut = new AvroIn(Arrays.copyOf(whole, length), 0);
                assertThrows(SerializationException.class, () -> FORMAT.read(cut));
            }
        }
    }

    @Test
    void flippedAndRandomBytesAreARecordOrNoneButNeverAnotherFailure() {
        Random random = new Random(20261122);
        int read = 0;
        for (int i = 0; i < 40_000; i++) {
            byte[] bytes = written(i % 2 == 0 ? FULL : EMPTY);
            for (int flips = i % 4 == 3 ? bytes.length : 1 + random.nextInt(3); flips > 0; flips--) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
            }
            read += isRead(bytes);
        }
        assertTrue(read > 0 && read < 40_000, "read: " + read);
    }

    private static int isRead(byte[] bytes) {
        try {
            FORMAT.read(new AvroIn(bytes, 0));
            return 1;
        } catch (SerializationException expected) {
            return 0;
        }
    }

    record Named(Colour colour) {}

    private static Schema schema(String fields) {
        return new Schema.Parser().parse("{\"type\":\"record\",\"name\":\"R\",\"fields\":[" + fields + "]}");
    }

    private static final String COLOUR = "{\"name\":\"colour\",\"type\":";

    @Test
    void anUnknownSymbolIsNoRecord() {
        RecordFormat<Named> symbols = RecordFormat.of(Named.class);
        assertUnreadable("index 3 of 3 at byte 1", symbols, new byte[] {6});
        RecordFormat<Named> names = new RecordFormat<>(Named.class, schema(COLOUR + "\"string\"}"));
        assertUnreadable(
                "No enum constant " + Colour.class.getCanonicalName() + ".PI", names, new byte[] {4, 'P', 'I'});
    }

    @Test
    void whatAConstructorRefusesIsNoRecord() {
        assertUnreadable("x: 1 (expected: not y)", RecordFormat.of(Point.class), new byte[] {2, 2});
    }

    private static void assertUnreadable(String message, RecordFormat<?> format, byte[] bytes) {
        SerializationException e = assertThrows(SerializationException.class, () -> format.read(new AvroIn(bytes, 0)));
        assertEquals(message, e.getMessage());
    }

    private static void assertMismatch(String message, Class<? extends Record> type, String fields) {
        IllegalArgumentException e =
                assertThrows(IllegalArgumentException.class, () -> new RecordFormat<>(type, schema(fields)), fields);
        assertTrue(String.valueOf(e.getMessage()).contains(message), e::getMessage);
    }

    record Inner(Named named, Colour colour) {}

    record Odd(Thread thread) {}

    @Test
    void recordsThatDoNotFitTheirSchemaAreRefusedBeforeAnythingIsRead() {
        String colours = "{\"type\":\"enum\",\"name\":\"C\",\"symbols\":";
        assertMismatch("Named.colour (expected: field 0 of R)", Named.class, "");
        assertMismatch("R.b (expected: a component", Point.class, point("x", "y", "b"));
        assertMismatch("Point.y (expected: field 1 of R)", Point.class, point("x", "Y"));
        assertMismatch("Point.x (expected: field 0 of R)", Point.class, point("y", "x"));
        assertMismatch("int as \"long\"", Point.class, point("x") + ",{\"name\":\"y\",\"type\":\"long\"}");
        assertMismatch(
                "null in both or in none", Point.class, point("x") + ",{\"name\":\"y\",\"type\":[\"null\",\"int\"]}");
        assertMismatch("C lacks GREEN", Named.class, COLOUR + colours + "[\"RED\",\"BLUE\"]}}");
        assertMismatch(".PINK", Named.class, COLOUR + colours + "[\"RED\",\"BLUE\",\"GREEN\",\"PINK\"]}}");
        assertMismatch("Inner.colour (expected: field 1 of R)", Inner.class, COLOUR + "\"string\"}");
        IllegalArgumentException odd = assertThrows(IllegalArgumentException.class, () -> RecordFormat.of(Odd.class));
        String message = Objects.requireNonNull(odd.getMessage());
        assertTrue(message.startsWith("java.lang.Thread (expected: a type that RecordFormat knows"), message);
    }

    private static String point(String... names) {
        return String.join(
                ",",
                Arrays.stream(names)
                        .map(name -> "{\"name\":\"" + name + "\",\"type\":\"int\"}")
                        .toList());
    }

    record Ratios(double ratio) {}

    @Test
    void numbersThatAreNotFiniteAreSeen() {
        AvroOut out = new AvroOut();
        RecordFormat.of(Ratios.class).write(new Ratios(Double.NaN), out);
        assertTrue(!out.isFinite());
    }
}
