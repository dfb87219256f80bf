package io.fairstream.cli.demo;

import io.fairstream.cli.embedded.EmbeddedCluster;
import io.fairstream.cli.standalone.RunningTopology;
import io.fairstream.cli.topics.TopicAdmin;
import io.fairstream.streams.config.Settings;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code demo}: a whole Fairstream with a made-up pool in fast time. */
@Command(
        name = "demo",
        description = "See it work: a made-up pool of 200 slots and a dozen users, two weeks in a minute, on a private"
                + " Kafka in this process. Leaves nothing behind.")
public final class DemoCommand implements Callable<Integer> {
    private static final Duration LENGTH = Duration.ofDays(14);

    @Option(
            names = "--seconds",
            paramLabel = "N",
            defaultValue = "60",
            description = "How long the two weeks take. Default: ${DEFAULT-VALUE}.")
    private int seconds;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "Another number makes another fortnight. Default: ${DEFAULT-VALUE}.")
    private long seed;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() throws Exception {
        PrintWriter err = spec.commandLine().getErr();
        err.println("Starting Kafka and the topology in this process ...");
        err.flush();
        List<String> last;
        try (EmbeddedCluster cluster = EmbeddedCluster.startTemporary()) {
            Settings settings = Settings.parseForCluster(settings(cluster));
            try (TopicAdmin admin = new TopicAdmin(settings)) {
                admin.createMissing();
            }
            try (RunningTopology topology = RunningTopology.start(settings);
                    DemoFeed feed = new DemoFeed(settings, new DemoPool(seed, LENGTH));
                    PriorityFollower follower = new PriorityFollower(settings)) {
                last = play(topology, feed, follower);
            }
        }
        sayGoodbye(last);
        return 0;
    }

    private static Map<String, String> settings(EmbeddedCluster cluster) {
        Map<String, String> settings = new HashMap<>(cluster.settings());
        settings.put("commit.interval", "PT0.1S");
        settings.put("partitions", "2");
        settings.put("priorities.refresh", "0");
        settings.put("priority.factor.default", Double.toString(Habit.USUAL_FACTOR));
        settings.put("local.domain", "pool.example");
        return settings;
    }

    private List<String> play(RunningTopology topology, DemoFeed feed, PriorityFollower follower)
            throws InterruptedException {
        DemoFrame frame = new DemoFrame();
        List<String> lines = List.of();
        try (DemoScreen screen = DemoScreen.open(spec.commandLine().getOut())) {
            long begin = System.nanoTime();
            long drawn = begin - screen.pace().toNanos() + Duration.ofSeconds(2).toNanos();
            Duration played = Duration.ZERO;
            while (played.compareTo(LENGTH) < 0 && !screen.isQuitWanted()) {
                if (Thread.interrupted()) {
                    throw new InterruptedException();
                }
                topology.check();
                played = played(System.nanoTime() - begin);
                Instant now = DemoPool.BEGIN.plus(played);
                feed.advance(now);
                follower.poll(Duration.ofMillis(50));
                if (System.nanoTime() - drawn >= screen.pace().toNanos()) {
                    drawn = System.nanoTime();
                    lines = follower.newest()
                            .map(at -> frame.draw(at, follower.at(at), feed.sent(), DemoPool.slots()))
                            .orElse(lines);
                    screen.show(lines);
                }
            }
            return screen.isPassing() ? lines : List.of();
        }
    }

    private Duration played(long nanos) {
        double part = Math.min(1, nanos / (seconds * 1e9));
        return Duration.ofMillis(Math.round(part * LENGTH.toMillis()));
    }

    private void sayGoodbye(List<String> last) {
        PrintWriter out = spec.commandLine().getOut();
        last.forEach(out::println);
        out.println();
        out.println("Lower is better: a user gets machines in inverse proportion to the effective priority.");
        out.println("Next:");
        out.println("  fairstream replay LOG.swf.gz --format swf --as matches --embedded --print priorities");
        out.println("      does the same with a real workload log");
        out.println("  fairstream standalone --data DIR");
        out.println("      runs Kafka and the topology until you stop it; send it events with 'fairstream produce'");
        out.flush();
    }
}
