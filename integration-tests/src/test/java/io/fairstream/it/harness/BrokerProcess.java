package io.fairstream.it.harness;

import io.fairstream.cli.terminal.Interruption;
import io.fairstream.embedded.EmbeddedCluster;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Collectors;

/** The embedded broker and registry as a process that can be killed and started again on the same data and addresses. */
public final class BrokerProcess implements AutoCloseable {
    private static final Duration LONGEST_START = Duration.ofMinutes(5);
    private static final String ADDRESSES = "addresses.properties";

    private final JavaProcess process;
    private final Map<String, String> settings;

    private BrokerProcess(JavaProcess process, Map<String, String> settings) {
        this.process = process;
        this.settings = settings;
    }

    /** Starts it and waits until it answers. */
    public static BrokerProcess start(Path directory) {
        try {
            Path addresses = directory.resolve(ADDRESSES);
            Files.deleteIfExists(addresses);
            JavaProcess process =
                    JavaProcess.start(directory, List.of(BrokerProcess.class.getName(), directory.toString()));
            long deadline = System.nanoTime() + LONGEST_START.toNanos();
            while (!Files.exists(addresses)) {
                if (!process.isAlive() || System.nanoTime() > deadline) {
                    process.kill();
                    throw new AssertionError("the broker does not start:\n" + process.log());
                }
                Thread.sleep(50);
            }
            return new BrokerProcess(process, read(addresses));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw Site.interrupted(e);
        }
    }

    private static Map<String, String> read(Path addresses) throws IOException {
        Properties properties = new Properties();
        try (var reader = Files.newBufferedReader(addresses)) {
            properties.load(reader);
        }
        return properties.stringPropertyNames().stream().collect(Collectors.toMap(key -> key, properties::getProperty));
    }

    /** Returns the settings that a configuration needs on this cluster. */
    public Map<String, String> settings() {
        return settings;
    }

    /** {@code kill -9}. */
    public void kill() {
        process.kill();
    }

    @Override
    public void close() {
        process.close();
    }

    /** The process: a cluster on the directory named. */
    public static void main(String[] arguments) throws IOException {
        Path directory = Path.of(arguments[0]);
        try (EmbeddedCluster cluster = EmbeddedCluster.start(directory.resolve("data"), 0)) {
            Properties properties = new Properties();
            properties.putAll(cluster.settings());
            Path unfinished = directory.resolve(ADDRESSES + ".new");
            try (var writer = Files.newBufferedWriter(unfinished)) {
                properties.store(writer, null);
            }
            Files.move(unfinished, directory.resolve(ADDRESSES));
            Interruption.await();
        }
    }
}
