package io.fairstream.app;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.SYNC;
import static java.nio.file.StandardOpenOption.TRUNCATE_EXISTING;
import static java.nio.file.StandardOpenOption.WRITE;

import io.fairstream.app.FairstreamApp.LocalStateFailedException;
import io.fairstream.app.config.Keys;
import io.fairstream.app.config.Settings;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.function.Supplier;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TopicListing;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.utils.Utils;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.TopologyDescription;
import org.apache.kafka.streams.errors.ProcessorStateException;
import org.apache.kafka.streams.errors.StreamsException;
import org.apache.kafka.streams.processor.TaskId;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Local copies of the tasks' state, one directory for each task. The changelogs hold the same data, so an unreadable copy is set aside
 * and Kafka Streams builds another, unless that was done within the hour. A copy made from other changelogs is deleted: Kafka Streams knows
 * a changelog by name and offset only, and would take it for the state in a cluster, or in topics, made again under the same names.
 */
public final class LocalState {
    static final String SET_ASIDE = ".unreadable";

    private static final Logger LOG = LoggerFactory.getLogger(LocalState.class);

    /** File of the changelogs that the copies were made from: a line for each with name and id. */
    private static final String ORIGIN = "changelogs";

    private static final String TASK = "\\d+_\\d+";

    /** Time within which a second failure of the same copy means that rebuilding does not help. */
    private static final Duration A_MOMENT = Duration.ofHours(1);

    private final Path directory;
    private final InstantSource clock;
    private final Map<String, Instant> rebuilt = new HashMap<>();

    LocalState(Path directory, InstantSource clock) {
        this.directory = directory;
        this.clock = clock;
    }

    public static LocalState of(Settings settings, String applicationId) {
        return new LocalState(settings.get(Keys.STATE_DIR).resolve(applicationId), InstantSource.system());
    }

    /**
     * Changelogs of a topology.
     *
     * @param own a line for each one in the cluster, with its name and id
     * @param areAll false if the topology has others that are not in the cluster yet
     * @param topics a line for each topic of the cluster
     */
    public record Changelogs(List<String> own, boolean areAll, Set<String> topics) {

        /** Reads them from the cluster; throws {@link KafkaException} if it does not answer. */
        public static Changelogs of(Settings settings, String applicationId, Topology topology) {
            Set<String> names = topology.describe().subtopologies().stream()
                    .flatMap(part -> part.nodes().stream())
                    .filter(TopologyDescription.Processor.class::isInstance)
                    .flatMap(node -> ((TopologyDescription.Processor) node).stores().stream())
                    .map(store -> applicationId + "-" + store + "-changelog")
                    .collect(Collectors.toSet());
            try (Admin admin = Admin.create(settings.admin())) {
                Collection<TopicListing> topics = admin.listTopics().listings().get();
                List<String> own = topics.stream()
                        .filter(topic -> names.contains(topic.name()))
                        .map(Changelogs::line)
                        .toList();
                Set<String> all = topics.stream().map(Changelogs::line).collect(Collectors.toSet());
                return new Changelogs(own, own.size() == names.size(), all);
            } catch (InterruptedException e) {
                throw new InterruptException(e);
            } catch (ExecutionException e) {
                throw new KafkaException(e.getCause());
            }
        }

        private static String line(TopicListing topic) {
            return topic.name() + " " + topic.topicId();
        }
    }

    /**
     * Deletes the copies, before {@code streams} starts, unless all changelogs that they were made from are in the cluster. Closes
     * {@code streams} if that fails.
     */
    public void deleteUnlessOf(Supplier<Changelogs> changelogs, KafkaStreams streams) {
        try {
            Changelogs now = changelogs.get();
            List<String> origin = origin();
            if (origin.isEmpty() || !now.topics().containsAll(origin)) {
                forget(origin.isEmpty() ? "of unknown changelogs" : "of other changelogs than the cluster's", streams);
                if (now.areAll()) {
                    write(now);
                }
            }
        } catch (IOException e) {
            streams.close();
            throw new LocalStateFailedException(
                    "state.dir: " + directory + " (expected: files that can be written): " + e, e);
        } catch (RuntimeException e) {
            streams.close();
            throw e;
        }
    }

    private void forget(String what, KafkaStreams streams) throws IOException {
        if (!tasks().isEmpty()) {
            LOG.warn("Local state {} is {}; rebuilding it", directory, what);
            streams.cleanUp();
        }
        Files.deleteIfExists(directory.resolve(ORIGIN));
    }

    private List<String> origin() {
        try {
            return Files.readAllLines(directory.resolve(ORIGIN));
        } catch (IOException none) {
            return List.of();
        }
    }

    private void write(Changelogs changelogs) throws IOException {
        Path next = Files.createDirectories(directory).resolve(ORIGIN + ".next");
        Files.write(next, changelogs.own(), CREATE, TRUNCATE_EXISTING, WRITE, SYNC);
        Files.move(next, directory.resolve(ORIGIN), StandardCopyOption.ATOMIC_MOVE);
    }

    /**
     * Notes the changelogs that the copies are made from, once all are in the cluster, on a thread of its own, since the cluster is asked.
     * An instance that ends before builds its copies again at the next start.
     */
    public void noteOrigin(Supplier<Changelogs> changelogs) {
        if (origin().isEmpty()) {
            Thread thread = new Thread(() -> note(changelogs), "local-state-origin");
            thread.setDaemon(true);
            thread.start();
        }
    }

