package io.fairstream.analysis;

import io.fairstream.query.columns.Columns;
import io.fairstream.query.columns.Document;
import io.fairstream.query.records.Failure;
import io.fairstream.query.records.Offsets;
import io.fairstream.query.records.PartitionOffsets;
import io.fairstream.query.records.TopicReader;
import io.fairstream.relations.Column;
import io.fairstream.relations.Relation;
import io.fairstream.relations.Relations;
import io.fairstream.relations.Source;
import io.fairstream.relations.SqlName;
import io.fairstream.relations.SqlType;
import io.fairstream.schemas.ChargeBlock;
import io.fairstream.schemas.Topics;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.kafka.common.TopicPartition;

/**
 * Comparison of an exported journal with the topic: whether each offset occurs once, and whether the charges of each
 * account agree in number, sums and the values of all columns. Fingerprints of columns and rows are summed, so that
 * order does not matter.
 */
public final class Comparison {
    private static final Relation CHARGES = Relations.of(Topics.CHARGES);
    private static final String MEMORY = "1GB";
    private static final int MAX_EXAMPLES = 3;

    /** Columns by which charges are grouped. */
    private static final List<String> GROUPS = List.of("kind", "account");

    private static final String ROWS = "rows";

    private final TopicReader reader;
    private final ExportFolder folder;
    private final ExportPlan plan;
    private final List<Line> lines = new ArrayList<>();

    /** One check. */
    private record Line(String check, boolean holds, String detail) {}

    private Comparison(TopicReader reader, ExportPlan plan, ExportFolder folder) {
        this.reader = reader;
        this.plan = plan;
        this.folder = folder;
    }

    /**
     * Compares.
     *
     * @param directory of a complete export of charges
     * @throws Failure if there is none
     */
    public static Comparison of(TopicReader reader, Path directory) {
        try {
            ExportPlan plan = plan(directory);
            try (ExportFolder folder = ExportFolder.look(plan);
                    Database database = Database.open(ZoneOffset.UTC, MEMORY)) {
                Comparison comparison = new Comparison(reader, plan, folder);
                comparison.compareRanges();
                comparison.compareSums(database);
                return comparison;
            }
        } catch (IOException | SQLException e) {
            throw new Failure(directory + ": " + String.valueOf(e.getMessage()).replaceAll("\\s*\\R\\s*", "; "), e);
        }
    }

    /** Returns the plan stored in the directory. */
    private static ExportPlan plan(Path directory) throws IOException {
        Path terms = directory.resolve(CHARGES.name()).resolve("_export.properties");
        List<String> lines = Files.exists(terms) ? Files.readAllLines(terms) : List.of();
        FileFormat format = FileFormat.PARQUET;
        for (FileFormat each : FileFormat.values()) {
            format = lines.contains("format=" + each.ending()) ? each : format;
        }
        if (lines.stream().anyMatch(line -> line.matches("(from|to)=.+"))) {
            throw new Failure(
                    directory + ": holds a part of the charges (expected: an export without --start and --end)");
        }
        return new ExportPlan(CHARGES, format, directory, lines.contains("by=day"), null, null);
    }

    /** Returns true if every check holds. */
    public boolean balanced() {
        return lines.stream().allMatch(Line::holds);
    }

    /** Returns the results of the comparison, line by line. */
    public Document document() {
        return Document.of(new Columns<Line>()
                .text("holds", line -> line.holds() ? "ok" : "WRONG", Line::holds)
                .text("check", Line::check)
                .text("detail", Line::detail)
                .report(lines));
    }

