package io.fairstream.embedded;

import io.fairstream.embedded.BrokerDirectory.Service;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import javax.management.InstanceNotFoundException;
import javax.management.JMException;
import javax.management.ObjectName;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.common.utils.internals.Exit;
import org.apache.kafka.metadata.storage.Formatter;

/**
 * Kafka broker with its own controller, in this JVM on the loopback address. Replication factors are 1; topics are not created
 * automatically.
 */
public final class EmbeddedBroker implements AutoCloseable {
    static final int ANY_PORT = 0;
    private static final Duration SESSION = Duration.ofMillis(400);
    private static final Duration LONGEST_FENCING = Duration.ofSeconds(20);
    private static final Duration LOOK = Duration.ofMillis(20);

    private final BrokerDirectory directory;
    private final KafkaRaftServer server;
    private final int port;
    private final Runnable afterwards;
    private final AtomicBoolean closed = new AtomicBoolean();

    private EmbeddedBroker(BrokerDirectory directory, KafkaRaftServer server, int port, Runnable afterwards) {
        this.directory = directory;
        this.server = server;
        this.port = port;
        this.afterwards = afterwards;
    }

    /** Starts a broker on this directory. An existing directory gives the same cluster and, if it is free, the same port. */
    public static EmbeddedBroker start(Path dataDirectory) {
        return start(dataDirectory, ANY_PORT, line -> {});
    }

    /**
     * Starts a broker as {@link #start(Path)} does, on this port.
     *
     * @param port 1 to 65535, or 0 for the port stored in the directory
     * @param progress receives one line for each step that takes longer than usual
     * @throws EmbeddedException if the port is taken or another process has locked the directory
     */
    static EmbeddedBroker start(Path dataDirectory, int port, Consumer<String> progress) {
        return start(opened(dataDirectory), port, progress, () -> {});
    }

    /** Starts a broker as {@link #start(Path)} does, on another port; the stored port is kept for the next start. */
    static EmbeddedBroker startElsewhere(Path dataDirectory) {
        BrokerDirectory directory = opened(dataDirectory);
        directory.goElsewhere();
        return start(directory, ANY_PORT, line -> {}, () -> {});
    }

    private static BrokerDirectory opened(Path path) {
        return BrokerDirectory.open(path.toAbsolutePath().normalize());
    }

    /** Starts a broker on a directory of its own that {@link #close()} deletes. */
    public static EmbeddedBroker startTemporary() {
        return startTemporary(ANY_PORT);
    }

    /** Starts a broker as {@link #startTemporary()} does, on this port; 0 means any free port. */
    static EmbeddedBroker startTemporary(int port) {
        TemporaryDirectory temporary = TemporaryDirectory.create();
        try {
            return start(opened(temporary.path()), port, line -> {}, temporary::close);
        } catch (RuntimeException e) {
            temporary.close();
            throw e;
        }
    }

    /** Address for {@code bootstrap.servers}: {@code 127.0.0.1:port}. */
    public String bootstrapServers() {
        return LoopbackPort.HOST + ":" + port;
    }

    /** Absolute path of the data directory. */
    public Path directory() {
        return directory.path();
    }

    Path state() {
        return directory.state();
    }

    /** Port for another service of this cluster: the stored one if it is free, else 0. */
    int port(Service service) {
        return directory.port(service).filter(LoopbackPort::isFree).orElse(ANY_PORT);
    }