    private void note(Supplier<Changelogs> changelogs) {
        try {
            write(changelogs.get());
        } catch (IOException | KafkaException e) {
            LOG.warn("Cannot write {}; the next start rebuilds the local state", directory.resolve(ORIGIN), e);
        }
    }

    /**
     * Loads the native library of the store, which is unpacked to the temporary directory; throws {@link LocalStateFailedException} if it
     * cannot be loaded, since every task would fail.
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
     * Restricts access to the owner, since the state names people. Kafka Streams, which creates the directories, permits the group, too. No
     * effect on file systems without permissions.
     */
    void permitOwnerOnly() {
        try {
            Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwx------"));
        } catch (IOException | UnsupportedOperationException e) {
            LOG.debug("{}: permissions stay as they are", directory, e);
        }
    }

    /**
     * Sets aside the copies that the failure could not read.
     *
     * @return one line for each task; empty if the failure is of another kind
     * @throws LocalStateFailedException if setting aside does not help: the disk is full, or the copy has been rebuilt before
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

    /** Sets one task's copy aside; Kafka Streams may have deleted it already when it stopped the task. */
    private String setAside(String task, Throwable failure) {
        Path copy = directory.resolve(task);
        String why = UnreadableState.rootMessage(failure);
        Instant now = clock.instant();
        Instant before = rebuilt.put(task, now);
        if (before != null && now.isBefore(before.plus(A_MOMENT))) {
            throw new LocalStateFailedException(
                    "local state " + copy + " cannot be read, though it was rebuilt a moment ago: " + why, failure);
        }
        Path aside = directory.resolve(task + SET_ASIDE);
        try {
            boolean isThere = Files.exists(copy);
            if (isThere) {
                Utils.delete(aside.toFile());
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

    /** Failures of Kafka Streams that mean an unreadable local copy of state, and the tasks of that copy. */
    static final class UnreadableState {
        private static final int DEEPEST = 20;
        private static final String NO_SPACE = "no space left on device";

        /** Messages of failures of the machine rather than of the copy: another copy would fail in the same way. */
        private static final List<String> OF_THE_MACHINE = List.of("too many open files", "/lock: ", "lock hold by");

        private static final Pattern TASK = Pattern.compile("(?<![\\w.-])\\d+_\\d+(?![\\w.-])");

        private static final Pattern TASK_IN_PATH = Pattern.compile("(?<=/)\\d+_\\d+(?=/)");

        private UnreadableState() {}

        /** Returns true if a disk is full; then the state itself is intact. */
        static boolean isFullDisk(Throwable failure) {
            return chain(failure)
                    .anyMatch(cause -> message(cause).contains(NO_SPACE)
                            || (cause instanceof RocksDBException store
                                    && store.getStatus() != null
                                    && store.getStatus().getSubCode() == Status.SubCode.NoSpace));
        }

        /** Returns true if a copy could not be read or opened. */
        static boolean isIn(Throwable failure) {
            return chain(failure).anyMatch(ProcessorStateException.class::isInstance)
                    && chain(failure).noneMatch(UnreadableState::isOfTheMachine)
                    && chain(failure).anyMatch(cause -> cause instanceof RocksDBException || isOfCheckpoint(cause));
        }

        /** Returns true if the file of offsets is unreadable; Kafka Streams parses that file as text. */
        private static boolean isOfCheckpoint(Throwable failure) {
            Throwable cause = failure.getCause();
            return failure instanceof ProcessorStateException
                    && message(failure).contains("checkpoint")
                    && (cause instanceof IOException || cause instanceof IllegalArgumentException);
        }

        private static boolean isOfTheMachine(Throwable cause) {
            return cause instanceof RocksDBException && OF_THE_MACHINE.stream().anyMatch(message(cause)::contains);
        }

        /** Ids of the tasks that the failure names, if any, in a message of Kafka Streams or a path; their copies may no longer exist. */
        static Set<String> tasks(Throwable failure) {
            return chain(failure)
                    .flatMap(cause -> Stream.concat(id(cause), inWords(cause)))
                    .collect(Collectors.toCollection(TreeSet::new));
        }

        private static Stream<String> id(Throwable cause) {
            return cause instanceof StreamsException failed
                    ? failed.taskId().map(TaskId::toString).stream()
                    : Stream.empty();
        }

        private static Stream<String> inWords(Throwable cause) {
            Pattern named = cause instanceof StreamsException ? TASK : TASK_IN_PATH;
            return named.matcher(String.valueOf(cause.getMessage())).results().map(MatchResult::group);
        }

        /** Returns the message of the innermost cause, in one line. */
        static String rootMessage(Throwable failure) {
            Throwable root = failure;
            while (root.getCause() != null) {
                root = root.getCause();
            }
            String message = root.getMessage() == null ? root.toString() : root.getMessage();
            return message.replaceAll("\\s*\\R\\s*", "; ");
        }

        /** Returns a failure and its causes, the outermost first; the length is limited in case the causes form a cycle. */
        static Stream<Throwable> chain(Throwable failure) {
            return Stream.iterate(failure, cause -> cause != null, Throwable::getCause)
                    .limit(DEEPEST);
        }

        private static String message(Throwable cause) {
            return String.valueOf(cause.getMessage()).toLowerCase(Locale.ROOT);
        }
    }
}
