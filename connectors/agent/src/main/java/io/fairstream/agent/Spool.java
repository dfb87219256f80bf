package io.fairstream.agent;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.fairstream.schemas.JsonException;
import io.fairstream.schemas.PlainJson;
import io.fairstream.schemas.SessionDelta;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/**
 * Queue of unacknowledged snapshots on disk, the oldest first: a directory with one file for each, in gzipped JSON lines that
 * {@code produce} can read. Files are written atomically, even if the machine stops. If the capacity is exceeded, the oldest are
 * dropped, because they would be the first to be too late. One agent at a time. Thread-safe.
 */
public final class Spool implements Closeable {
    private static final String ENDING = ".jsonl.gz";
    private static final String UNFINISHED = "unfinished";

    private final Path directory;
    private final long capacity;
    private final FileChannel lock;
    private final TreeMap<String, Long> sizes = new TreeMap<>();
    private long bytes;
    private long dropped;

    /**
     * Opens a directory, or creates it.
     *
     * @param capacity maximum total size of its files in bytes
     * @throws IOException also if another agent uses it
     */
    public Spool(Path directory, long capacity) throws IOException {
        this.directory = directory;
        this.capacity = capacity;
        Files.createDirectories(directory);
        ownersOnly(directory, "rwx------");
        this.lock = FileChannel.open(directory.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        ownersOnly(directory.resolve("lock"), "rw-------");
        if (!isOurs()) {
            lock.close();
            throw new IOException(directory + ": another agent uses this directory (expected: one agent)");
        }
        try (var files = Files.list(directory)) {
            for (Path file : files.toList()) {
                String name = file.getFileName().toString();
                if (name.endsWith(ENDING)) {
                    add(name, Files.size(file));
                }
            }
        }
    }

    /** Restricts access to the owner, because other users of the node must not see the usage. */
    private static void ownersOnly(Path path, String permissions) throws IOException {
        if (Files.getFileStore(path).supportsFileAttributeView(PosixFileAttributeView.class)) {
            Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(permissions));
        }
    }

    private boolean isOurs() throws IOException {
        try {
            return lock.tryLock() != null;
        } catch (OverlappingFileLockException sameProcess) {
            return false;
        }
    }

    private void add(String name, long size) {
        sizes.put(name, size);
        bytes += size;
    }

    /** Stores the records of a snapshot durably. Drops the oldest if there is no room. */
    public synchronized void put(List<SessionDelta> snapshot) throws IOException {
        byte[] content = zipped(snapshot);
        while (!sizes.isEmpty() && bytes + content.length > capacity) {
            remove(sizes.firstKey());
            dropped++;
        }
        if (content.length > capacity) {
            dropped++;
            return;
        }
        SessionDelta first = snapshot.get(0);
        String incarnation = first.getIncarnation();
        String name = String.format(
                "%015d-%s-%010d%s",
                first.getTo().toEpochMilli(),
                incarnation.substring(incarnation.lastIndexOf('/') + 1),
                first.getSequence(),
                ENDING);
        Path unfinished = directory.resolve(UNFINISHED);
        try (FileChannel out = FileChannel.open(
                unfinished,
                StandardOpenOption.CREATE,
                StandardOpenOption.WRITE,
                StandardOpenOption.TRUNCATE_EXISTING)) {
            ownersOnly(unfinished, "rw-------");
            ByteBuffer remaining = ByteBuffer.wrap(content);
            while (remaining.hasRemaining()) {
                out.write(remaining);
            }
            out.force(true);
        }
        Files.move(unfinished, directory.resolve(name), StandardCopyOption.ATOMIC_MOVE);
        try (FileChannel folder = FileChannel.open(directory)) {
            folder.force(true);
        }
        add(name, content.length);
    }

    private static byte[] zipped(List<SessionDelta> snapshot) throws IOException {
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(content)) {
            for (SessionDelta delta : snapshot) {
                out.write((PlainJson.write(delta) + "\n").getBytes(UTF_8));
            }
        }
        return content.toByteArray();
    }

    /** Returns the names of waiting snapshots, oldest first. */
    public synchronized List<String> waiting() {
        return new ArrayList<>(sizes.keySet());
    }

    /**
     * Returns the records of a snapshot; null if it has been removed.
     *
     * @throws DamagedException if the file was modified; nothing in it can be sent
     */
    public synchronized @Nullable List<SessionDelta> read(String name) throws IOException {
        try (GZIPInputStream in = new GZIPInputStream(Files.newInputStream(directory.resolve(name)))) {
            return new String(in.readAllBytes(), UTF_8)
                    .lines()
                    .map(line -> PlainJson.read(SessionDelta.class, line))
                    .toList();
        } catch (NoSuchFileException dropped) {
            return null;
        } catch (ZipException | EOFException | JsonException e) {
            throw new DamagedException(directory.resolve(name) + ": " + e.getMessage(), e);
        }
    }

    /** Exception for a file that was modified after it was written. */
    public static final class DamagedException extends IOException {
        private static final long serialVersionUID = 1L;

        DamagedException(String message, Exception cause) {
            super(message, cause);
        }
    }

    /** Removes a delivered snapshot. */
    public synchronized void remove(String name) throws IOException {
        Files.deleteIfExists(directory.resolve(name));
        Long size = sizes.remove(name);
        bytes -= size == null ? 0 : size;
    }

    /** Removes a snapshot that cannot be delivered. */
    synchronized void drop(String name) throws IOException {
        remove(name);
        dropped++;
    }

    /** Counts a snapshot that could not be stored. */
    synchronized void lost() {
        dropped++;
    }

    /** Returns the number of dropped snapshots, whose time is not covered. */
    public synchronized long dropped() {
        return dropped;
    }

    /** Returns the total size of the files of waiting snapshots, bytes. */
    public synchronized long bytes() {
        return bytes;
    }

    public Path directory() {
        return directory;
    }

    @Override
    public void close() throws IOException {
        lock.close();
    }
}
