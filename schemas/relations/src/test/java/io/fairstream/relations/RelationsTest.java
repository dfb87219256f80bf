package io.fairstream.relations;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.schemas.Charge;
import io.fairstream.schemas.ChargeBlocks;
import io.fairstream.schemas.Topic;
import io.fairstream.schemas.Topics;
import io.fairstream.testing.RandomRecords;
import io.fairstream.testing.WrittenCharges;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.apache.avro.Schema;
import org.apache.avro.generic.IndexedRecord;
import org.junit.jupiter.api.Test;

class RelationsTest {
    private static final Path GOLDEN = Path.of("src/test/resources/relations.txt");

    private static final Map<SqlType.Kind, Class<?>> CLASSES = Map.of(
            SqlType.Kind.TEXT, String.class,
            SqlType.Kind.BIGINT, Long.class,
            SqlType.Kind.INTEGER, Integer.class,
            SqlType.Kind.DOUBLE, Double.class,
            SqlType.Kind.BOOLEAN, Boolean.class,
            SqlType.Kind.DECIMAL, BigDecimal.class,
            SqlType.Kind.TIMESTAMPTZ, Instant.class,
            SqlType.Kind.DATE, LocalDate.class,
            SqlType.Kind.JSON, String.class);

    /** The end of a doc that names a unit. */
    private static final Pattern HAS_UNIT = Pattern.compile(
            ", (s|microseconds|milliseconds|minutes|KiB|KiB x s|MiB|joules|millijoules|node-seconds)([.;:,]|$)");

    @Test
    void areAllTopicsButTheOneOfBytes() {
        assertEquals(
                Topics.all().stream()
                        .filter(topic -> !topic.isRaw())
                        .map(Topic::name)
                        .toList(),
                Relations.all().stream()
                        .map(relation -> relation.topic().name())
                        .toList());
    }

    @Test
    void areFoundByEitherSpelling() {
        assertEquals(
                Relations.of(Topics.MATCH_RECORDS),
                Relations.named("match_records").orElseThrow());
        assertEquals(
                Relations.of(Topics.MATCH_RECORDS),
                Relations.named("Match-Records").orElseThrow());
        assertTrue(Relations.named("dead_letters").isEmpty());
    }

    /** Columns that analysts and databases build on; write the file again with -Dgolden.write=true. */
    @Test
    void haveTheseColumns() throws IOException {
        StringBuilder text = new StringBuilder();
        for (Relation relation : Relations.all()) {
            text.append(relation.name())
                    .append(" (")
                    .append(String.join(", ", relation.key()))
                    .append(')');
            relation.time().ifPresent(time -> text.append(" by ").append(time));
            text.append('\n');
            for (Column column : relation.columns()) {
                text.append("  ").append(column.name()).append(' ').append(column.type());
                text.append(column.isNullable() ? "" : " NOT NULL").append('\n');
            }
        }
        if (Boolean.getBoolean("golden.write")) {
            Files.createDirectories(Objects.requireNonNull(GOLDEN.getParent()));
            Files.writeString(GOLDEN, text.toString());
        }
        assertEquals(Files.readString(GOLDEN), text.toString());
    }

    @Test
    void nameEachColumnOnce() {
        for (Relation relation : Relations.all()) {
            Set<String> names = new HashSet<>();
            for (Column column : relation.columns()) {
                assertTrue(names.add(column.name()), relation.name() + "." + column.name() + " is there twice");
                assertTrue(column.name().matches("[a-z][a-z0-9]*(_[a-z0-9]+)*"), column.name());
                assertTrue(column.name().length() < 64, column.name() + " (expected: at most 63, as in PostgreSQL)");
                assertFalse(column.doc().isBlank(), relation.name() + "." + column.name());
            }
            assertTrue(names.containsAll(relation.key()), relation.name() + ": " + relation.key());
            relation.time()
                    .ifPresent(time -> assertTrue(
                            Set.of(SqlType.TIMESTAMPTZ, SqlType.DATE)
                                    .contains(
                                            relation.column(time).orElseThrow().type()),
                            relation.name() + "." + time));
        }
    }

    /** Each number says its unit in its name, or is known to be a plain one; and none that has a unit is called plain. */
    @Test
    void nameTheUnitOfEachQuantity() {
        Set<String> plain = new TreeSet<>();
        for (Relation relation : Relations.all()) {
            for (Column column : relation.columns()) {
                String called = relation.name() + "." + column.name();
                if (!column.unit().isEmpty()) {
                    assertTrue(column.name().endsWith("_" + column.unit()), called + ": " + column.unit());
                } else if (isNumber(column)) {
                    plain.add(column.name());
                    assertFalse(
                            HAS_UNIT.matcher(column.doc()).find(),
                            called + " has no unit in its name: " + column.doc());
                }
            }
        }
        assertEquals(new TreeSet<>(PlainNumbers.ALL), plain);
    }

