package io.fairstream.analysis.export;

import io.fairstream.analysis.relations.Relation;
import io.fairstream.analysis.relations.Source;
import io.fairstream.analysis.sql.Database;
import io.fairstream.reports.records.Failure;
import io.fairstream.reports.records.Offsets;
import io.fairstream.reports.records.PartitionOffsets;
import io.fairstream.reports.records.Row;
import io.fairstream.reports.records.TopicReader;
import io.fairstream.schemas.Topic;
import io.fairstream.schemas.Topics;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.SQLException;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.apache.avro.generic.IndexedRecord;
import org.apache.kafka.common.TopicPartition;

/**
 * Copies a topic to files. What files hold already is not copied again, and what a killed run left half done is done anew, so that
 * each row is there once, however often and however badly it ends.
 */
public final class Export {
    /** A file is full with so many rows. */
    private static final int ROWS = 1_000_000;

    /** Rows of a record, such as a block of charges, stay in one file. */
    private static final String MEMORY = "1GB";

    private final ExportPlan plan;
    private final TopicReader reader;
    private final ExportFolder folder;
    private final Database database;
    private final Map<Integer, Batch> batches = new TreeMap<>();
    private final int rowsOfAFile;
    private long rows;
    private long files;

    /**
     * What was done.
     *
     * @param files how many are new
     * @param missed offsets that were deleted from the topic before they were exported
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
     * Exports what is new.
     *
     * @throws Failure if another run is at work there, files of other terms are there, or they cannot be written
     */
    public static Result run(ExportPlan plan, TopicReader reader) {
        return run(plan, reader, ROWS);
    }

    /** With files of so many rows. */
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
        read(topic, new PartitionOffsets(begins), ends);
        for (TopicPartition partition : ends.partitions()) {
            finish(partition.partition(), ends.of(partition));
        }
        return new Result(plan.relation().name(), files, rows, missed);
    }

    private <V> void read(Topic<V> topic, PartitionOffsets begins, PartitionOffsets ends) {
        String name = topic.in(reader.settings().topicPrefix());
        Consumer<Row<V>> copied = row -> {
            TopicPartition partition = new TopicPartition(name, row.partition());
            boolean isWanted = row.offset() >= begins.of(partition) && row.offset() < ends.of(partition);
            if (isWanted && row.value() instanceof IndexedRecord value) {
                copy(row, value);
            }
        };
        if (Topics.inputs().contains(topic)) {
            reader.readReadable(topic, copied);
        } else {
            reader.readSince(topic, begins, copied);
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
        } catch (SQLException e) {
            throw unwritten(plan, e);
        } catch (IOException e) {
            throw unwritten(plan, e);
        }
    }

    private Batch batch(int partition) {
        Batch batch = batches.get(partition);
        if (batch == null) {
            throw new Failure(plan.relation().name() + ": partition " + partition
                    + " is new (expected: none while it is exported)");
        }
        return batch;
    }

    private void finish(int partition, long end) throws SQLException, IOException {
        Batch batch = batch(partition);
        if (end > batch.begin()) {
            rows += batch.rows();
            files += batch.write(folder, end);
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
            files += folder.hasSnapshot(read) ? 0 : batch.writeSnapshot(folder, read);
            return new Result(relation.name(), files, files == 0 ? 0 : batch.rows(), 0);
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
