package io.fairstream.cli.demo;

import io.fairstream.admin.TopicAdmin;
import io.fairstream.app.config.Settings;
import io.fairstream.cli.run.ConsoleOptions;
import io.fairstream.cli.run.RunningTopology;
import io.fairstream.cli.run.ServedConsole;
import io.fairstream.cli.terminal.Interruption;
import io.fairstream.cli.terminal.ProgramName;
import io.fairstream.embedded.EmbeddedCluster;
import io.fairstream.query.records.CaughtUp;
import io.fairstream.query.records.ClusterWatch;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code demo}: a complete Fairstream with simulated systems in accelerated time. */
@Command(
        name = "demo",
        footer = "fairstream demo --seconds 30",
        description =
                "See it work: a made-up pool of 200 slots, a cluster of twelve nodes, the hosts of some volunteers and a"
                        + " dozen users, two weeks in a minute, on a private Kafka in this process, in the terminal"
                        + " and in a browser. Leaves nothing behind.")
public final class DemoCommand implements Callable<Integer> {
    static final Duration LENGTH = Duration.ofDays(14);

    /** Settings of the topology, except the address of its cluster. */
    static final Map<String, String> TOPOLOGY = topology();

    @Option(
            names = "--seconds",
            paramLabel = "N",
            defaultValue = "60",
            description = "Duration of the two weeks. Default: ${DEFAULT-VALUE}.")
    private int seconds;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "Seed of the random events. Default: ${DEFAULT-VALUE}.")
    private long seed;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() throws Exception {
        PrintWriter err = spec.commandLine().getErr();
        err.println("Starting a Kafka broker and the topology in this process; the first table comes in about 10 s.");
        err.flush();
        List<String> last;
        try (EmbeddedCluster cluster = Interruption.finish(() -> EmbeddedCluster.startTemporary())) {
            Settings settings = Settings.parseForCluster(settings(cluster));
            try (TopicAdmin admin = new TopicAdmin(settings)) {
                admin.createMissing();
            }
            cluster.announceRegistry();
            try (RunningTopology topology = RunningTopology.start(settings);
                    ServedConsole console = ServedConsole.start(
                            settings, () -> settings, ConsoleOptions.ofDemo(), 0, ClusterWatch.Listener.NONE);
                    DemoFeed feed = new DemoFeed(settings, DemoWorld.decisions(), new DemoWorld(seed, LENGTH));
                    PriorityFollower follower = new PriorityFollower(settings);
                    CaughtUp caughtUp = new CaughtUp(settings, topology::check)) {
                DemoPlay play =
                        new DemoPlay(topology, console, feed, follower, caughtUp, new DemoPlay.Pace(LENGTH, seconds));
                last = play.on(spec.commandLine().getOut(), err);
            }
        }
        sayGoodbye(last);
        return 0;
    }

    private static Map<String, String> topology() {
        Map<String, String> settings = new HashMap<>(DemoWorld.SCHEDULER);
        settings.put("commit.interval", "PT0.1S");
        settings.put("partitions", "2");
        settings.put("priorities.refresh", "0");
        settings.put("fairshare.interval", "PT1S");
        settings.put("priority.factor.default", Double.toString(Habit.USUAL_FACTOR));
        settings.put("local.domain", "pool.example");
        return Map.copyOf(settings);
    }

    private static Map<String, String> settings(EmbeddedCluster cluster) {
        Map<String, String> settings = new HashMap<>(cluster.settings());
        settings.putAll(TOPOLOGY);
        return settings;
    }

    private void sayGoodbye(List<String> last) {
        PrintWriter out = spec.commandLine().getOut();
        last.forEach(out::println);
        out.println();
        out.println("A user gets machines in inverse proportion to the effective priority.");
        out.println("Next, replay a workload log:");
        out.println(ProgramName.in("  fairstream replay examples/log.swf --format swf --as matches \\"));
        out.println("      --embedded --print priorities");
        out.println("Or run Kafka and the topology until you stop them, and send events:");
        out.println(ProgramName.in("  fairstream standalone --data pool"));
        out.flush();
    }
}
