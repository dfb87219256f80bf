package io.fairstream.benchmarks;

import io.fairstream.embedded.LoopbackPort;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.Uuid;
import org.jspecify.annotations.Nullable;

/**
 * Brokers of one cluster as Kafka itself starts them, each its own controller in a process of its own that can be killed. What
 * is not said here is as Kafka comes.
 */
public final class KafkaBrokers implements AutoCloseable {
    private static final List<String> JVM = List.of(
            "-Xmx512m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn");

    private final Path directory;
    private final List<Integer> ports;
    private final List<Integer> controllers;
    private final IntFunction<Map<String, String>> settings;
    private final String classpath;
    private final List<String> options;
    private final List<@Nullable Process> processes = new ArrayList<>();

    private KafkaBrokers(
            Path directory,
            int count,
            IntFunction<Map<String, String>> settings,
            String classpath,
            List<String> options) {
        this.classpath = classpath;
        this.options = options;
        this.directory = directory;
        this.settings = settings;
        ports = IntStream.range(0, count).mapToObj(i -> LoopbackPort.anyFree()).toList();
        controllers =
                IntStream.range(0, count).mapToObj(i -> LoopbackPort.anyFree()).toList();
    }

    /**
     * Starts them; whoever talks to them waits until they answer.
     *
     * @param settings of each, over those that make them one cluster
     */
    public static KafkaBrokers start(Path directory, int count, Map<String, String> settings)
            throws IOException, InterruptedException {
        KafkaBrokers brokers =
                prepare(directory, count, index -> settings, System.getProperty("java.class.path"), List.of());
        for (int i = 0; i < count; i++) {
            brokers.start(i);
        }
        return brokers;
    }

    /**
     * Prepares their directories and starts none.
     *
     * @param settings of each, over those that make them one cluster
     * @param options further ones of their JVMs
     */
    public static KafkaBrokers prepare(
            Path directory,
            int count,
            IntFunction<Map<String, String>> settings,
            String classpath,
            List<String> options)
            throws IOException, InterruptedException {
        KafkaBrokers brokers = new KafkaBrokers(directory, count, settings, classpath, options);
        String cluster = Uuid.randomUuid().toString();
        for (int i = 0; i < count; i++) {
            brokers.configure(i);
            int exit = brokers.java(
                            i, Map.of(), "kafka.tools.StorageTool", "format", "-t", cluster, "-c", brokers.config(i))
                    .waitFor();
            if (exit != 0) {
                throw new IOException(Files.readString(brokers.log(i)));
            }
            brokers.processes.add(null);
        }
        return brokers;
    }

    /** Addresses for {@code bootstrap.servers}. */
    public String bootstrapServers() {
        return ports.stream().map(port -> "127.0.0.1:" + port).collect(Collectors.joining(","));
    }

    /** Number of brokers, alive or not. */
    public int count() {
        return ports.size();
    }

    /** Starts that one on its data of before. */
    public void start(int index) throws IOException {
        start(index, Map.of());
    }

    /**
     * As {@link #start(int)}.
     *
     * @param environment of the process, beside that of this one
     */
    public Process start(int index, Map<String, String> environment) throws IOException {
        Process process = java(index, environment, "kafka.Kafka", config(index));
        processes.set(index, process);
        return process;
    }

    /** {@code kill -9}. */
    public void kill(int index) {
        Process process = processes.get(index);
        if (process != null) {
            process.destroyForcibly().onExit().join();
        }
    }

    /** Processor time of those that run, since each was started. */
    Duration cpu() {
        return processes.stream()
                .filter(Objects::nonNull)
                .flatMap(process -> process.info().totalCpuDuration().stream())
                .reduce(Duration.ZERO, Duration::plus);
    }

    /** Waits until all of them are there. */
    public void awaitAll(Admin admin, Duration atMost) throws InterruptedException {
        long deadline = System.nanoTime() + atMost.toNanos();
        while (System.nanoTime() < deadline) {
            try {
                if (admin.describeCluster().nodes().get().size() == count()) {
                    return;
                }
            } catch (ExecutionException notYet) {
                if (!(notYet.getCause() instanceof KafkaException)) {
                    throw new IllegalStateException(notYet);
                }
            }
            Thread.sleep(200);
        }
        throw new IllegalStateException("not all brokers are there after " + atMost);
    }

    private void configure(int index) throws IOException {
        Map<String, String> own = new TreeMap<>(Map.of(
                "process.roles",
                "broker,controller",
                "node.id",
                Integer.toString(index),
                "controller.quorum.voters",
                IntStream.range(0, count())
                        .mapToObj(i -> i + "@127.0.0.1:" + controllers.get(i))
                        .collect(Collectors.joining(",")),
                "controller.listener.names",
                "CONTROLLER",
                "listeners",
                "PLAINTEXT://127.0.0.1:" + ports.get(index) + ",CONTROLLER://127.0.0.1:" + controllers.get(index),
                "listener.security.protocol.map",
                "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT",
                "log.dirs",
                directory.resolve("broker-" + index).toString(),
                "default.replication.factor",
                Integer.toString(count()),
                "min.insync.replicas",
                Integer.toString((count() + 2) / 2)));
        own.put("offsets.topic.num.partitions", "8");
        own.put("transaction.state.log.num.partitions", "8");
        own.put("group.initial.rebalance.delay.ms", "0");
        own.put("auto.create.topics.enable", "false");
        own.put("offsets.topic.replication.factor", Integer.toString(count()));
        own.put("transaction.state.log.replication.factor", Integer.toString(count()));
        own.put("transaction.state.log.min.isr", Integer.toString((count() + 2) / 2));
        own.putAll(settings.apply(index));
        Files.write(
                Path.of(config(index)),
                own.entrySet().stream()
                        .map(entry -> entry.getKey() + "=" + entry.getValue())
                        .toList());
    }

    private String config(int index) {
        return directory.resolve("broker-" + index + ".properties").toString();
    }

    private Path log(int index) {
        return directory.resolve("broker-" + index + ".log");
    }

    private Process java(int index, Map<String, String> environment, String main, String... arguments)
            throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(JVM);
        command.addAll(options);
        command.addAll(List.of("-cp", classpath, main));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(Redirect.appendTo(log(index).toFile()));
        builder.environment().putAll(environment);
        return builder.start();
    }

    @Override
    public void close() {
        for (Process process : processes) {
            if (process != null) {
                process.destroyForcibly();
                await(process);
            }
        }
    }

    private static void await(Process process) {
        try {
            if (!process.waitFor(20, TimeUnit.SECONDS)) {
                throw new UncheckedIOException(new IOException("broker " + process.pid() + " does not end"));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
