package io.fairstream.steering.live;

import io.fairstream.steering.Deadline;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Number of edits to send together, so that a cycle ends in time: as many as will fit, judging by those sent last. For one
 * thread.
 */
final class Pace {
    /** Part of a cycle until whose end edits are sent; then their answers are read, written down, and all is compared. */
    private static final double SENDING = 0.7;
    /** Part of a cycle that is left for edits in any case, however long it took to read. */
    private static final double LEAST_SENDING = 0.2;
    /** Part of a cycle with which nothing more is begun, as it would go into what each sending takes, however few edits it has. */
    private static final double TOO_LATE = 0.1;

    private static final int FIRST = 500;
    private static final int LEAST = 50;
    /** In one transaction. */
    private static final int MOST = 10_000;

    private final Duration within;
    private final LongSupplier nanos;
    /** Edits that may follow those sent last, where all of these were sent in time. */
    private int more = FIRST;

    private double perNano;

    Pace(Duration within, LongSupplier nanos) {
        this.within = within;
        this.nanos = nanos;
    }

    /** Until when edits are sent, of a cycle that begins now. */
    Deadline cycle() {
        return Deadline.in(part(SENDING), nanos);
    }

    /** The same, once it is known what is to be sent. */
    Deadline sending(Deadline cycle) {
        return cycle.orAtLeast(part(LEAST_SENDING));
    }

    boolean isTooLate(Deadline until) {
        return until.left().compareTo(part(TOO_LATE)) < 0;
    }

    private Duration part(double part) {
        return Duration.ofNanos((long) (within.toNanos() * part));
    }

    /** Number of edits to send next. */
    int next(Deadline until) {
        double fitting = until.left().toNanos() * perNano;
        return (int) Math.max(LEAST, Math.min(MOST, Math.max(more, fitting)));
    }

    long now() {
        return nanos.getAsLong();
    }

    /** That so many of so many edits were sent from then to now, with all that belongs to them. Who sends all may send twice as many. */
    void note(int sent, int edits, long began) {
        perNano = (double) sent / Math.max(1, now() - began);
        more = sent == edits ? Math.min(MOST, 2 * edits) : 0;
    }
}
