package io.fairstream.cli.demo;

import io.fairstream.cli.console.ConsoleOptions;
import io.fairstream.cli.console.ServedConsole;
import io.fairstream.cli.standalone.RunningTopology;
import io.fairstream.cli.terminal.Interruption;
import io.fairstream.cli.terminal.ProgramName;
import io.fairstream.embedded.EmbeddedCluster;
import io.fairstream.reports.records.CaughtUp;
import io.fairstream.reports.records.ClusterWatch;
import io.fairstream.reports.topics.TopicAdmin;
import io.fairstream.streams.config.Settings;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import org.apache.kafka.common.errors.InterruptException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code demo}: a whole Fairstream with a made-up pool in fast time. */
@Command(
        name = "demo",
        footer = "fairstream demo --seconds 30",
        description = "See it work: a made-up pool of 200 slots and a dozen users, two weeks in a minute, on a private"
                + " Kafka in this process, in the terminal and in a browser. Leaves nothing behind.")
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
        try (EmbeddedCluster cluster = Interruption.finish(() -> EmbeddedCluster.startTemporary())) {
            Settings settings = Settings.parseForCluster(settings(cluster));
            try (TopicAdmin admin = new TopicAdmin(settings)) {
                admin.createMissing();
            }
            try (RunningTopology topology = RunningTopology.start(settings);
                    ServedConsole console = ServedConsole.start(
                            settings, () -> settings, ConsoleOptions.ofDemo(), 0, ClusterWatch.Listener.NONE);
                    DemoFeed feed = new DemoFeed(settings, new DemoPool(seed, LENGTH));
                    PriorityFollower follower = new PriorityFollower(settings);
                    CaughtUp caughtUp = new CaughtUp(settings, topology::check)) {
                err.println("In a browser: " + console.url());
                err.flush();
                last = new Play(topology, feed, follower, caughtUp, console).play();
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

    /** The fortnight on the screen. */
    private final class Play {
        private final RunningTopology topology;
        private final DemoFeed feed;
        private final PriorityFollower follower;
        private final CaughtUp caughtUp;
        private final ServedConsole console;
        private final DemoFrame frame = new DemoFrame();
        private List<String> lines = List.of();

        Play(
                RunningTopology topology,
                DemoFeed feed,
                PriorityFollower follower,
                CaughtUp caughtUp,
                ServedConsole console) {
            this.topology = topology;
            this.feed = feed;
            this.follower = follower;
            this.caughtUp = caughtUp;
            this.console = console;
        }

        /** Plays it and returns what the screen does not show any more. */
        List<String> play() throws InterruptedException {
            try (DemoScreen screen = DemoScreen.open(spec.commandLine().getOut())) {
                if (feed(screen)) {
                    feed.flush();
                    finish(screen);
                    stay(screen);
                }
                return screen.isPassing() ? lines : List.of();
            }
        }

        /** False if somebody wants it to end before. */
        private boolean feed(DemoScreen screen) throws InterruptedException {
            long begin = System.nanoTime();
            long drawn = begin - screen.pace().toNanos() + Duration.ofSeconds(2).toNanos();
            Duration played = Duration.ZERO;
            while (played.compareTo(LENGTH) < 0) {
                Interruption.check();
                if (screen.isQuitWanted()) {
                    return false;
                }
                topology.check();
                played = played(System.nanoTime() - begin);
                feed.advance(DemoPool.BEGIN.plus(played));
                follower.poll(Duration.ofMillis(50));
                if (System.nanoTime() - drawn >= screen.pace().toNanos()) {
                    drawn = System.nanoTime();
                    follower.newest().ifPresent(at -> draw(at, screen.width()));
                    screen.show(lines);
                }
            }
            return true;
        }

        /** Shows the table as of the last event, once the topology has accounted it; on a busy machine that may take a while. */
        private void finish(DemoScreen screen) throws InterruptedException {
            try {
                caughtUp.await(new Waiting(screen));
                follower.readToEnd();
                draw(newest(feed.last()), screen.width());
            } catch (CancellationException quit) {
                lines = withNote(String.valueOf(quit.getMessage()));
            }
            screen.show(lines);
        }

        /** On a terminal until somebody has seen enough; else only as long as a browser looks. */
        private void stay(DemoScreen screen) throws InterruptedException {
            String over = "The fortnight is over; the console stays: " + console.url();
            if (!screen.isPassing() && console.viewers() > 0) {
                spec.commandLine().getErr().println(over);
                spec.commandLine().getErr().flush();
            }
            while (screen.isPassing() ? !screen.isQuitWanted() : console.viewers() > 0) {
                Interruption.check();
                topology.check();
                if (screen.isPassing()) {
                    screen.show(withNote(over));
                }
                Thread.sleep(screen.isPassing() ? 100 : 500);
            }
        }

        private Instant newest(Instant event) {
            return follower.newest().filter(event::isBefore).orElse(event);
        }

        private void draw(Instant at, int width) {
            lines = new ArrayList<>(List.of("In a browser: " + console.url(), ""));
            lines.addAll(frame.draw(at, follower.at(at), feed.sent(), DemoPool.slots(), width));
        }

        private List<String> withNote(String note) {
            List<String> all = new ArrayList<>(lines);
            all.add("");
            all.add(note);
            return all;
        }

        /** Says now and then how far the topology is behind, and ends the waiting when somebody wants that. */
        private final class Waiting implements CaughtUp.Listener {
            private final DemoScreen screen;
            private long next = System.nanoTime() + Duration.ofSeconds(2).toNanos();

            Waiting(DemoScreen screen) {
                this.screen = screen;
            }

            @Override
            public void hears(int stage, int stages, long behind) {
                try {
                    String note = String.format(
                            Locale.ROOT,
                            "All is sent; the topology is about %,d records behind (step %d of %d).",
                            behind,
                            stage,
                            stages);
                    if (System.nanoTime() > next) {
                        next = System.nanoTime() + screen.pace().toNanos();
                        follower.poll(Duration.ZERO);
                        follower.newest().ifPresent(at -> draw(at, screen.width()));
                        screen.show(withNote(note));
                    }
                    if (screen.isQuitWanted()) {
                        throw new CancellationException(note);
                    }
                } catch (InterruptedException e) {
                    throw new InterruptException(e);
                }
            }
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
        out.println(ProgramName.in(
                "  fairstream replay LOG.swf.gz --format swf --as matches --embedded --print priorities"));
        out.println("      does the same with a real workload log");
        out.println(ProgramName.in("  fairstream standalone --data DIR"));
        out.println("      runs Kafka and the topology until you stop it; send it events with 'produce'");
        out.flush();
    }
}
