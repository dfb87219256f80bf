package io.fairstream.analysis;

import io.fairstream.query.records.PartitionOffsets;
import io.fairstream.relations.Source;
import io.fairstream.relations.SqlName;
import io.fairstream.relations.SqlType;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Buffered rows of a partition for files of one name. */
final class Batch implements AutoCloseable {
    /** Hive's partition name for rows without a value. */
    private static final String NO_DAY = "__HIVE_DEFAULT_PARTITION__";

    private final ExportPlan plan;
    private final Database database;
    private final int partition;
    private final long begin;
    private @Nullable Connection connection;
    private @Nullable FileTable table;
    private long rows;

    /** Creates a batch, which one thread fills, writes and closes. */
    Batch(ExportPlan plan, Database database, int partition, long begin) {
        this.plan = plan;
        this.database = database;
        this.partition = partition;
        this.begin = begin;
    }

    long begin() {
        return begin;
    }

    long rows() {
        return rows;
    }

    void add(Source source) throws SQLException {
        open().add(source);
        rows++;
    }

    private FileTable open() throws SQLException {
        FileTable open = table;
        if (open == null) {
            Connection own = database.another();
            connection = own;
            execute(own, "SET TimeZone = 'UTC'");
            open = new FileTable(own, plan.relation(), plan.relation().name() + "_" + partition);
            table = open;
        }
        return open;
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /**
     * Writes the files, then marks their range as done.
     *
     * @param end the offset after the last
     * @return the number of files
     */
    long write(ExportFolder folder, long end) throws SQLException, IOException {
        OffsetRange range = new OffsetRange(partition, begin, end);
        String name = range.name(plan.relation().name(), plan.format().ending());
        long files = copy(folder, name);
        folder.done(range, rows);
        close();
        return files;
    }

    /** As {@link #write}, for the latest rows of all partitions. */
    long writeSnapshot(ExportFolder folder, PartitionOffsets ends) throws SQLException, IOException {
        long files = copy(folder, folder.snapshot(ends));
        folder.doneSnapshot(ends, rows);
        return files;
    }

    private long copy(ExportFolder folder, String name) throws SQLException, IOException {
        FileTable there = table;
        Connection own = connection;
        if (there == null || own == null) {
            return 0;
        }
        there.finish();
        String chosen = "FROM (" + there.all() + ")" + condition();
        if (!plan.isByDay()) {
            return copy(own, folder, folder.path(), name, chosen) ? 1 : 0;
        }
        long files = 0;
        for (String day : days(own, chosen)) {
            String ofDay = "FROM (" + chosen + ") WHERE " + day() + " = '" + day + "'";
            files += copy(own, folder, folder.path().resolve("day=" + day), name, ofDay) ? 1 : 0;
        }
        return files;
    }

    /** Copies rows to a file; returns false if there are none. */
    private boolean copy(Connection own, ExportFolder folder, Path directory, String name, String chosen)
            throws SQLException, IOException {
        try (Statement counting = own.createStatement();
                ResultSet count = counting.executeQuery("SELECT count(*) " + chosen)) {
            if (!count.next() || count.getLong(1) == 0) {
                return false;
            }
        }
        folder.write(
                directory,
                name,
                file -> execute(
                        own,
                        "COPY (SELECT * " + chosen + order() + ") TO '"
                                + file.toString().replace("'", "''") + "' ("
                                + plan.format().writing() + ")"));
        return true;
    }

    /** Returns the order of rows; those of a journal are already in the order of offsets, which DuckDB preserves. */
    private String order() {
        return plan.relation().isLatestOnly() ? " ORDER BY kafka_partition, kafka_offset" : "";
    }

    private String time() {
        return SqlName.quoted(plan.relation().time().orElseThrow());
    }

    private String day() {
        return "coalesce(strftime(" + time() + ", '%Y-%m-%d'), '" + NO_DAY + "')";
    }

    private List<String> days(Connection own, String chosen) throws SQLException {
        List<String> days = new ArrayList<>();
        try (Statement asking = own.createStatement();
                ResultSet found = asking.executeQuery("SELECT DISTINCT " + day() + " AS d " + chosen + " ORDER BY d")) {
            while (found.next()) {
                days.add(found.getString(1));
            }
        }
        return days;
    }

    private String condition() {
        if (!plan.isPart()) {
            return "";
        }
        boolean isDate = plan.relation()
                .column(plan.relation().time().orElseThrow())
                .orElseThrow()
                .type()
                .equals(SqlType.DATE);
        String time = isDate ? "CAST(" + time() + " AS TIMESTAMPTZ)" : time();
        String from = plan.from() == null ? "true" : time + " >= TIMESTAMPTZ '" + plan.from() + "'";
        String to = plan.to() == null ? "true" : time + " < TIMESTAMPTZ '" + plan.to() + "'";
        return " WHERE " + from + " AND " + to;
    }

    @Override
    public void close() throws SQLException {
        FileTable there = table;
        Connection own = connection;
        table = null;
        connection = null;
        try {
            if (there != null) {
                there.close();
            }
        } finally {
            if (own != null) {
                own.close();
            }
        }
    }
}
