package io.fairstream.it.commands;

import io.fairstream.admin.TopicAdmin;
import io.fairstream.app.config.Settings;
import io.fairstream.cli.run.RunningTopology;
import io.fairstream.embedded.EmbeddedCluster;
import io.fairstream.embedded.EmbeddedRegistry;
import io.fairstream.it.harness.Console;
import io.fairstream.query.records.CaughtUp;
import io.fairstream.schemas.registry.SchemaRegistries;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A cluster with a topology at work, as {@code standalone} has it. */
public final class LocalFairstream implements AutoCloseable {
    private final EmbeddedCluster cluster;
    private final Settings settings;
    private RunningTopology topology;

    private LocalFairstream(EmbeddedCluster cluster, Settings settings) throws Exception {
        this.cluster = cluster;
        this.settings = settings;
        try (TopicAdmin admin = new TopicAdmin(settings)) {
            admin.createMissing();
        }
        EmbeddedRegistry.announce(
                cluster.bootstrapServers(), String.valueOf(settings.registry().get(SchemaRegistries.URL)));
        topology = RunningTopology.start(settings);
    }

    public static LocalFairstream start() throws Exception {
        return start(Map.of());
    }

    /** With settings of one's own. */
    public static LocalFairstream start(Map<String, String> own) throws Exception {
        EmbeddedCluster cluster = EmbeddedCluster.startTemporary();
        Map<String, String> entries = new HashMap<>(cluster.settings());
        entries.put("partitions", "2");
        entries.put("threads", "1");
        entries.put("commit.interval", "PT0.1S");
        // rows are as of the last event, however long a test takes
        entries.put("priorities.refresh", "0");
        entries.putAll(own);
        return new LocalFairstream(cluster, Settings.parseForCluster(entries));
    }

    public Settings settings() {
        return settings;
    }

    /** Runs a command against it. */
    public Console run(String... arguments) {
        List<String> all = new ArrayList<>(List.of(arguments));
        all.add("--bootstrap-server");
        all.add(cluster.bootstrapServers());
        return Console.run(all.toArray(String[]::new));
    }

    /** Sends these lines, which must be good, and waits until they are accounted. */
    public void produce(String topic, Path file, String... lines) throws IOException, InterruptedException {
        Files.write(file, List.of(lines));
        Console console = run("produce", topic, file.toString(), "--no-wait");
        if (console.exitCode() != 0) {
            throw new AssertionError(console);
        }
        awaitCaughtUp();
    }

    public void stopTopology() {
        topology.close();
    }

    /** Again, after it was stopped. */
    public void startTopology() throws Exception {
        topology = RunningTopology.start(settings);
    }

    public void awaitCaughtUp() throws InterruptedException {
        try (CaughtUp caughtUp = new CaughtUp(settings, topology::check)) {
            caughtUp.await(CaughtUp.Listener.NONE);
        }
    }

    @Override
    public void close() {
        topology.close();
        cluster.close();
    }
}
