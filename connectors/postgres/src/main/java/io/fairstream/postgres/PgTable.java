package io.fairstream.postgres;

import io.fairstream.relations.Column;
import io.fairstream.relations.Relation;
import io.fairstream.relations.SqlName;
import io.fairstream.relations.SqlType;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A relation as a table of PostgreSQL, and its SQL statements.
 *
 * @param isHistory whether it is partitioned by months
 */
record PgTable(Relation relation, String schema, boolean isHistory) {
    /** Additional indexes of growing tables, for queries that the primary key does not support. */
    private static final Map<String, List<List<String>>> INDEXES = Map.of(
            "charges",
                    List.of(
                            List.of("account", "event_time"),
                            List.of("cause_topic", "cause_partition", "cause_offset")),
            "daily", List.of(List.of("scope", "id", "day")),
            "match_records", List.of(List.of("customer", "end"), List.of("resource", "start")),
            "jobs", List.of(List.of("user"), List.of("bank")),
            "job_accounting", List.of(List.of("user"), List.of("bank"), List.of("cluster", "job_id")),
            "job_events", List.of(List.of("cluster", "job_id")),
            "rejections", List.of(List.of("topic", "partition", "offset")));

    /** Outside of these years rows are in the partition of all other months. */
    private static final int FIRST_YEAR = 1970;

    private static final int LAST_YEAR = 2199;

    /** Returns true if the relation's rows always have a time. */
    static boolean canBeHistory(Relation relation) {
        return relation.time()
                .flatMap(relation::column)
                .filter(time -> !time.isNullable())
                .isPresent();
    }

    String name() {
        return relation.name();
    }

    /** Returns the quoted name with the schema. */
    String qualified() {
        return qualified(name());
    }

    private String qualified(String table) {
        return SqlName.quoted(schema) + "." + SqlName.quoted(table);
    }

    private String staging() {
        return "pg_temp." + SqlName.quoted("new_" + name());
    }

    /** Returns the primary key; for a table partitioned by months it includes the time, as PostgreSQL requires. */
    List<String> key() {
        List<String> key = new ArrayList<>(relation.key());
        if (isHistory) {
            key.add(relation.time().orElseThrow());
        }
        return key;
    }

    /** Returns a type in PostgreSQL's own spelling. */
    static String type(SqlType type) {
        return switch (type.kind()) {
            case DOUBLE -> "double precision";
            case TIMESTAMPTZ -> "timestamp with time zone";
            case DECIMAL -> "numeric(" + type.precision() + "," + type.scale() + ")";
            case TEXT, BIGINT, INTEGER, BOOLEAN, DATE, JSON ->
                type.kind().name().toLowerCase(Locale.ROOT);
        };
    }

    private static String definition(Column column) {
        return SqlName.quoted(column.name()) + " " + type(column.type()) + (column.isNullable() ? "" : " NOT NULL");
    }

    /** Returns the statements that create the table, its indexes and comments. */
    List<String> create() {
        List<String> sql = new ArrayList<>();
        sql.add("CREATE TABLE " + qualified() + " ("
                + relation.columns().stream().map(PgTable::definition).collect(Collectors.joining(", "))
                + ", PRIMARY KEY (" + SqlName.quoted(key()) + "))"
                + (isHistory
                        ? " PARTITION BY RANGE ("
                                + SqlName.quoted(relation.time().orElseThrow()) + ")"
                        : relation.isLatestOnly() ? " WITH (fillfactor = 85)" : ""));
        if (isHistory) {
            sql.add("CREATE TABLE " + qualified(name() + "_other") + " PARTITION OF " + qualified() + " DEFAULT");
        }
        for (List<String> index : INDEXES.getOrDefault(name(), List.of())) {
            sql.add("CREATE INDEX ON " + qualified() + " (" + SqlName.quoted(index) + ")");
        }
        sql.add("COMMENT ON TABLE " + qualified() + " IS " + SqlName.literal(relation.doc()));
        relation.columns().forEach(column -> sql.add(comment(column)));
        return sql;
    }

