package io.fairstream.cli.feed;

import io.fairstream.agent.Agent;
import io.fairstream.agent.AgentRunner;
import io.fairstream.agent.AgentSettings;
import io.fairstream.agent.MemoryMeasure;
import io.fairstream.agent.Spool;
import io.fairstream.agent.SpoolSender;
import io.fairstream.agent.UserNames;
import io.fairstream.app.config.Keys;
import io.fairstream.app.config.Settings;
import io.fairstream.cli.options.Cluster;
import io.fairstream.cli.options.ClusterCommand;
import io.fairstream.cli.terminal.Interruption;
import io.fairstream.query.records.Failure;
import io.fairstream.query.records.Offsets;
import io.fairstream.query.records.ValueFormat;
import io.fairstream.schemas.PlainJson;
import io.fairstream.schemas.SessionDelta;
import io.fairstream.schemas.Topics;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code agent}: reports the usage of this machine's sessions until it is stopped. */
@Command(
        name = "agent",
        footer = "fairstream agent --cluster physics --bootstrap-server HOST:PORT",
        description = {
            "Measure the sessions of this Linux machine: CPU, memory and job; also the time of the "
                    + "system and idle time.",
            "The first measurement is a baseline. Snapshots wait on disk while the cluster is "
                    + "unreachable. Stops on Ctrl-C, or if it only prints and the reader has closed the pipe."
        })
public final class AgentCommand extends ClusterCommand {
    private static final Duration SHORTEST = Duration.ofMillis(100);
    private static final Duration LONGEST = Duration.ofDays(1);
    private static final long MIB = 1 << 20;

    @Option(names = "--cluster", required = true, paramLabel = "NAME", description = "Name of the cluster; no slash.")
    private String clusterName = "";

    @Option(
            names = "--node",
            paramLabel = "NAME",
            description = "Name of the node. Default: the host's name up to the first dot.")
    private @Nullable String node;

    @Option(
            names = "--interval",
            paramLabel = "DURATION",
            description = "Time between two snapshots. Default: ${DEFAULT-VALUE}.")
    private Duration interval = Duration.ofSeconds(30);

    @Option(
            names = "--memory",
            paramLabel = "pss|rss",
            description = "Real memory: pss counts shared pages once, if it is readable; rss counts them for each "
                    + "process. Default: ${DEFAULT-VALUE}.")
    private MemoryMeasure memory = MemoryMeasure.PSS;

    @Option(
            names = "--jobs-file",
            paramLabel = "FILE",
            description = "Jobs of sessions, lines 'SESSION JOB'; read again after a change. Takes precedence over the "
                    + "control group (job_ID) and the environment (SLURM_JOB_ID) of the processes.")
    private @Nullable Path jobsFile;

    @Option(
            names = "--spool",
            paramLabel = "DIR",
            description = "Directory of snapshots that are not sent yet. Default: agent-NODE beside the directory "
                    + "state.dir.")
    private @Nullable Path spoolDirectory;

    @Option(
            names = "--spool-size",
            paramLabel = "MIB",
            description = "Maximum size of waiting snapshots; beyond it the oldest ones are dropped. Default: "
                    + "${DEFAULT-VALUE}.")
    private int spoolSize = 64;

    @Option(
            names = {"--print", "--json"},
            description = "Print the snapshots as JSON lines; they are also sent if a cluster is named.")
    private boolean print;

    @Option(names = "--snapshots", paramLabel = "N", description = "Stop after N snapshots.")
    private long snapshots = Long.MAX_VALUE;

    /** Takes a snapshot, and sends it if a cluster is named. */
    @FunctionalInterface
    private interface Look {
        List<SessionDelta> snapshot() throws IOException;
    }

    @Override
    public Integer call() throws IOException {
        requireFine();
        Optional<Settings> cluster = named();
        if (cluster.isEmpty() && !print) {
            throw usage(
                    "no cluster is named (expected: --bootstrap-server HOST:PORT, bootstrap.servers in the settings,"
                            + " or --print)");
        }
        AgentSettings settings = settings(nodeName());
        if (cluster.isEmpty()) {
            Agent agent = watch(settings);
            look(agent::snapshot, () -> out().checkError());
        } else {
            report(settings, cluster.get());
        }
        return Interruption.exitCodeOfService();
    }

