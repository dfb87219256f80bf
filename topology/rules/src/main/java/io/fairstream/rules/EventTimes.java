package io.fairstream.rules;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Which event times are accepted.
 *
 * @param history how far an event may lie behind the newest one its partition has seen
 * @param maxFutureSkew how far an event may lie after the time at which its record was sent
 */
public record EventTimes(Duration history, Duration maxFutureSkew) {
    /** Before any event was seen. */
    public static final long NONE = Long.MIN_VALUE;

    /**
     * The refusal of an event time, or null if it is fine.
     *
     * @param at event time, milliseconds since 1970
     * @param sent the record's timestamp, milliseconds since 1970
     * @param newest the newest event time seen, or {@link #NONE}
     */
    public @Nullable Refused refusal(long at, long sent, long newest) {
        if (at < 0) {
            return new Refused(Reason.BEFORE_1970, "at: " + Instant.ofEpochMilli(at) + " (expected: 1970 or later)");
        }
        if (at > Bounds.LATEST) {
            return Bounds.refusalOfInstant(Reason.IN_THE_FUTURE, "at", at);
        }
        if (at - maxFutureSkew.toMillis() > sent) {
            return new Refused(
                    Reason.IN_THE_FUTURE,
                    String.format(
                            "at: %s (expected: at most %s after the record was sent, %s)",
                            Instant.ofEpochMilli(at), maxFutureSkew, Instant.ofEpochMilli(sent)));
        }
        if (at < oldest(newest)) {
            return new Refused(
                    Reason.TOO_LATE,
                    String.format(
                            "at: %s (expected: at most %s behind the newest event, %s; replay older events under a"
                                    + " topic.prefix of their own)",
                            Instant.ofEpochMilli(at), history, Instant.ofEpochMilli(newest)));
        }
        return null;
    }

    /** The oldest event time accepted, given the newest seen. */
    public long oldest(long newest) {
        return newest == NONE ? NONE : newest - history.toMillis();
    }
}
