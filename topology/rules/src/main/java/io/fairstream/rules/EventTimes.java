package io.fairstream.rules;

import io.fairstream.rules.Rejection.Reason;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Range of accepted event times.
 *
 * @param maxLateness maximum delay of an event behind the newest event of its partition
 * @param maxFutureSkew maximum time of an event after the timestamp of its record
 */
public record EventTimes(Duration maxLateness, Duration maxFutureSkew) {
    /** No event seen yet. */
    public static final long NONE = Long.MIN_VALUE;

    /**
     * Returns the rejection of an event time, or null if it is accepted.
     *
     * @param at event time, milliseconds since 1970
     * @param sent the record's timestamp, milliseconds since 1970
     * @param newest the newest event time seen, or {@link #NONE}
     */
    public @Nullable Rejection refusal(long at, long sent, long newest) {
        if (at < 0 || at > Bounds.LATEST) {
            return Bounds.refusalOfInstant(at < 0 ? Reason.BEFORE_1970 : Reason.IN_THE_FUTURE, "at", at);
        }
        if (at - maxFutureSkew.toMillis() > sent) {
            String expected = "at most " + maxFutureSkew + " after the record was sent, " + Instant.ofEpochMilli(sent);
            return Rejection.of(Reason.IN_THE_FUTURE, "at", Instant.ofEpochMilli(at), expected);
        }
        if (at < oldest(newest)) {
            String expected = "at most " + maxLateness + " behind the newest event, " + Instant.ofEpochMilli(newest)
                    + "; replay older events under a topic.prefix of their own";
            return Rejection.of(Reason.TOO_LATE, "at", Instant.ofEpochMilli(at), expected);
        }
        return null;
    }

    /**
     * Returns how long accounts remember their entries. An event may be late by the maximum within its partition, and that partition as
     * far behind the others.
     */
    public static Duration memory(Duration maxLateness) {
        return maxLateness.multipliedBy(2);
    }

    /** Returns the oldest event time accepted, given the newest seen. */
    public long oldest(long newest) {
        return newest == NONE ? NONE : newest - maxLateness.toMillis();
    }
}
