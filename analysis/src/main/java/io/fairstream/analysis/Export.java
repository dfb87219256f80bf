package io.fairstream.analysis;

import io.fairstream.query.records.Failure;
import io.fairstream.query.records.Offsets;
import io.fairstream.query.records.PartitionOffsets;
import io.fairstream.query.records.Row;
import io.fairstream.query.records.RowShare;
import io.fairstream.query.records.TopicReader;
import io.fairstream.relations.Relation;
import io.fairstream.relations.Source;
import io.fairstream.schemas.Topic;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.SQLException;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.avro.generic.IndexedRecord;
import org.apache.kafka.common.TopicPartition;

/**
 * Export of a topic to files. Exported rows are not copied again, and an incomplete export of a killed run is repeated,
 * so that each row is exported exactly once.
 */
public final class Export {
    /** Maximum number of rows in a file. */
    private static final int ROWS = 1_000_000;

    /** Memory limit; rows of one record, such as a block of charges, stay in one file. */
    private static final String MEMORY = "1GB";

    private final ExportPlan plan;
    private final TopicReader reader;
    private final ExportFolder folder;
    private final Database database;
    private final Map<Integer, Batch> batches = new ConcurrentHashMap<>();
    private final int rowsOfAFile;
    private final AtomicLong rows = new AtomicLong();
    private final AtomicLong files = new AtomicLong();

    /**
     * Result of the export of one table.
     *
     * @param files number of new files
     * @param missed number of offsets deleted from the topic before they were exported
     */
    public record Result(String table, long files, long rows, long missed) {}

    private Export(ExportPlan plan, TopicReader reader, ExportFolder folder, Database database, int rowsOfAFile) {
        this.plan = plan;
        this.reader = reader;
        this.folder = folder;
        this.database = database;
        this.rowsOfAFile = rowsOfAFile;
    }

    /**
     * Exports new records.
     *
     * @throws Failure if another run is active there, the directory has files with other terms, or writing fails
     */
    public static Result run(ExportPlan plan, TopicReader reader) {
        return run(plan, reader, ROWS);
    }

    /** As {@link #run(ExportPlan, TopicReader)}, with another file size. */
    static Result run(ExportPlan plan, TopicReader reader, int rowsOfAFile) {
        try (ExportFolder folder = ExportFolder.open(plan);
                Database database = Database.open(ZoneOffset.UTC, MEMORY)) {
            Export export = new Export(plan, reader, folder, database, rowsOfAFile);
            return plan.relation().isLatestOnly()
                    ? export.snapshot()
                    : export.journal(plan.relation().topic());
        } catch (SQLException e) {
            throw unwritten(plan, e);
        } catch (IOException | UncheckedIOException e) {
            throw unwritten(plan, e);
        }
    }

    private static Failure unwritten(ExportPlan plan, Exception e) {
        String reason = String.valueOf(e.getMessage()).replaceAll("\\s*\\R\\s*", "; ");
        return new Failure(
                plan.folder() + ": " + reason
                        + " (nothing is lost: mend it, make room if the disk is full, and run the same again)",
                e);
    }

    private <V> Result journal(Topic<V> topic) throws SQLException, IOException {
        PartitionOffsets ends = reader.ends(topic);
        Map<TopicPartition, Long> begins = new HashMap<>();
        long missed = 0;
        try (Offsets offsets = new Offsets(reader.settings())) {
            PartitionOffsets there = offsets.begins(ends.partitions());
            for (TopicPartition partition : ends.partitions()) {
                long done = folder.end(partition.partition());
                long begin = Math.max(there.of(partition), done);
                missed += done == 0 ? 0 : begin - done;
                begins.put(partition, begin);
                batches.put(partition.partition(), new Batch(plan, database, partition.partition(), begin));
            }
        }
        reader.readShared(topic, new PartitionOffsets(begins), ends, Share::new);
        return new Result(plan.relation().name(), files.get(), rows.get(), missed);
    }

    /** Share of one thread in the export: it has its own partitions, and writes their last files after all rows have come. */
    private final class Share<V> implements RowShare<Row<V>> {
        private final PartitionOffsets ends;

        Share(PartitionOffsets ends) {
            this.ends = ends;
        }

        @Override
        public void add(Row<V> row) {
            if (row.value() instanceof IndexedRecord value) {
                copy(row, value);
            }
        }

        @Override
        public void finish() {
            for (TopicPartition partition : ends.partitions()) {
                try {
                    Export.this.finish(partition.partition(), ends.of(partition));
                } catch (SQLException | IOException e) {
                    throw unwritten(plan, e);
                }
            }
        }

        @Override
        public void close() {
            for (TopicPartition partition : ends.partitions()) {
                try {
                    batch(partition.partition()).close();
                } catch (SQLException e) {
                    throw unwritten(plan, e);
                }
            }
        }
    }

    private void copy(Row<?> row, IndexedRecord value) {
        try {
            if (batch(row.partition()).rows() >= rowsOfAFile) {
                finish(row.partition(), row.offset());
            }
            for (Source source : plan.relation().rows(row.key(), value, row.partition(), row.offset())) {
                batch(row.partition()).add(source);
            }
        } catch (SQLException | IOException e) {
            throw unwritten(plan, e);
        }
    }

    private Batch batch(int partition) {
        return Objects.requireNonNull(batches.get(partition));
    }

    private void finish(int partition, long end) throws SQLException, IOException {
        Batch batch = batch(partition);
        if (end > batch.begin()) {
            rows.addAndGet(batch.rows());
            files.addAndGet(batch.write(folder, end));
        }
        batches.put(partition, new Batch(plan, database, partition, end));
    }

    private Result snapshot() throws SQLException, IOException {
        Relation relation = plan.relation();
        PartitionOffsets ends = reader.ends(relation.topic());
        if (folder.hasSnapshot(ends)) {
            return new Result(relation.name(), 0, 0, 0);
        }
        try (Batch batch = new Batch(plan, database, 0, 0)) {
            PartitionOffsets read = latest(relation.topic(), batch);
            long written = folder.hasSnapshot(read) ? 0 : batch.writeSnapshot(folder, read);
            return new Result(relation.name(), written, written == 0 ? 0 : batch.rows(), 0);
        }
    }

    private <V> PartitionOffsets latest(Topic<V> topic, Batch batch) {
        return reader.readLatest(topic, row -> {
            if (row.value() instanceof IndexedRecord value) {
                try {
                    batch.add(new Source(row.key(), value, row.partition(), row.offset(), 0));
                } catch (SQLException e) {
                    throw unwritten(plan, e);
                }
            }
        });
    }
}
