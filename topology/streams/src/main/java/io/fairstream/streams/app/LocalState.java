package io.fairstream.streams.app;

import io.fairstream.streams.config.Settings;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.rocksdb.RocksDB;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The local copies of the tasks' state, a directory a task. What they hold is in changelogs, too, so a copy that cannot be read is
 * set aside, once, and Kafka Streams builds another.
 */
final class LocalState {
    /** Suffix of the name of a directory that was set aside. */
    static final String SET_ASIDE = ".unreadable";

    private static final Logger LOG = LoggerFactory.getLogger(LocalState.class);
    private static final String TASK = "\\d+_\\d+";

    private final Path directory;
    private final Set<String> rebuilt = new HashSet<>();

    LocalState(Path directory) {
        this.directory = directory;
    }

    static LocalState of(Settings settings) {
        return new LocalState(settings.stateDirectory().resolve(settings.applicationId()));
    }

    /**
     * Makes sure that the store's native library is there: it is unpacked to the temporary directory, and otherwise every task would
     * fail of it.
     *
     * @throws LocalStateFailedException if it is not
     */
    static void requireStore() {
        try {
            RocksDB.loadLibrary();
        } catch (RuntimeException | LinkageError e) {
            String temporary = String.valueOf(System.getProperty("java.io.tmpdir"));
            throw new LocalStateFailedException(
                    "java.io.tmpdir: " + temporary
                            + " (expected: a directory in which RocksDB's library can be unpacked and run): "
                            + UnreadableState.rootMessage(e),
                    e);
        }
    }

    /**
     * Lets nobody but the owner in: what is kept names people. Kafka Streams, which makes the directories, lets the group in, too.
     * Without effect where a file system has no permissions.
     */
    void permitOwnerOnly() {
        try {
            Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwx------"));
        } catch (IOException | UnsupportedOperationException e) {
            LOG.debug("{}: permissions stay as they are", directory, e);
        }
    }

    /**
     * Sets aside what the failure could not read.
     *
     * @return what was done, a line a task; empty if the failure is of another kind
     * @throws LocalStateFailedException if that does not help: the disk is full, or the copy has been rebuilt before
     */
    List<String> setAside(Throwable failure) {
        if (UnreadableState.isFullDisk(failure)) {
            throw new LocalStateFailedException("disk full: " + disk() + ", needed for the local state", failure);
        }
        if (!UnreadableState.isIn(failure)) {
            return List.of();
        }
        Set<String> named = UnreadableState.tasks(failure);
        return (named.isEmpty() ? tasks() : named)
                .stream().map(task -> setAside(task, failure)).toList();
    }

    /** Kafka Streams may have deleted the copy itself when it stopped the task. */
    private String setAside(String task, Throwable failure) {
        Path copy = directory.resolve(task);
        String why = UnreadableState.rootMessage(failure);
        if (!rebuilt.add(task)) {
            throw new LocalStateFailedException(
                    "local state " + copy + " cannot be read, though it was rebuilt a moment ago: " + why, failure);
        }
        Path aside = directory.resolve(task + SET_ASIDE);
        try {
            boolean isThere = Files.exists(copy);
            if (isThere) {
                delete(aside);
                Files.move(copy, aside);
            }
            return "local state " + copy + " cannot be read (" + why + "); "
                    + (isThere ? "set aside as " + aside + ", " : "") + "rebuilding it from its changelog";
        } catch (IOException e) {
            throw new LocalStateFailedException(
                    "local state " + copy + " cannot be read (" + why + ") and cannot be set aside: " + e, failure);
        }
    }

    private Set<String> tasks() {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.matches(TASK))
                    .collect(Collectors.toSet());
        } catch (IOException e) {
            return Set.of();
        }
    }

    private String disk() {
        try {
            FileStore store = Files.getFileStore(directory);
            return String.format(Locale.ROOT, "%s (%s; %,d bytes free)", directory, store, store.getUsableSpace());
        } catch (IOException e) {
            return directory.toString();
        }
    }

    private static void delete(Path path) throws IOException {
        if (!Files.exists(path)) {
            return;
        }
        try (Stream<Path> files = Files.walk(path)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
