package io.fairstream.steering;

import java.time.Duration;
import java.util.function.LongSupplier;

/** Batch size with which a cycle ends in time, adapted to the speed of the last batches. Not thread-safe. */
final class Pace {
    /** Fraction of a cycle until which edits are sent; the rest is for answers, the journal and comparisons. */
    private static final double SENDING = 0.7;
    /** Minimum fraction of a cycle for edits, even if reading takes longer. */
    private static final double LEAST_SENDING = 0.2;
    /** Remaining fraction of a cycle below which no batch is started: it would be used up by the fixed cost of a batch. */
    private static final double TOO_LATE = 0.1;

    private static final int FIRST = 500;
    private static final int LEAST = 50;
    /** Maximum of edits in one transaction. */
    private static final int MOST = 10_000;

    private final Duration within;
    private final LongSupplier nanos;
    /** Size of the next batch if the last one was sent in time. */
    private int more = FIRST;

    private double perNano;

    Pace(Duration within, LongSupplier nanos) {
        this.within = within;
        this.nanos = nanos;
    }

    /** Returns the deadline of edits for a cycle that starts now. */
    Deadline cycle() {
        return Deadline.in(part(SENDING), nanos);
    }

    /** Returns the deadline after reading: a minimum time remains for edits. */
    Deadline sending(Deadline cycle) {
        return cycle.orAtLeast(part(LEAST_SENDING));
    }

    boolean isTooLate(Deadline until) {
        return until.left().compareTo(part(TOO_LATE)) < 0;
    }

    private Duration part(double part) {
        return Duration.ofNanos((long) (within.toNanos() * part));
    }

    /** Returns the number of edits to send next. */
    int next(Deadline until) {
        double fitting = until.left().toNanos() * perNano;
        return (int) Math.max(LEAST, Math.min(MOST, Math.max(more, fitting)));
    }

    long now() {
        return nanos.getAsLong();
    }

    /** Records a batch, with all related work, from {@code began} to now. If all edits were sent, the next batch may be twice as large. */
    void note(int sent, int edits, long began) {
        perNano = (double) sent / Math.max(1, now() - began);
        more = sent == edits ? Math.min(MOST, 2 * edits) : 0;
    }
}