    private void compareRanges() {
        List<String> wrong = new ArrayList<>();
        Map<Integer, Long> next = new HashMap<>();
        for (OffsetRange range : folder.ranges()) {
            Long expected = next.put(range.partition(), range.to());
            if (expected != null && range.from() > expected) {
                wrong.add(String.format(
                        Locale.ROOT,
                        "partition %d: offsets %d to %d are missing",
                        range.partition(),
                        expected,
                        range.from()));
            } else if (expected != null && range.from() < expected) {
                wrong.add(String.format(
                        Locale.ROOT,
                        "partition %d: offsets %d to %d are there twice",
                        range.partition(),
                        range.from(),
                        Math.min(expected, range.to())));
            }
        }
        PartitionOffsets ends = reader.ends(Topics.CHARGES);
        long pending = 0;
        for (TopicPartition partition : ends.partitions()) {
            pending += Math.max(0, ends.of(partition) - next.getOrDefault(partition.partition(), 0L));
        }
        add(
                "each offset is there once",
                wrong,
                String.format(
                        Locale.ROOT,
                        "%,d ranges of offsets; %,d offsets are not exported yet",
                        folder.ranges().size(),
                        pending));
    }

    private void add(String check, List<String> wrong, String fine) {
        String examples = wrong.stream().limit(MAX_EXAMPLES).collect(Collectors.joining("; "));
        String more = wrong.size() > MAX_EXAMPLES
                ? String.format(Locale.ROOT, "; and %,d more", wrong.size() - MAX_EXAMPLES)
                : "";
        lines.add(new Line(check, wrong.isEmpty(), wrong.isEmpty() ? fine : examples + more));
    }

    private void compareSums(Database database) throws SQLException, IOException {
        List<Column> columns = CHARGES.columns();
        Appended.create(database.connection(), CHARGES, columns);
        try (Appended topic = new Appended(database.connection(), CHARGES, columns)) {
            load(topic);
        }
        database.execute("CREATE TABLE exported AS FROM charges LIMIT 0");
        String names = columns.stream()
                .map(column -> "CAST(" + SqlName.quoted(column.name()) + " AS " + column.type() + ") AS "
                        + SqlName.quoted(column.name()))
                .collect(Collectors.joining(", "));
        String stillThere = stillThere();
        for (Path file : folder.data()) {
            database.execute("INSERT INTO exported SELECT " + names + " FROM "
                    + plan.format().reading(literal(file.toString()), types()) + " WHERE " + stillThere);
        }
        compare(database, columns);
    }

    /** Returns an SQL condition that excludes charges that have since been deleted from the topic, as they cannot be compared. */
    private String stillThere() {
        PartitionOffsets ends = reader.ends(Topics.CHARGES);
        try (Offsets offsets = new Offsets(reader.settings())) {
            PartitionOffsets begins = offsets.begins(ends.partitions());
            return begins.partitions().stream()
                    .filter(partition -> begins.of(partition) > 0)
                    .map(partition -> " AND NOT (CAST(kafka_partition AS INTEGER) = " + partition.partition()
                            + " AND CAST(kafka_offset AS BIGINT) < " + begins.of(partition) + ")")
                    .collect(Collectors.joining("", "true", ""));
        }
    }

    /** Returns true if the column's sums are shown; sums of doubles depend on their order. */
    private static boolean isAmount(Column column) {
        return switch (column.type().kind()) {
            case DECIMAL, BIGINT, INTEGER -> !column.name().startsWith("kafka_");
            default -> false;
        };
    }

    private static String literal(String text) {
        return "'" + text.replace("'", "''") + "'";
    }

    private static String types() {
        return CHARGES.columns().stream()
                .map(column -> literal(column.name()) + ": "
                        + literal(
                                column.type().equals(SqlType.JSON)
                                        ? "JSON"
                                        : column.type().toString()))
                .collect(Collectors.joining(", ", "{", "}"));
    }

    private void load(Appended topic) {
        reader.readAsIs(Topics.CHARGES, null, row -> {
            ChargeBlock block = row.value();
            if (block == null || !isExported(row.partition(), row.offset())) {
                return;
            }
            for (Source source : CHARGES.rows(row.key(), block, row.partition(), row.offset())) {
                try {
                    topic.add(source);
                } catch (SQLException e) {
                    throw new Failure("charges: " + e.getMessage(), e);
                }
            }
        });
    }

    private boolean isExported(int partition, long offset) {
        return folder.ranges().stream()
                .anyMatch(range -> range.partition() == partition && range.from() <= offset && offset < range.to());
    }