    private String comment(Column column) {
        return "COMMENT ON COLUMN " + qualified() + "." + SqlName.quoted(column.name()) + " IS "
                + SqlName.literal(column.doc() + (column.unit().isEmpty() ? "" : " [" + column.unit() + "]"));
    }

    /** Returns the statement that adds a column of a later release. */
    List<String> add(Column column) {
        return List.of("ALTER TABLE " + qualified() + " ADD COLUMN " + definition(column), comment(column));
    }

    /** Returns the indexed columns, whose values must be short. */
    List<Integer> indexed() {
        List<String> names = Stream.concat(
                        relation.key().stream(),
                        INDEXES.getOrDefault(name(), List.of()).stream().flatMap(List::stream))
                .distinct()
                .toList();
        List<Integer> positions = new ArrayList<>();
        for (int i = 0; i < relation.columns().size(); i++) {
            Column column = relation.columns().get(i);
            if (column.type().equals(SqlType.TEXT) && names.contains(column.name())) {
                positions.add(i);
            }
        }
        return positions;
    }

    static boolean hasPartition(YearMonth month) {
        return month.getYear() >= FIRST_YEAR && month.getYear() <= LAST_YEAR;
    }

    /**
     * Returns the statements that create the partition of a month. It is attached to its table, which does not block
     * readers, unlike creating it in place.
     */
    List<String> partition(YearMonth month) {
        String partition = partitionName(month);
        String zone = relation.column(relation.time().orElseThrow())
                        .orElseThrow()
                        .type()
                        .equals(SqlType.DATE)
                ? ""
                : " 00:00:00+00";
        return List.of(
                "CREATE TABLE " + qualified(partition) + " (LIKE " + qualified() + " INCLUDING ALL)",
                "ALTER TABLE " + qualified() + " ATTACH PARTITION " + qualified(partition) + " FOR VALUES FROM ('"
                        + month.atDay(1) + zone + "') TO ('"
                        + month.plusMonths(1).atDay(1) + zone + "')");
    }

    String partitionName(YearMonth month) {
        return name() + String.format(Locale.ROOT, "_%04d_%02d", month.getYear(), month.getMonthValue());
    }

    /** Returns the statement that copies binary rows to the table, or to the staging table if rows replace others. */
    String copy() {
        String into = relation.isLatestOnly() ? staging() : qualified();
        return "COPY " + into + " (" + columns() + ") FROM STDIN (FORMAT binary)";
    }

    /** Returns the statement that creates the staging table, which is empty at the begin and end of each transaction. */
    String createStaging() {
        return "CREATE TEMPORARY TABLE IF NOT EXISTS " + SqlName.quoted("new_" + name()) + " (LIKE " + qualified()
                + ") ON COMMIT DELETE ROWS";
    }

    /** Returns the SQL that writes the row of each key in the staging table, unless the existing row is newer. */
    String upsert() {
        List<String> key = key();
        String set = relation.columns().stream()
                .map(Column::name)
                .filter(name -> !key.contains(name))
                .map(name -> SqlName.quoted(name) + " = EXCLUDED." + SqlName.quoted(name))
                .collect(Collectors.joining(", "));
        return "INSERT INTO " + qualified() + " AS held (" + columns() + ") SELECT " + columns() + " FROM " + staging()
                + " ON CONFLICT (" + SqlName.quoted(key) + ") DO UPDATE SET " + set
                + " WHERE held.kafka_partition <> EXCLUDED.kafka_partition OR held.kafka_offset < EXCLUDED.kafka_offset";
    }

    /** Returns the statement that removes keys unless their row is newer; parameters are arrays of keys, partitions and offsets. */
    String delete() {
        return "DELETE FROM " + qualified() + " AS held USING unnest(?::text[], ?::integer[], ?::bigint[])"
                + " AS gone (kafka_key, kafka_partition, kafka_offset) WHERE held.kafka_key = gone.kafka_key"
                + " AND (held.kafka_partition <> gone.kafka_partition OR held.kafka_offset < gone.kafka_offset)";
    }

    private String columns() {
        return SqlName.quoted(relation.columns().stream().map(Column::name).toList());
    }
}