    private void requireFine() {
        if (interval.compareTo(SHORTEST) < 0 || interval.compareTo(LONGEST) > 0) {
            throw usage("--interval: " + interval + " (expected: " + SHORTEST + " to " + LONGEST + ")");
        }
        if (spoolSize < 1) {
            throw usage("--spool-size: " + spoolSize + " (expected: 1 MiB or more)");
        }
        if (snapshots < 1) {
            throw usage("--snapshots: " + snapshots + " (expected: 1 or more)");
        }
    }

    private String nodeName() throws IOException {
        if (node != null) {
            return node;
        }
        String host = Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
        return host.indexOf('.') > 0 ? host.substring(0, host.indexOf('.')) : host;
    }

    private AgentSettings settings(String nodeName) {
        try {
            return AgentSettings.of(clusterName, nodeName, memory, jobsFile);
        } catch (IllegalArgumentException e) {
            throw usage("--" + e.getMessage());
        }
    }

    private Agent watch(AgentSettings settings) throws IOException {
        Agent agent = Interruption.finish(() -> Agent.open(settings, Clock.systemUTC(), new UserNames(), this::tell));
        tell(settings.key() + ": " + agent.sees());
        return agent;
    }

    private void report(AgentSettings settings, Settings cluster) throws IOException {
        String topic = Topics.SESSION_DELTAS.in(cluster.topicPrefix());
        Path directory = spoolDirectory != null
                ? spoolDirectory
                : cluster.get(Keys.STATE_DIR)
                        .resolveSibling("agent-" + settings.node().replace('/', '_'));
        Agent agent = watch(settings);
        Spool spool = Interruption.finish(() -> new Spool(directory, spoolSize * MIB));
        if (!spool.waiting().isEmpty()) {
            tell(directory + ": " + spool.waiting().size() + " snapshots wait since an earlier run");
        }
        SpoolSender sender = new SpoolSender(spool, topic, () -> connect(topic), this::tell);
        AgentRunner runner = new AgentRunner(settings.key(), agent, spool, sender, this::tell);
        try (runner) {
            look(runner::snapshot, () -> false);
        }
        tell(String.format(
                Locale.ROOT,
                "%,d snapshots made, %,d sent, %,d waiting in %s, %,d dropped",
                runner.getSnapshotsMade(),
                runner.getSnapshotsSent(),
                runner.getSnapshotsWaiting(),
                directory,
                runner.getSnapshotsDropped()));
    }

    /** Opens a producer on demand, because the agent also works while the cluster is unreachable. */
    private Producer<String, SessionDelta> connect(String topic) {
        try (Cluster cluster = open()) {
            Settings settings = cluster.settingsWithRegistry();
            try (Offsets offsets = new Offsets(settings)) {
                offsets.partitions(List.of(topic));
            }
            return new KafkaProducer<>(
                    settings.producer(),
                    new StringSerializer(),
                    new ValueFormat(settings).writes(Topics.SESSION_DELTAS));
        } catch (Failure e) {
            throw new KafkaException(e.getMessage(), e);
        }
    }

    /**
     * Takes snapshots until the command is stopped, which counts as success, or until {@code over} is true. The last snapshot covers
     * the time up to the stop.
     */
    private void look(Look look, BooleanSupplier over) throws IOException {
        long next = System.nanoTime();
        for (long made = 0; made < snapshots; ) {
            next = Math.max(next, System.nanoTime() - interval.toNanos()) + interval.toNanos();
            boolean stopped = !sleepUntil(next);
            List<SessionDelta> records = Interruption.finish(look::snapshot);
            made += records.isEmpty() ? 0 : 1;
            if (print) {
                PrintWriter out = out();
                records.forEach(delta -> out.println(PlainJson.write(delta)));
                out.flush();
            }
            if (stopped || over.getAsBoolean()) {
                return;
            }
        }
    }

    private PrintWriter out() {
        return spec().commandLine().getOut();
    }

    private static boolean sleepUntil(long nanoTime) {
        try {
            Interruption.check();
            TimeUnit.NANOSECONDS.sleep(nanoTime - System.nanoTime());
            return true;
        } catch (InterruptedException stopped) {
            return false;
        }
    }

    private synchronized void tell(String message) {
        PrintWriter err = err();
        err.println(message);
        err.flush();
    }
}
