package io.fairstream.cli.replay;

import io.fairstream.cli.progress.Progress;
import io.fairstream.cli.records.Sender;
import io.fairstream.schemas.MatchEvent;
import java.time.Duration;
import java.time.Instant;

/** Sends past events at a speed. */
final class Playback {
    private static final Duration SHORTEST_WAIT = Duration.ofMillis(1);

    private final Speed speed;
    private final ResultOptions limits;
    private final Runnable check;

    /**
     * A playback.
     *
     * @param limits which events are played
     * @param check is called at each pause and fails when the topology has
     */
    Playback(Speed speed, ResultOptions limits, Runnable check) {
        this.speed = speed;
        this.limits = limits;
        this.check = check;
    }

    void play(Iterable<MatchEvent> events, Sender<MatchEvent> sender, Pace pace, Progress progress)
            throws InterruptedException {
        long begin = System.nanoTime();
        Instant first = null;
        for (MatchEvent event : events) {
            if (!limits.plays(event.getAt())) {
                continue;
            }
            first = first == null ? event.getAt() : first;
            if (!speed.isMax()) {
                awaitTurn(begin, speed.due(first, event.getAt()));
            }
            pace.admit(event.getAt(), sender);
            sender.send(event.getResource(), event);
            progress.reach(sender.sent());
        }
        sender.flush();
    }

    private void awaitTurn(long begin, Duration due) throws InterruptedException {
        Duration left = due.minusNanos(System.nanoTime() - begin);
        if (left.compareTo(SHORTEST_WAIT) >= 0) {
            check.run();
            Thread.sleep(left.toMillis());
        }
    }
}
