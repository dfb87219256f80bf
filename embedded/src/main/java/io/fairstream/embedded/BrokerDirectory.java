package io.fairstream.embedded;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.Properties;
import org.apache.kafka.common.Uuid;

/**
 * Directory of an embedded broker, locked by one process at a time. It stores the cluster id and the ports, so that a restart is the same
 * cluster at the same address. Only the owner can read it, because events name people; no effect on file systems without permissions.
 */
final class BrokerDirectory implements AutoCloseable {
    private static final String CLUSTER_ID = "cluster.id";
    private static final String LOCK = "lock";
    private static final String LOGS = "kafka";
    private static final String STATE = "state";

    /** Service that listens, with the key of its port in the stored properties. */
    enum Service {
        BROKER("port"),
        REGISTRY("registry.port"),
        CONSOLE("console.port"),
        OPERATION("operation.port");

        private final String key;

        Service(String key) {
            this.key = key;
        }
    }

    private final Path path;
    private final FileChannel lock;
    private final Properties identity;
    private boolean isElsewhere;

    private BrokerDirectory(Path path, FileChannel lock, Properties identity) {
        this.path = path;
        this.lock = lock;
        this.identity = identity;
    }

    /** Creates the directory, for its owner only, if it is missing, and locks it; fails if another process has locked it. */
    static BrokerDirectory open(Path path) {
        try {
            createForOwner(path);
            FileChannel lock = lock(path);
            try {
                permitOwner(path.resolve(LOCK));
                createOwned(path.resolve(LOGS));
                createOwned(path.resolve(STATE));
                return new BrokerDirectory(path, lock, readIdentity(path));
            } catch (IOException | RuntimeException e) {
                lock.close();
                throw e;
            }
        } catch (IOException e) {
            throw new EmbeddedException("data directory " + path + " cannot be used: " + e, e);
        }
    }

    Path path() {
        return path;
    }

    Path logs() {
        return path.resolve(LOGS);
    }

    /** Directory for the local state of a topology that uses this broker. */
    Path state() {
        return path.resolve(STATE);
    }

    /**
     * Returns true if a broker ran here and was killed; Kafka leaves a marker file behind after a clean shutdown. Call it
     * before the directory is formatted: formatting creates the metadata directory, too.
     */
    boolean wasKilled() {
        return Files.exists(logs().resolve("__cluster_metadata-0"))
                && !Files.exists(logs().resolve(".kafka_cleanshutdown"));
    }

    String clusterId() {
        return identity.getProperty(CLUSTER_ID);
    }

    /** Port on which this service last listened; empty if none is stored or after {@link #goElsewhere}. */
    Optional<Integer> port(Service service) {
        return isElsewhere
                ? Optional.empty()
                : Optional.ofNullable(identity.getProperty(service.key)).map(Integer::valueOf);
    }

    /** Ignores the stored ports from now on, and stores no new ones. */
    void goElsewhere() {
        isElsewhere = true;
    }

    void rememberPort(Service service, int port) {
        if (isElsewhere) {
            return;
        }
        identity.setProperty(service.key, Integer.toString(port));
        try {
            writeIdentity(path, identity);
        } catch (IOException e) {
            throw new EmbeddedException("data directory " + path + " cannot be written: " + e, e);
        }
    }

    @Override
    public void close() {
        try {
            lock.close();
        } catch (IOException e) {
            throw new EmbeddedException("data directory " + path + " cannot be released: " + e, e);
        }
    }

    private static FileChannel lock(Path path) throws IOException {
        Path file = path.resolve(LOCK);
        FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
        boolean held = false;
        try {
            held = channel.tryLock() != null;
        } catch (OverlappingFileLockException e) {
            held = false;
        }
        if (!held) {
            String holder = Files.readString(file).strip();
            channel.close();
            throw new EmbeddedException("data directory " + path + " is in use by process " + holder
                    + " (expected: one process at a time; stop that one or choose another directory)");
        }
        byte[] pid = Long.toString(ProcessHandle.current().pid()).getBytes(StandardCharsets.UTF_8);
        channel.truncate(0);
        channel.write(ByteBuffer.wrap(pid), 0);
        return channel;
    }

    private static Properties readIdentity(Path path) throws IOException {
        Properties identity = new Properties();
        Path file = identityFile(path);
        if (Files.exists(file)) {
            try (var reader = Files.newBufferedReader(file)) {
                identity.load(reader);
            }
        }
        if (identity.getProperty(CLUSTER_ID) == null) {
            identity.setProperty(CLUSTER_ID, Uuid.randomUuid().toString());
            writeIdentity(path, identity);
        }
        return identity;
    }

    private static void writeIdentity(Path path, Properties identity) throws IOException {
        Path fresh = path.resolve("broker.properties.new");
        try (var writer = Files.newBufferedWriter(
                fresh,
                StandardOpenOption.CREATE,
                StandardOpenOption.WRITE,
                StandardOpenOption.TRUNCATE_EXISTING,
                StandardOpenOption.SYNC)) {
            permitOwner(fresh);
            identity.store(writer, "This embedded cluster's identity; its data are beside this file");
        }
        Files.move(fresh, identityFile(path), StandardCopyOption.REPLACE_EXISTING);
    }

    private static Path identityFile(Path path) {
        return path.resolve("broker.properties");
    }

    /** Creates a directory; an existing directory with content may be meant for others, too, and keeps its permissions. */
    private static void createForOwner(Path directory) throws IOException {
        Files.createDirectories(directory);
        try (var files = Files.list(directory)) {
            if (files.findAny().isEmpty()) {
                permit(directory, "rwx------");
            }
        }
    }

    /** Creates a directory for this application only. */
    private static void createOwned(Path directory) throws IOException {
        Files.createDirectories(directory);
        permit(directory, "rwx------");
    }

    private static void permitOwner(Path file) throws IOException {
        permit(file, "rw-------");
    }

    private static void permit(Path path, String permissions) throws IOException {
        if (Files.getFileStore(path).supportsFileAttributeView(PosixFileAttributeView.class)) {
            Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(permissions));
        }
    }
}
