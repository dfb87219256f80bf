package io.fairstream.analysis.export;

import io.fairstream.reports.records.Failure;
import io.fairstream.reports.records.PartitionOffsets;
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
 * The directory of a table's files. A file is written under another name, forced to disk and renamed; when all files of a range of
 * offsets are there a file of its own in {@code _done} says so. Files whose range is not there belong to a run that was killed and are
 * removed by the next one, which begins again where the last range ends. Several threads may write ranges of different partitions.
 */
final class ExportFolder implements AutoCloseable {
    private static final String PART = ".part-";
    private static final String TERMS = "_export.properties";
    private static final String DONE = "_done";
    private static final String LOCK = "_lock";

    /** Names of files have at most 255 bytes. */
    private static final int LONGEST = 180;

    private final ExportPlan plan;
    private final Path path;
    private final @Nullable FileChannel lock;
    private final Set<OffsetRange> done = new ConcurrentSkipListSet<>();

    /** Writes what a file holds, to a path. */
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
     * For writing; nobody else can meanwhile.
     *
     * @throws Failure if somebody does, or what is there was exported under other terms
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
     * For reading what a directory holds of a table.
     *
     * @throws Failure if nothing was exported there
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

    /** Removes files whose range is not done, and files that were not even renamed. */
    private void removeHalfDone() throws IOException {
        for (Path file : files(path)) {
            String name = String.valueOf(file.getFileName());
            Optional<OffsetRange> range = OffsetRange.of(name);
            if (name.startsWith(PART) || (range.isPresent() && !done.contains(range.get()))) {
                Files.deleteIfExists(file);
            }
        }
    }

    /** All files of data below a directory, in the order of their names. */
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

    /** The ranges that are there, in order. */
    List<OffsetRange> ranges() {
        return new ArrayList<>(done);
    }

    /** The files of data, in order. */
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

    /** Up to which offset the partition is there; 0 for nothing. */
    long end(int partition) {
        return done.stream()
                .filter(range -> range.partition() == partition)
                .mapToLong(OffsetRange::to)
                .max()
                .orElse(0);
    }

    /** Writes a file so that it is there whole or not at all. */
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

    /** That all files of the range are there. */
    void done(OffsetRange range, long rows) throws IOException {
        write(
                path.resolve(DONE),
                range.name(plan.relation().name(), "json"),
                part -> Files.write(part, ("{\"rows\":" + rows + "}\n").getBytes(StandardCharsets.UTF_8)));
        done.add(range);
    }

    /** The name of the file of the latest rows as of there. */
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
