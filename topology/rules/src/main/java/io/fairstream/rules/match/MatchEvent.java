package io.fairstream.rules.match;

import io.fairstream.rules.EventTimes;
import io.fairstream.rules.Names;
import io.fairstream.rules.Refused;
import org.jspecify.annotations.Nullable;

/**
 * Event of one resource.
 *
 * @param resource the slot, unique over all pools
 * @param pool its pool, or empty
 * @param at when it happened, milliseconds since 1970 UTC
 * @param change what happened
 */
public record MatchEvent(String resource, String pool, long at, MatchChange change) {
    /** This event with the given object as the resource's equal name, so that one who keeps many keeps one name. */
    public MatchEvent sharing(String name) {
        return new MatchEvent(name, pool, at, change);
    }

    /** This event where suspended claims are charged like others. */
    public MatchEvent chargingSuspended() {
        MatchChange charged = change.chargingSuspended();
        return charged == change ? this : new MatchEvent(resource, pool, at, charged);
    }

    /** Returns the transition of the resource, given the match it holds. */
    Transition after(@Nullable OpenMatch held) {
        return change.after(held, this);
    }

    /**
     * The refusal of an event that cannot be meant, or null if it is fine.
     *
     * @param times which times are accepted
     * @param sent the record's timestamp, milliseconds since 1970
     * @param newest the newest event time seen, or {@link EventTimes#NONE}
     */
    public @Nullable Refused refusal(EventTimes times, long sent, long newest) {
        Refused refused = Names.refusal("resource", resource);
        if (refused == null) {
            refused = Names.refusalUnlessEmpty("pool", pool);
        }
        if (refused == null) {
            refused = change.refusal();
        }
        return refused == null ? times.refusal(at, sent, newest) : refused;
    }
}
