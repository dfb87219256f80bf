package io.fairstream.analysis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.app.config.Settings;
import io.fairstream.client.RecordSender;
import io.fairstream.it.harness.TestCluster;
import io.fairstream.query.columns.Report;
import io.fairstream.query.columns.RowText;
import io.fairstream.query.records.Failure;
import io.fairstream.query.records.PartitionOffsets;
import io.fairstream.query.records.Row;
import io.fairstream.query.records.RowShare;
import io.fairstream.query.records.TopicReader;
import io.fairstream.query.records.ValueFormat;
import io.fairstream.relations.Column;
import io.fairstream.relations.Relations;
import io.fairstream.schemas.Cause;
import io.fairstream.schemas.Charge;
import io.fairstream.schemas.ChargeBlock;
import io.fairstream.schemas.ChargeKind;
import io.fairstream.schemas.Dimensions;
import io.fairstream.schemas.LedgerKind;
import io.fairstream.schemas.ShareKind;
import io.fairstream.schemas.ShareNode;
import io.fairstream.schemas.Topic;
import io.fairstream.schemas.Topics;
import io.fairstream.schemas.Usage;
import io.fairstream.testing.WrittenCharges;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@SuppressWarnings("NullAway.Init") // set up before each test
class ITExportedRows {
    /** Columns by which charges are compared: with another value, a charge is of another group. */
    private static final List<String> GROUPS = List.of("kind", "account");

    private static final Instant NOON = Instant.parse("2026-03-02T12:00:00Z");

    @RegisterExtension
    static final TestCluster CLUSTER = new TestCluster();

    @TempDir
    private Path directory;

    private Settings settings;
    private TopicReader reader;
    private int sent;

    @BeforeEach
    void start() {
        settings = CLUSTER.site("exported", Map.of("partitions", "3")).settings();
        reader = new TopicReader(settings);
    }

    @AfterEach
    void stop() {
        reader.close();
    }

