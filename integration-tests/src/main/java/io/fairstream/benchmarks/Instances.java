package io.fairstream.benchmarks;

import io.fairstream.admin.TopicAdmin;
import io.fairstream.app.config.Settings;
import io.fairstream.embedded.LoopbackPort;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/** Instances of one topology, each a process as a user starts it. */
final class Instances implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    private final Path directory;
    private final Map<String, String> common;
    private final @Nullable Process[] processes;

    /**
     * None is started yet.
     *
     * @param name application id and, with a dot, prefix of the topics
     * @param common settings of all
     */
    Instances(Path directory, int count, String name, Map<String, String> common) {
        this.directory = directory;
        this.common = new HashMap<>(common);
        this.common.put("topic.prefix", name + ".");
        this.common.put("application.id", name);
        processes = new Process[count];
    }

    /** The settings of one who reads what they write; the topics are there then. */
    Settings reader() throws InterruptedException, ExecutionException {
        Settings settings = Settings.parseForCluster(entries("reader"));
        try (TopicAdmin topics = new TopicAdmin(settings)) {
            topics.createMissing();
        }
        return settings;
    }

    void start(int index) throws IOException {
        Path config = directory.resolve("instance-" + index + ".properties");
        Map<String, String> entries = entries(Integer.toString(index));
        entries.put("operation.port", Integer.toString(LoopbackPort.anyFree()));
        Files.write(
                config,
                entries.entrySet().stream()
                        .map(entry -> entry.getKey() + "=" + entry.getValue())
                        .toList());
        processes[index] = new ProcessBuilder(launcher().toString(), "run", "--config", config.toString())
                .redirectErrorStream(true)
                .redirectOutput(Redirect.appendTo(
                        directory.resolve("instance-" + index + ".log").toFile()))
                .start();
    }

    private Map<String, String> entries(String instance) {
        Map<String, String> entries = new HashMap<>(common);
        entries.put("state.dir", state(instance).toString());
        return entries;
    }

    private Path state(String instance) {
        return directory.resolve("state-" + instance);
    }

    void kill(int index) {
        Objects.requireNonNull(processes[index]).destroyForcibly().onExit().join();
    }

    void stop(int index) throws InterruptedException {
        Process process = Objects.requireNonNull(processes[index]);
        process.destroy();
        process.waitFor();
    }

    /** Processor time of those that run, since each was started. */
    Duration cpu() {
        return Arrays.stream(processes)
                .filter(Objects::nonNull)
                .flatMap(process -> process.info().totalCpuDuration().stream())
                .reduce(Duration.ZERO, Duration::plus);
    }

    /** Bytes of all local state. */
    long stateBytes() throws IOException {
        long bytes = 0;
        for (int i = 0; i < processes.length; i++) {
            bytes += Parts.size(state(Integer.toString(i)));
        }
        return bytes;
    }

    /** The launcher makes its archive of classes when a command has ended: not beside a measurement. */
    static void awaitArchive() throws IOException, InterruptedException {
        Path archive = launcher().resolveSibling("cli/target/launcher/launcher.jsa");
        new ProcessBuilder(launcher().toString(), "--version")
                .redirectOutput(Redirect.DISCARD)
                .redirectError(Redirect.DISCARD)
                .start()
                .waitFor();
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!Files.exists(archive)) {
            if (System.nanoTime() > deadline) {
                throw new IllegalStateException(archive + ": not there after " + PATIENCE);
            }
            Thread.sleep(200);
        }
    }

    private static Path launcher() {
        return Path.of(System.getProperty("fairstream.launcher"));
    }

    @Override
    public void close() {
        for (Process process : processes) {
            if (process != null) {
                process.destroyForcibly().onExit().join();
            }
        }
    }
}
