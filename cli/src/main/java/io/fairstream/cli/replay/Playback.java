package io.fairstream.cli.replay;

import io.fairstream.cli.terminal.Progress;
import java.time.Duration;
import java.time.Instant;

/** Sends past events at a given speed. */
final class Playback {
    private static final Duration SHORTEST_WAIT = Duration.ofMillis(1);

    private final Speed speed;
    private final ResultOptions limits;
    private final Runnable check;

    /**
     * Creates a playback.
     *
     * @param limits selects the events to play
     * @param check is called at each pause; throws if the topology has failed
     */
    Playback(Speed speed, ResultOptions limits, Runnable check) {
        this.speed = speed;
        this.limits = limits;
        this.check = check;
    }

    void play(Iterable<Played<?>> events, Senders senders, Pace pace, Progress progress) throws InterruptedException {
        long begin = System.nanoTime();
        Instant first = null;
        for (Played<?> event : events) {
            Instant at = event.at();
            if (!limits.plays(at)) {
                continue;
            }
            first = first == null ? at : first;
            if (!speed.isMax()) {
                awaitTurn(begin, speed.due(first, at));
            }
            pace.admit(at, senders::flush);
            senders.send(event);
            progress.reach(senders.sent());
        }
        senders.flush();
    }

    private void awaitTurn(long begin, Duration due) throws InterruptedException {
        Duration left = due.minusNanos(System.nanoTime() - begin);
        if (left.compareTo(SHORTEST_WAIT) >= 0) {
            check.run();
            Thread.sleep(left.toMillis());
        }
    }
}
