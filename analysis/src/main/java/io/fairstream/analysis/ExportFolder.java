package io.fairstream.analysis;

import io.fairstream.query.records.Failure;
import io.fairstream.query.records.PartitionOffsets;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Directory of a table's files. A file is written under a temporary name, synced to disk and renamed. When all files of
 * a range of offsets exist, a marker file in {@code _done} is written. Files without a marker belong to a killed run;
 * the next one removes them and continues after the last complete range. Several threads may write ranges of different
 * partitions.
 */
final class ExportFolder implements AutoCloseable {
    private static final String PART = ".part-";
    private static final String TERMS = "_export.properties";
    private static final String DONE = "_done";
    private static final String LOCK = "_lock";

    /** Limit for a part of a file name; file systems allow at most 255 bytes. */
    private static final int LONGEST = 180;

    private final ExportPlan plan;
    private final Path path;
    private final @Nullable FileChannel lock;
    private final Set<OffsetRange> done = new ConcurrentSkipListSet<>();

    /** Writes the content of a file to a path. */
    @FunctionalInterface
    interface Writer {
        void write(Path file) throws SQLException, IOException;
    }

    private ExportFolder(ExportPlan plan, @Nullable FileChannel lock) {
        this.plan = plan;
        this.path = plan.folder();
        this.lock = lock;
    }

    /**
     * Opens the directory for writing, with an exclusive lock.
     *
     * @throws Failure if it is locked, or contains an export with other terms
     */
    static ExportFolder open(ExportPlan plan) throws IOException {
        Path path = Files.createDirectories(plan.folder());
        Files.createDirectories(path.resolve(DONE));
        FileChannel channel = FileChannel.open(path.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        try {
            FileLock held = channel.tryLock();
            if (held == null) {
                throw busy(path);
            }
            ExportFolder folder = new ExportFolder(plan, channel);
            folder.requireTerms();
            folder.readDone();
            folder.removeHalfDone();
            return folder;
        } catch (OverlappingFileLockException e) {
            channel.close();
            throw busy(path);
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    /**
     * Opens the directory for reading.
     *
     * @throws Failure if it contains no export
     */
    static ExportFolder look(ExportPlan plan) throws IOException {
        ExportFolder folder = new ExportFolder(plan, null);
        if (!Files.exists(folder.path.resolve(TERMS))) {
            throw new Failure(folder.path + ": nothing was exported there (expected: a directory of export "
                    + plan.relation().name() + " --to)");
        }
        folder.requireTerms();
        folder.readDone();
        return folder;
    }

    private static Failure busy(Path path) {
        return new Failure(path + ": another export is at work there");
    }

    private void requireTerms() throws IOException {
        Path file = path.resolve(TERMS);
        if (!Files.exists(file)) {
            write(path, TERMS, part -> Files.writeString(part, plan.terms()));
            return;
        }
        String there = Files.readString(file);
        if (!there.equals(plan.terms())) {
            throw new Failure(path + ": holds " + oneLine(there) + " (expected: " + oneLine(plan.terms())
                    + ", or another directory)");
        }
    }

    private static String oneLine(String terms) {
        return terms.lines().filter(line -> !line.endsWith("=")).collect(Collectors.joining(" "));
    }

    private void readDone() throws IOException {
        for (Path file : files(path.resolve(DONE))) {
            OffsetRange.of(String.valueOf(file.getFileName())).ifPresent(done::add);
        }
    }

    /** Removes files of incomplete ranges, and temporary files. */
    private void removeHalfDone() throws IOException {
        for (Path file : files(path)) {
            String name = String.valueOf(file.getFileName());
            Optional<OffsetRange> range = OffsetRange.of(name);
            if (name.startsWith(PART) || (range.isPresent() && !done.contains(range.get()))) {
                Files.deleteIfExists(file);
            }
        }
    }

    /** Returns all data files below a directory, by name. */
    private static List<Path> files(Path directory) throws IOException {
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        try (Stream<Path> all = Files.walk(directory)) {
            return all.filter(Files::isRegularFile).sorted().toList();
        }
    }

    Path path() {
        return path;
    }

    /** Returns the complete ranges, in order. */
    List<OffsetRange> ranges() {
        return new ArrayList<>(done);
    }

    /** Returns the data files, in order. */
    List<Path> data() throws IOException {
        List<Path> data = new ArrayList<>();
        for (Path file : files(path)) {
            String name = String.valueOf(file.getFileName());
            boolean isData = !file.startsWith(path.resolve(DONE)) && !name.startsWith(PART) && !name.startsWith("_");
            if (isData && OffsetRange.of(name).map(done::contains).orElse(false)) {
                data.add(file);
            }
        }
        return Collections.unmodifiableList(data);
    }

    /** Returns the end offset of the exported part of the partition; 0 for none. */
    long end(int partition) {
        return done.stream()
                .filter(range -> range.partition() == partition)
                .mapToLong(OffsetRange::to)
                .max()
                .orElse(0);
    }

    /** Writes a file atomically. */
    void write(Path directory, String name, Writer writer) throws IOException {
        Files.createDirectories(directory);
        Path part = directory.resolve(PART + name);
        try {
            writer.write(part);
            force(part, StandardOpenOption.WRITE);
            Files.move(
                    part, directory.resolve(name), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            force(directory, StandardOpenOption.READ);
        } catch (SQLException e) {
            throw new IOException(e.getMessage(), e);
        } finally {
            Files.deleteIfExists(part);
        }
    }

    private static void force(Path path, StandardOpenOption how) throws IOException {
        try (FileChannel channel = FileChannel.open(path, how)) {
            channel.force(true);
        }
    }

    /** Marks the range as complete. */
    void done(OffsetRange range, long rows) throws IOException {
        write(
                path.resolve(DONE),
                range.name(plan.relation().name(), "json"),
                part -> Files.write(part, ("{\"rows\":" + rows + "}\n").getBytes(StandardCharsets.UTF_8)));
        done.add(range);
    }

    /** Returns the name of a file with the latest rows as of these offsets. */
    String snapshot(PartitionOffsets ends) {
        return snapshotName(ends) + "." + plan.format().ending();
    }

    private String snapshotName(PartitionOffsets ends) {
        List<Map.Entry<TopicPartition, Long>> sorted = ends.offsets().entrySet().stream()
                .sorted(Comparator.comparingInt(end -> end.getKey().partition()))
                .toList();
        String all = sorted.stream().map(end -> Long.toString(end.getValue())).collect(Collectors.joining("-"));
        String shorter =
                sorted.stream().mapToLong(Map.Entry::getValue).sum() + "-" + Integer.toHexString(all.hashCode());
        return plan.relation().name() + "-at-" + (all.length() > LONGEST ? shorter : all);
    }

    boolean hasSnapshot(PartitionOffsets ends) {
        return Files.exists(path.resolve(DONE).resolve(snapshotName(ends) + ".json"));
    }

    void doneSnapshot(PartitionOffsets ends, long rows) throws IOException {
        write(
                path.resolve(DONE),
                snapshotName(ends) + ".json",
                part -> Files.write(part, ("{\"rows\":" + rows + "}\n").getBytes(StandardCharsets.UTF_8)));
    }

    @Override
    public void close() throws IOException {
        if (lock != null) {
            lock.close();
        }
    }
}
