package io.fairstream.cli.feed;

import io.fairstream.admin.TopicAdmin;
import io.fairstream.app.config.Keys;
import io.fairstream.app.config.Settings;
import io.fairstream.cli.options.AwayWatch;
import io.fairstream.cli.options.Cluster;
import io.fairstream.cli.options.ClusterOptions;
import io.fairstream.cli.options.SettingsOptions;
import io.fairstream.cli.terminal.Interruption;
import io.fairstream.query.records.Offsets;
import io.fairstream.query.records.ValueFormat;
import io.fairstream.schemas.JobEvent;
import io.fairstream.schemas.Topics;
import io.fairstream.slurm.SlurmBridge;
import java.io.PrintWriter;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code slurm-bridge}: converts Slurm's own topics to job events. */
@Command(
        name = "slurm-bridge",
        footer = "fairstream slurm-bridge --finish-topic tux --bootstrap-server HOST:PORT",
        description = {
            "Forward the records of Slurm's Kafka plugin (jobcomp/kafka) to job-events, each once, until stopped.",
            "An account that a record names without a path is charged at its path in shares, or directly "
                    + "below the root.",
            "Unreadable records go to dead-letters, with the reason. Instances with the same finish "
                    + "topic share the work."
        })
public final class SlurmBridgeCommand implements Callable<Integer> {
    @Option(
            names = "--finish-topic",
            required = true,
            paramLabel = "TOPIC",
            description = "Topic of ended runs (JobCompParams topic=; Slurm's default is the cluster's name).")
    private String finishTopic = "";

    @Option(
            names = "--start-topic",
            paramLabel = "TOPIC",
            description = "Topic of started runs (topic_job_start=, since Slurm 25.05). Without it a job is unknown "
                    + "until it ends.")
    private @Nullable String startTopic;

    @Option(names = "--create-topics", description = "Create these topics where they are missing, before Slurm writes.")
    private boolean createsTopics;

    @Option(
            names = "--cluster",
            paramLabel = "CLUSTER",
            description = "Cluster of records that name none. Default: they become dead letters.")
    private @Nullable String cluster;

    @Mixin
    private final ClusterOptions clusterOptions = new ClusterOptions();

    @Mixin
    private final SettingsOptions settingsOptions = new SettingsOptions();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() throws Exception {
        clusterOptions.outlive();
        try (Cluster target = clusterOptions.open(settingsOptions)) {
            Settings settings = target.settingsWithRegistry();
            List<String> from = from();
            String to = Topics.JOB_EVENTS.in(settings.topicPrefix());
            try (Offsets offsets = new Offsets(settings)) {
                offsets.partitions(List.of(to, Topics.DEAD_LETTERS.in(settings.topicPrefix())));
                if (createsTopics) {
                    create(from, settings);
                }
                offsets.require(from, "expected: the topics that Slurm writes to; --create-topics creates them");
            }
            Properties properties = settings.streams();
            String id = settings.applicationId() + "-slurm-bridge-" + finishTopic;
            properties.put(StreamsConfig.APPLICATION_ID_CONFIG, id);
            PrintWriter err = spec.commandLine().getErr();
            Consumer<String> notes = note -> {
                err.println(note);
                err.flush();
            };
            try (AwayWatch watch = new AwayWatch(settings, err);
                    LiveBanks banks = new LiveBanks(settings, notes);
                    RunningBridge bridge = RunningBridge.start(
                            settings,
                            () -> topology(from, to, settings, new PlacedBanks(banks, notes)),
                            properties,
                            notes)) {
                watch.start();
                banks.start();
                err.println(id + ": " + String.join(", ", from) + " to " + to + "; Ctrl-C stops it.");
                err.flush();
                Interruption.announce("closing the bridge", err);
                bridge.await();
            }
        }
        return Interruption.exitCodeOfService();
    }

    private static void create(List<String> topics, Settings settings) throws InterruptedException, ExecutionException {
        try (TopicAdmin admin = new TopicAdmin(settings)) {
            admin.createMissing(topics);
        }
    }

    private List<String> from() {
        return Stream.of(finishTopic, startTopic == null ? finishTopic : startTopic)
                .distinct()
                .toList();
    }

    private Topology topology(List<String> from, String to, Settings settings, PlacedBanks banks) {
        ValueFormat format = new ValueFormat(settings);
        Serde<JobEvent> events =
                Serdes.serdeFrom(format.registered(Topics.JOB_EVENTS), format.reads(Topics.JOB_EVENTS));
        return SlurmBridge.topology(from, to, events, cluster, banks::placed, settings.get(Keys.EVENT_MAX_LATENESS));
    }
}