    /** So many charges of 20 users, over three days. */
    private void charge(int count) {
        List<Charge> charges = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            sent++;
            Instant from = NOON.plusSeconds(3600L * (sent % 72));
            charges.add(new Charge(
                    ChargeKind.USER,
                    "user" + sent % 20 + ",'\"é",
                    LedgerKind.SESSION,
                    "tux/n1",
                    new Cause("fairstream.session-deltas", 0, (long) sent),
                    Dimensions.newBuilder().setCluster("tux").build(),
                    false,
                    Usage.newBuilder()
                            .setFrom(from)
                            .setTo(from.plusSeconds(10))
                            .setCpuTimeUsedMicros(1_000_003L * sent)
                            .setEnergyMillijoules(7L * sent)
                            .build()));
        }
        WrittenCharges.send(settings.producer(), settings.registry(), settings.topicPrefix(), charges);
    }

    private ExportPlan plan(Topic<?> topic, FileFormat format, boolean isByDay) {
        return new ExportPlan(Relations.of(topic), format, directory, isByDay, null, null);
    }

    private Export.Result export(FileFormat format, boolean isByDay) {
        return Export.run(plan(Topics.CHARGES, format, isByDay), reader, 150);
    }

    private List<Path> files(String ending) throws IOException {
        try (Stream<Path> all = Files.walk(directory)) {
            return all.filter(file -> file.toString().endsWith("." + ending))
                    .sorted()
                    .toList();
        }
    }

    private static String one(String question) throws SQLException {
        try (Database database = Database.open(ZoneOffset.UTC, "500MB");
                Statement asking = database.connection().createStatement();
                ResultSet row = asking.executeQuery(question)) {
            assertTrue(row.next());
            return String.valueOf(row.getString(1));
        }
    }

    private String inParquet(String what) throws SQLException {
        return one("SELECT " + what + " FROM read_parquet('" + directory + "/charges/**/*.parquet')");
    }

    @ParameterizedTest
    @EnumSource
    void copiesEachChargeOnce(FileFormat format) throws Exception {
        charge(1000);
        assertEquals(1000, export(format, false).rows());
        assertTrue(files(format.ending()).size() > 3, "several files a partition");
        assertEquals(new Export.Result("charges", 0, 0, 0), export(format, false));
        charge(500);
        assertEquals(500, export(format, false).rows());
        Comparison comparison = Comparison.of(reader, directory);
        assertTrue(comparison.balanced(), () -> lines(comparison).toString());
        assertTrue(
                lines(comparison).get(1).contains("1,500 charges of 20 accounts"),
                () -> lines(comparison).toString());
    }

    @Test
    void keepsEachMicrosecond() throws Exception {
        charge(1000);
        var unused = export(FileFormat.PARQUET, false);
        assertEquals("500501.501500", inParquet("sum(cpu_time_used_s)"));
        assertEquals("DECIMAL(22,6)", inParquet("typeof(any_value(cpu_time_used_s))"));
        assertEquals("TIMESTAMP WITH TIME ZONE", inParquet("typeof(any_value(event_time))"));
    }

    @Test
    void writesNoRangeThatWasNotReadToItsEnd() throws Exception {
        charge(1000);
        AtomicInteger finished = new AtomicInteger();
        IllegalStateException failure = assertThrows(
                IllegalStateException.class,
                () -> reader.readShared(
                        Topics.CHARGES,
                        new PartitionOffsets(Map.of()),
                        reader.ends(Topics.CHARGES),
                        ends -> new RowShare<Row<ChargeBlock>>() {
                            @Override
                            public void add(Row<ChargeBlock> row) {
                                throw new IllegalStateException("partition " + row.partition());
                            }

                            @Override
                            public void finish() {
                                finished.incrementAndGet();
                            }
                        }));
        assertTrue(String.valueOf(failure.getMessage()).startsWith("partition"), failure::toString);
        assertEquals(0, finished.get());
    }

    @Test
    void dividesByDay() throws Exception {
        charge(720);
        assertEquals(720, export(FileFormat.PARQUET, true).rows());
        assertEquals(
                "[2026-03-02, 2026-03-03, 2026-03-04, 2026-03-05]",
                one("SELECT list(DISTINCT day ORDER BY day) FROM read_parquet('" + directory
                        + "/charges/*/*.parquet', hive_partitioning = true) WHERE event_time::DATE = day"));
        assertEquals("720", inParquet("count(*)"));
        assertTrue(Comparison.of(reader, directory).balanced());
        assertEquals(0, export(FileFormat.PARQUET, true).rows());
    }

    /** A killed run can leave a file that is not whole, and whole files of a range that was not finished. */
    @Test
    void beginsAgainWhereAKilledRunEnded() throws Exception {
        charge(1000);
        var unused = export(FileFormat.PARQUET, true);
        Path done = directory.resolve("charges/_done");
        List<Path> ranges = files("json");
        Path last = ranges.get(ranges.size() - 1);
        assertEquals(done, last.getParent());
        Files.delete(last);
        Path half = directory.resolve(
                "charges/day=2026-03-02/.part-charges-p0000-0000000000000000000-0000000000000000009.parquet");
        Files.writeString(half, "PAR1 and no more");
        Path stray = directory.resolve(
                "charges/day=2026-03-03/charges-p0002-0000000000000000000-0000000000000099999.parquet");
        Files.copy(files("parquet").get(0), stray);
        charge(10);
        assertTrue(export(FileFormat.PARQUET, true).rows() > 10);
        assertFalse(Files.exists(half));
        assertFalse(Files.exists(stray));
        assertEquals("1010", inParquet("count(*)"));
        assertEquals("1010", inParquet("count(DISTINCT (kafka_partition, kafka_offset, kafka_index))"));
        assertTrue(Comparison.of(reader, directory).balanced());
    }

    /** Columns of one file, changed in all rows: those and no others are named. A value in two rows that change places is found, too. */
    @Test
    void findsAChangedValueInAnyColumn() throws Exception {
        charge(200);
        var unused = export(FileFormat.PARQUET, false);
        Path first = files("parquet").get(0);
        byte[] bytes = Files.readAllBytes(first);
        List<Column> columns = Relations.of(Topics.CHARGES).columns();
        List<Column> groups = columns.stream()
                .filter(column -> GROUPS.contains(column.name()))
                .toList();
        for (Column group : groups) {
            rewrite(first, "SELECT * REPLACE (" + otherValues(List.of(group)) + ") FROM copied");
            assertFalse(Comparison.of(reader, directory).balanced(), group.name());
            Files.write(first, bytes);
        }
        List<Column> others =
                columns.stream().filter(column -> !groups.contains(column)).toList();
        for (int remainder = 0; remainder < 2; remainder++) {
            List<Column> changed = everySecond(others, remainder);
            rewrite(first, "SELECT * REPLACE (" + otherValues(changed) + ") FROM copied");
            Comparison comparison = Comparison.of(reader, directory);
            assertEquals(
                    changed.stream().map(Column::name).toList(),
                    others.stream()
                            .map(Column::name)
                            .filter(name ->
                                    lines(comparison).get(1).matches(".*; (other values of )?" + name + "[;\" ].*"))
                            .toList(),
                    () -> lines(comparison).toString());
            Files.write(first, bytes);
        }
        rewrite(
                first,
                "SELECT * REPLACE (CASE kafka_offset WHEN (SELECT min(kafka_offset) FROM copied WHERE account = c.account) THEN"
                        + " (SELECT max(kafka_offset) FROM copied WHERE account = c.account) WHEN (SELECT max(kafka_offset) FROM"
                        + " copied WHERE account = c.account) THEN (SELECT min(kafka_offset) FROM copied WHERE account ="
                        + " c.account) ELSE kafka_offset END AS kafka_offset) FROM copied c");
        Comparison swapped = Comparison.of(reader, directory);
        assertTrue(
                lines(swapped).get(1).contains("values are of other charges"),
                () -> lines(swapped).toString());
        Files.write(first, bytes);
        assertTrue(Comparison.of(reader, directory).balanced());
    }

    private static void rewrite(Path file, String question) throws SQLException {
        try (Database database = Database.open(ZoneOffset.UTC, "500MB")) {
            database.execute("CREATE TABLE copied AS FROM read_parquet('" + file + "')");
            database.execute("COPY (" + question + ") TO '" + file + "' (FORMAT parquet)");
        }
    }

    private static List<Column> everySecond(List<Column> columns, int from) {
        return IntStream.range(0, columns.size())
                .filter(i -> i % 2 == from)
                .mapToObj(columns::get)
                .toList();
    }

    private static String otherValues(List<Column> columns) {
        return columns.stream()
                .map(column -> other(column) + " AS \"" + column.name() + "\"")
                .collect(Collectors.joining(", "));
    }

    /** Another value, also where there is none. */
    private static String other(Column column) {
        String name = "\"" + column.name() + "\"";
        return switch (column.type().kind()) {
            case BOOLEAN -> "NOT coalesce(" + name + ", false)";
            case TEXT, JSON -> "coalesce(" + name + "::VARCHAR, '') || '1'";
            case TIMESTAMPTZ -> "coalesce(" + name + ", TIMESTAMPTZ '2026-03-02 00:00:00Z') + INTERVAL 1 MILLISECOND";
            case DATE -> "coalesce(" + name + ", DATE '2026-03-02') + 1";
            default -> "coalesce(" + name + ", 0) + 1";
        };
    }

    @Test
    void findsWhatIsMissingOrThereTwice() throws Exception {
        charge(1000);
        var unused = export(FileFormat.PARQUET, false);
        Path first = files("parquet").get(0);
        byte[] bytes = Files.readAllBytes(first);
        Files.delete(first);
        Comparison lacking = Comparison.of(reader, directory);
        assertFalse(lacking.balanced());
        assertTrue(
                lines(lacking).get(1).matches(".*\"holds\":false.*charges \\(expected: .*cpu_time_used_s.*"),
                () -> lines(lacking).toString());
        Files.write(first, bytes);
        assertTrue(Comparison.of(reader, directory).balanced());
        Path range = files("json").get(0);
        Files.delete(range);
        Comparison gap = Comparison.of(reader, directory);
        assertTrue(
                gap.balanced() || lines(gap).get(0).contains("missing"),
                () -> lines(gap).toString());
        Path again = range.resolveSibling("charges-p0001-0000000000000000000-0000000000000000002.json");
        Files.writeString(again, "{}");
        Comparison twice = Comparison.of(reader, directory);
        assertTrue(
                lines(twice).get(0).contains("are there twice"),
                () -> lines(twice).toString());
    }

    @Test
    void keepsToOneWayInADirectory() {
        charge(10);
        var unused = export(FileFormat.PARQUET, false);
        Failure failure = assertThrows(Failure.class, () -> export(FileFormat.CSV, true));
        assertEquals(
                directory.resolve("charges")
                        + ": holds table=charges format=parquet (expected: table=charges format=csv by=day, or another directory)",
                failure.getMessage());
    }

    @Test
    void isAloneInADirectory() throws Exception {
        try (ExportFolder held = ExportFolder.open(plan(Topics.CHARGES, FileFormat.PARQUET, false))) {
            assertEquals(List.of(), held.ranges());
            Failure failure = assertThrows(Failure.class, () -> export(FileFormat.PARQUET, false));
            assertEquals(directory.resolve("charges") + ": another export is at work there", failure.getMessage());
        }
    }

    @Test
    void losesNothingWhenItCannotWrite() throws Exception {
        charge(100);
        Path folder = directory.resolve("charges");
        Files.createDirectories(folder);
        Path inTheWay = folder.resolve("day=2026-03-03");
        Files.writeString(inTheWay, "a file where a directory is to be");
        Failure failure = assertThrows(Failure.class, () -> export(FileFormat.PARQUET, true));
        assertTrue(
                String.valueOf(failure.getMessage())
                        .endsWith("(nothing is lost: mend it, make room if the disk is full, and run the same again)"),
                failure.getMessage());
        Files.delete(inTheWay);
        assertEquals(
                100,
                Long.parseLong(String.valueOf(export(FileFormat.PARQUET, true).rows())) + 0L);
        assertEquals("100", inParquet("count(*)"));
        assertTrue(Comparison.of(reader, directory).balanced());
    }

    @Test
    void takesTheRowsOfATime() throws Exception {
        charge(720);
        ExportPlan plan = new ExportPlan(
                Relations.of(Topics.CHARGES),
                FileFormat.PARQUET,
                directory,
                false,
                Instant.parse("2026-03-03T00:00:00Z"),
                Instant.parse("2026-03-04T00:00:00Z"));
        var unused = Export.run(plan, reader);
        assertEquals("240", inParquet("count(*)"));
        Failure failure = assertThrows(Failure.class, () -> Comparison.of(reader, directory));
        assertTrue(String.valueOf(failure.getMessage()).contains("holds a part of the charges"));
    }

    @Test
    void takesASnapshotOfATable() throws Exception {
        share("root/physics", 1);
        share("root/physics", 3);
        share("root/chemistry", 2);
        assertEquals(
                2,
                Export.run(plan(Topics.SHARES, FileFormat.CSV, false), reader).rows());
        assertEquals(
                0,
                Export.run(plan(Topics.SHARES, FileFormat.CSV, false), reader).files());
        assertEquals(1, files("csv").size());
        assertEquals("5.0", one("SELECT sum(shares) FROM '" + directory + "/shares/*.csv'"));
        share("root/chemistry", 9);
        assertEquals(
                2,
                Export.run(plan(Topics.SHARES, FileFormat.CSV, false), reader).rows());
        assertEquals(2, files("csv").size());
    }

    private void share(String path, double shares) {
        try (RecordSender<ShareNode> sender = ValueFormat.sender(settings, Topics.SHARES)) {
            sender.send(
                    path,
                    ShareNode.newBuilder()
                            .setPath(path)
                            .setKind(ShareKind.BANK)
                            .setShares(shares)
                            .build());
            sender.flush();
        }
    }

    private static List<String> lines(Comparison comparison) {
        List<String> lines = new ArrayList<>();
        comparison.document().sections().forEach(section -> {
            if (section instanceof Report<?> report) {
                lines(report, lines);
            }
        });
        return lines;
    }

    private static <R> void lines(Report<R> report, List<String> to) {
        report.rows().each(row -> to.add(RowText.json(report, row)));
    }
}