    private static boolean isNumber(Column column) {
        return switch (column.type().kind()) {
            case BIGINT, INTEGER, DOUBLE, DECIMAL -> true;
            default -> false;
        };
    }

    @Test
    void haveCellsOfTheirTypesInWhateverRecord() {
        for (Relation relation : Relations.all()) {
            RandomRecords records = new RandomRecords(relation.name().hashCode());
            Set<String> filled = new HashSet<>();
            for (int i = 0; i < 400; i++) {
                for (Column column : relation.columns()) {
                    Object cell = column.value().apply(random(relation, records, i));
                    if (cell == null) {
                        assertTrue(column.isNullable(), relation.name() + "." + column.name() + " is null");
                    } else {
                        filled.add(column.name());
                        assertInstanceOf(
                                Objects.requireNonNull(CLASSES.get(column.type().kind())),
                                cell,
                                relation.name() + "." + column.name());
                    }
                }
            }
            relation.columns()
                    .forEach(column -> assertTrue(
                            filled.contains(column.name()), relation.name() + "." + column.name() + " has no cell"));
        }
    }

    private static Source random(Relation relation, RandomRecords records, int offset) {
        Schema schema = relation.topic().equals(Topics.CHARGES)
                ? Charge.getClassSchema()
                : relation.topic().schema().orElseThrow();
        return new Source("key", records.next(schema), 0, offset, 0);
    }

    /** Whatever is in a record is in a row. */
    @Test
    void leaveNothingOut() {
        for (Relation relation : Relations.all()) {
            Schema schema = random(relation, new RandomRecords(1), 0).value().getSchema();
            for (Schema.Field field : schema.getFields()) {
                Source one = random(relation, new RandomRecords(1), 0);
                boolean isSeen = false;
                for (int seed = 2; seed < 60 && !isSeen; seed++) {
                    IndexedRecord other =
                            random(relation, new RandomRecords(1), 0).value();
                    other.put(
                            field.pos(),
                            random(relation, new RandomRecords(seed), 0).value().get(field.pos()));
                    Source changed = new Source("key", other, 0, 0, 0);
                    isSeen = relation.columns().stream()
                            .anyMatch(column -> !Objects.equals(
                                    column.value().apply(one), column.value().apply(changed)));
                }
                assertTrue(isSeen, relation.name() + " does not show " + field.name());
            }
        }
    }

    @Test
    void keepEachMicrosecondAndMillijoule() {
        Column micros =
                Relations.of(Topics.USER_ACCOUNTING).column("cpu_time_used_s").orElseThrow();
        Column joules = Relations.of(Topics.USER_ACCOUNTING).column("energy_j").orElseThrow();
        IndexedRecord row =
                new RandomRecords(3).next(Topics.USER_ACCOUNTING.schema().orElseThrow());
        row.put(row.getSchema().getField("cpuTimeUsedMicros").pos(), Long.MAX_VALUE);
        row.put(row.getSchema().getField("energyMillijoules").pos(), -1L);
        Source source = new Source("alice", row, 0, 0, 0);
        assertEquals(new BigDecimal("9223372036854.775807"), micros.value().apply(source));
        assertEquals("DECIMAL(22,6)", micros.type().toString());
        assertEquals(new BigDecimal("-0.001"), joules.value().apply(source));
    }

    @Test
    void unpackBlocksOfCharges() {
        RandomRecords records = new RandomRecords(5);
        List<ChargeBlocks.Sent> charges = List.of(sent((Charge) records.next(Charge.getClassSchema())), sent((Charge)
                records.next(Charge.getClassSchema())));
        charges.forEach(sent ->
                sent.charge().put(Charge.getClassSchema().getField("account").pos(), "alice"));
        Relation relation = Relations.of(Topics.CHARGES);
        IndexedRecord block = WrittenCharges.block(charges.get(0).charge().getLedger(), charges);
        List<Source> rows = relation.rows("MATCH/3", block, 3, 17);
        assertEquals(List.of(0, 1), rows.stream().map(Source::index).toList());
        assertEquals(
                List.of("alice", "alice"),
                rows.stream()
                        .map(relation.column("account").orElseThrow().value())
                        .toList());
        assertEquals(
                "MATCH/3", relation.column("kafka_key").orElseThrow().value().apply(rows.get(0)));
        assertNotNull(relation.column("event_time").orElseThrow().value().apply(rows.get(1)));
    }

    private static ChargeBlocks.Sent sent(Charge charge) {
        return new ChargeBlocks.Sent(charge, Instant.EPOCH);
    }
}
