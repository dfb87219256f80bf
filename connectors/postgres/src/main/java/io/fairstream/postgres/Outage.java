package io.fairstream.postgres;

import java.time.Duration;
import java.util.function.Consumer;

/** While the database, or what else is needed, is away: pauses that grow, a word after some seconds, and one when it is back. */
final class Outage {
    private static final long SHORTEST_MILLIS = 100;
    private static final long LONGEST_MILLIS = 10_000;
    private static final Duration SILENT = Duration.ofSeconds(3);
    private static final String DISK_FULL = "53100";

    private final String what;
    private final Consumer<String> notes;
    private long pauseMillis = SHORTEST_MILLIS;
    private long since;
    private boolean isAway;
    private boolean isSaid;
    private boolean isFull;

    /**
     * Nothing is away.
     *
     * @param what as the lines name it
     */
    Outage(String what, Consumer<String> notes) {
        this.what = what;
        this.notes = notes;
    }

    /** Waits before the next try. */
    void pause(String state, String reason) throws InterruptedException {
        if (!isAway) {
            isAway = true;
            since = System.nanoTime();
        }
        Duration silence = Duration.ofNanos(System.nanoTime() - since);
        isFull = state.equals(DISK_FULL);
        if (!isSaid && (isFull || silence.compareTo(SILENT) >= 0)) {
            isSaid = true;
            notes.accept("warning: " + what
                    + (isFull ? " has no space left" : " does not work for " + silence.toSeconds() + " s") + ": "
                    + reason.lines().findFirst().orElse("") + "; waiting for it, nothing is lost");
        }
        Thread.sleep(pauseMillis);
        pauseMillis = Math.min(LONGEST_MILLIS, pauseMillis * 2);
    }

    /** It answers: one that has no space left does so, too, and is away until something was committed. */
    void hasAnswered() {
        if (!isFull) {
            isOver();
        }
    }

    /** Something was committed. */
    void isOver() {
        if (isSaid) {
            notes.accept(what + " works again, after "
                    + Duration.ofNanos(System.nanoTime() - since).toSeconds() + " s");
        }
        isAway = false;
        isSaid = false;
        isFull = false;
        pauseMillis = SHORTEST_MILLIS;
    }
}
