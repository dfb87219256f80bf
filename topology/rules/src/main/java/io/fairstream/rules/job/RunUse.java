package io.fairstream.rules.job;

import io.fairstream.rules.Held;
import java.util.ArrayList;
import java.util.List;

/**
 * Resources that a job's run has held so far, for the present payers.
 *
 * @param past what it held before, each amount once, in the order in which it held them first
 * @param since since when it holds what it holds now, milliseconds since 1970; meaningless while it holds nothing
 */
public record RunUse(List<Part> past, long since) {
    /** Nothing so far. */
    public static final RunUse NONE = new RunUse(List.of(), 0);

    /** Maximum number of different amounts that are kept of a run; at the limit the run is booked as if it had ended. */
    private static final int MOST = 32;

    public RunUse {
        past = List.copyOf(past);
    }

    /**
     * Resources held for a time, perhaps with interruptions.
     *
     * @param since when it began first, milliseconds since 1970
     * @param millis how long in all
     */
    public record Part(Held held, long since, long millis) {
        /** The end, had it never been interrupted. */
        long until() {
            return since + millis;
        }
    }

    boolean isFull() {
        return past.size() >= MOST;
    }

    /** After {@code held} was given up at an instant. */
    RunUse ceased(Held held, long at) {
        List<Part> parts = new ArrayList<>(past);
        Part added = new Part(held, since, at - since);
        int known = 0;
        while (known < parts.size() && !parts.get(known).held().equals(held)) {
            known++;
        }
        if (known == parts.size()) {
            parts.add(added);
        } else {
            Part before = parts.get(known);
            parts.set(known, new Part(held, before.since(), before.millis() + added.millis()));
        }
        return new RunUse(parts, at);
    }

    RunUse begun(long at) {
        return new RunUse(past, at);
    }
}
