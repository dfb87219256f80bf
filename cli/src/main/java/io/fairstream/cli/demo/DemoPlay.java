package io.fairstream.cli.demo;

import io.fairstream.cli.run.RunningTopology;
import io.fairstream.cli.run.ServedConsole;
import io.fairstream.cli.terminal.Interruption;
import io.fairstream.query.records.CaughtUp;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CancellationException;
import org.apache.kafka.common.errors.InterruptException;

/** Plays the two weeks of the demo on a screen. */
final class DemoPlay {
    private final RunningTopology topology;
    private final ServedConsole console;
    private final DemoFeed feed;
    private final PriorityFollower follower;
    private final CaughtUp caughtUp;
    private final Pace pace;
    private final DemoFrame frame = new DemoFrame();
    private List<String> lines = List.of();
    private boolean isPassing;

    /**
     * Pace at which the demo is played.
     *
     * @param length duration in demo time
     * @param seconds duration in real time
     */
    record Pace(Duration length, int seconds) {
        /** Demo time that has passed after this much real time. */
        private Duration played(long nanos) {
            double part = Math.min(1, nanos / (seconds * 1e9));
            return Duration.ofMillis(Math.round(part * length.toMillis()));
        }
    }

    DemoPlay(
            RunningTopology topology,
            ServedConsole console,
            DemoFeed feed,
            PriorityFollower follower,
            CaughtUp caughtUp,
            Pace pace) {
        this.topology = topology;
        this.console = console;
        this.feed = feed;
        this.follower = follower;
        this.caughtUp = caughtUp;
        this.pace = pace;
    }

    /** Plays the demo. Returns the last table if closing the screen erased it, otherwise no lines. */
    List<String> on(PrintWriter out, PrintWriter err) throws InterruptedException {
        err.println(browser());
        err.flush();
        try (DemoScreen screen = DemoScreen.open(out)) {
            isPassing = screen.isPassing();
            if (feed(screen)) {
                feed.flush();
                finish(screen);
                stay(screen, err);
            }
            return screen.isPassing() ? lines : List.of();
        }
    }

    /** Sends all events; returns false if the user quits early. */
    private boolean feed(DemoScreen screen) throws InterruptedException {
        long begin = System.nanoTime();
        long drawn = begin - screen.pace().toNanos() + Duration.ofSeconds(2).toNanos();
        Duration played = Duration.ZERO;
        while (played.compareTo(pace.length()) < 0) {
            Interruption.check();
            if (screen.isQuitWanted()) {
                return false;
            }
            topology.check();
            played = pace.played(System.nanoTime() - begin);
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

    /** Shows the table as of the last event after the topology has processed it, which may take a while on a busy machine. */
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

    /** Waits: on a terminal until the user quits, otherwise while a browser is connected. */
    private void stay(DemoScreen screen, PrintWriter err) throws InterruptedException {
        String over = "The two weeks are over; the console keeps running: " + console.url();
        if (!screen.isPassing() && console.viewers() > 0) {
            err.println(over);
            err.flush();
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

    private String browser() {
        return "In a browser: " + console.url() + " (with the cluster and the volunteers)";
    }

    private Instant newest(Instant event) {
        return follower.newest().filter(event::isBefore).orElse(event);
    }

    private void draw(Instant at, int width) {
        lines = new ArrayList<>(isPassing ? List.of(browser(), "") : List.of());
        lines.addAll(frame.draw(at, follower.at(at), feed.sent(), DemoPool.slots(), width));
    }

    private List<String> withNote(String note) {
        List<String> all = new ArrayList<>(lines);
        all.add("");
        all.add(note);
        return all;
    }

    /** Reports the lag of the topology at intervals, and cancels the wait if the user quits. */
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
                        "All events are sent; the topology is about %,d records behind (step %d of %d).",
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