    void rememberPort(Service service, int its) {
        directory.rememberPort(service, its);
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            undisturbed(() -> {
                server.shutdown();
                server.awaitShutdown();
                directory.close();
                afterwards.run();
            });
        }
    }

    /** Runs a close operation to its end despite an interrupt, and restores the interrupt flag afterwards. */
    static void undisturbed(Runnable closing) {
        boolean interrupted = Thread.interrupted();
        try {
            closing.run();
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static EmbeddedBroker start(
            BrokerDirectory directory, int wantedPort, Consumer<String> progress, Runnable afterwards) {
        try {
            int port = choosePort(directory, wantedPort);
            KafkaRaftServer server = startServer(directory, port, progress);
            directory.rememberPort(Service.BROKER, port);
            return new EmbeddedBroker(directory, server, port, afterwards);
        } catch (RuntimeException e) {
            directory.close();
            throw e;
        }
    }

    private static int choosePort(BrokerDirectory directory, int wanted) {
        if (wanted != ANY_PORT) {
            if (!LoopbackPort.isFree(wanted)) {
                throw new EmbeddedException(
                        "port: " + wanted + " (expected: a free port on " + LoopbackPort.HOST + ")");
            }
            return wanted;
        }
        return directory.port(Service.BROKER).filter(LoopbackPort::isFree).orElseGet(LoopbackPort::anyFree);
    }

    private static KafkaRaftServer startServer(BrokerDirectory directory, int port, Consumer<String> progress) {
        var settings = BrokerSettings.of(directory.logs(), port, LoopbackPort.anyFree());
        boolean wasKilled = directory.wasKilled();
        format(directory);
        if (wasKilled) {
            progress.accept("Kafka was not stopped in order the last time; recovering its logs ...");
            fenceTheKilled(directory);
        }
        return startWithoutEndingTheProcess(KafkaConfig.fromProps(settings, false));
    }

    /**
     * Waits until the controller has fenced the killed broker before the same broker restarts. Otherwise the broker reads stale metadata in
     * which it leads all partitions until it has registered again; it completes transactions in that time and skips the markers of
     * partitions without a leader at that moment, so that these transactions hang for ever.
     */
    private static void fenceTheKilled(BrokerDirectory directory) {
        KafkaRaftServer controller = startWithoutEndingTheProcess(KafkaConfig.fromProps(
                BrokerSettings.controllerOnly(directory.logs(), LoopbackPort.anyFree(), SESSION), false));
        try {
            long deadline = System.nanoTime() + LONGEST_FENCING.toNanos();
            while (fencedBrokers() == 0 && System.nanoTime() < deadline) {
                Thread.sleep(LOOK.toMillis());
            }
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        } finally {
            controller.shutdown();
            controller.awaitShutdown();
        }
    }

    /**
     * Returns the number of fenced brokers according to the controller of this process. A broker killed before it had registered is never
     * counted.
     */
    private static int fencedBrokers() {
        try {
            ObjectName counted = new ObjectName(BrokerSettings.FENCED_BROKERS);
            Object value = ManagementFactory.getPlatformMBeanServer().getAttribute(counted, "Value");
            return value instanceof Number count ? count.intValue() : 0;
        } catch (InstanceNotFoundException notYet) {
            return 0;
        } catch (JMException e) {
            throw new IllegalStateException("the controller does not say how many brokers it has fenced", e);
        }
    }

    private static void format(BrokerDirectory directory) {
        try {
            new Formatter()
                    .setPrintStream(new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8))
                    .setNodeId(BrokerSettings.NODE_ID)
                    .setClusterId(directory.clusterId())
                    .setControllerListenerName(BrokerSettings.CONTROLLER_LISTENER)
                    .setMetadataLogDirectory(directory.logs().toString())
                    .addDirectory(directory.logs().toString())
                    .setIgnoreFormatted(true)
                    .run();
        } catch (Exception e) {
            throw new EmbeddedException(
                    "data directory " + directory.logs() + " cannot be formatted: " + e.getMessage(), e);
        }
    }

    /**
     * Starts the server; a failed start throws an exception, where Kafka would end the process, so that the caller can report and clean up.
     */
    private static synchronized KafkaRaftServer startWithoutEndingTheProcess(KafkaConfig config) {
        Exit.Procedure refuse = (status, message) -> {
            throw new IllegalStateException("the embedded broker gave up with status " + status
                    + (message == null ? "; its log says why" : ": " + message));
        };
        Exit.setExitProcedure(refuse);
        Exit.setHaltProcedure(refuse);
        try {
            KafkaRaftServer server = new KafkaRaftServer(config, Time.SYSTEM);
            server.startup();
            return server;
        } catch (RuntimeException e) {
            throw new EmbeddedException("the embedded broker does not start: " + e.getMessage(), e);
        } finally {
            Exit.resetExitProcedure();
            Exit.resetHaltProcedure();
        }
    }
}