    /** Returns SQL expressions by name: sums of amounts, and sums of fingerprints of each column and of whole rows. */
    private static Map<String, String> compared(List<Column> columns) {
        Map<String, String> compared = new LinkedHashMap<>();
        for (Column column : columns) {
            String name = SqlName.quoted(column.name());
            if (isAmount(column)) {
                compared.put(column.name(), "sum(" + name + ")");
            }
            compared.put(values(column.name()), "sum(hash(" + compared(column) + ")::HUGEINT)");
        }
        String all = columns.stream().map(Comparison::compared).collect(Collectors.joining(", "));
        compared.put(ROWS, "sum(hash(" + all + ")::HUGEINT)");
        return compared;
    }

    /** Returns the SQL value to compare; CSV does not distinguish empty text from null. */
    private static String compared(Column column) {
        String name = SqlName.quoted(column.name());
        return column.type().kind() == SqlType.Kind.TEXT ? "coalesce(" + name + ", '')" : name;
    }

    private static String values(String column) {
        return "values of " + column;
    }

    private static String differs(String name) {
        return "t." + SqlName.quoted(name) + " IS DISTINCT FROM e." + SqlName.quoted(name);
    }

    /** Returns the difference in words: sums of amounts, or for other columns that values differ. */
    private static String difference(Column column) {
        String name = SqlName.quoted(column.name());
        String otherValues = " WHEN " + differs(values(column.name())) + " THEN '; other values of " + column.name()
                + "' ELSE '' END";
        return isAmount(column)
                ? "CASE WHEN " + differs(column.name()) + " THEN '; " + column.name() + " ' || coalesce(e." + name
                        + "::VARCHAR, 'none') || ' (expected: ' || coalesce(t." + name + "::VARCHAR, 'none') || ')'"
                        + otherValues
                : "CASE" + otherValues;
    }

    private void compare(Database database, List<Column> columns) throws SQLException {
        Map<String, String> compared = compared(columns);
        String sums = compared.entrySet().stream()
                .map(each -> each.getValue() + " AS " + SqlName.quoted(each.getKey()))
                .collect(Collectors.joining(", "));
        String by = "SELECT kind, account, count(*) AS n, " + sums + " FROM %s GROUP BY kind, account";
        String differences = compared.keySet().stream().map(Comparison::differs).collect(Collectors.joining(" OR "));
        String columnsThatDiffer = columns.stream()
                .filter(column -> !GROUPS.contains(column.name()))
                .map(Comparison::difference)
                .collect(Collectors.joining(" || "));
        String question = "WITH t AS (" + String.format(by, "charges") + "), e AS (" + String.format(by, "exported")
                + ") SELECT coalesce(t.kind, e.kind) || ' ' || coalesce(t.account, e.account) || ': ' || coalesce(e.n, 0)"
                + " || ' charges (expected: ' || coalesce(t.n, 0) || ')' || " + columnsThatDiffer
                + " || CASE WHEN " + differs(ROWS) + " THEN '; values are of other charges' ELSE '' END"
                + " FROM t FULL JOIN e USING (kind, account) WHERE t.n IS DISTINCT FROM e.n OR " + differences
                + " ORDER BY 1";
        List<String> wrong = new ArrayList<>();
        long accounts;
        long charges;
        try (Statement asking = database.connection().createStatement()) {
            try (ResultSet found = asking.executeQuery(question)) {
                while (found.next()) {
                    wrong.add(found.getString(1));
                }
            }
            try (ResultSet found =
                    asking.executeQuery("SELECT count(DISTINCT (kind, account)), count(*) FROM charges")) {
                found.next();
                accounts = found.getLong(1);
                charges = found.getLong(2);
            }
        }
        add(
                "each account's charges come to the same",
                wrong,
                String.format(
                        Locale.ROOT,
                        "%,d charges of %,d accounts, each value of %,d columns",
                        charges,
                        accounts,
                        columns.size()));
    }
}
