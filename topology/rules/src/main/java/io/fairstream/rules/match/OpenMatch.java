package io.fairstream.rules.match;

import io.fairstream.rules.journal.Account;
import io.fairstream.rules.journal.Charge;
import io.fairstream.rules.journal.Charge.Cause;
import io.fairstream.rules.journal.Charge.Dimensions;
import io.fairstream.rules.journal.Charge.Ledger;
import io.fairstream.rules.journal.Entry.RateChange;
import io.fairstream.rules.journal.Outcome.Effect;
import org.jspecify.annotations.Nullable;

/**
 * The current match of a resource.
 *
 * @param start milliseconds since 1970 UTC
 * @param matchId match id of the scheduler, or empty
 */
public record OpenMatch(String pool, String customer, double slotWeight, long start, String matchId) {
    /** Returns the charge for the begin of the customer's use. */
    public Charge begun(String resource, Cause cause) {
        return charge(resource, new RateChange(start, 1, slotWeight, start), cause);
    }

    Charge charge(String resource, RateChange change, Cause cause) {
        Dimensions dimensions = Dimensions.ofMatch(pool, resource, matchId);
        return new Charge(Account.customer(customer), Ledger.MATCH, resource, dimensions, change, cause);
    }

    /** Returns true if a match of that customer and id is this one: both ids are equal, or at least one match has none. */
    boolean isSame(String otherCustomer, String otherId) {
        return customer.equals(otherCustomer) && mayBe(otherId);
    }

    boolean mayBe(String otherId) {
        return matchId.isEmpty() || otherId.isEmpty() || matchId.equals(otherId);
    }

    /** Returns this match with the id from a repeated event; weight and start do not change. */
    OpenMatch named(String id) {
        return matchId.isEmpty() && !id.isEmpty() ? new OpenMatch(pool, customer, slotWeight, start, id) : this;
    }

    /** A match that ended at an instant, milliseconds since 1970 UTC, not before {@code match.start()}. */
    public record FinishedMatch(OpenMatch match, long end, EndedBy endedBy) {
        /** Returns the charge for the end of the customer's use. */
        public Charge ended(String resource, Cause cause) {
            return match.charge(resource, new RateChange(end, -1, -match.slotWeight(), match.start()), cause);
        }
    }

    /** Cause of the end of a match. The names are those of the schema {@code EndedBy}. */
    public enum EndedBy {
        UNMATCHED,
        REMATCHED,
        UNCLAIMED,
        VANISHED,
        SUSPENDED,
        /** Withdrawn: a late event showed that no finished match began at that instant. */
        WITHDRAWN
    }

    /**
     * Published record of a finished match. The names are those of the schema {@code MatchRecord}, which documents them.
     *
     * @param revision 1 for the first record of that start, incremented by each correction
     */
    public record MatchRow(
            String resource,
            String pool,
            String customer,
            double slotWeight,
            long start,
            long end,
            String matchId,
            EndedBy endedBy,
            int revision) {
        public static MatchRow of(String resource, FinishedMatch finished, int revision) {
            OpenMatch match = finished.match();
            return new MatchRow(
                    resource,
                    match.pool(),
                    match.customer(),
                    match.slotWeight(),
                    match.start(),
                    finished.end(),
                    match.matchId(),
                    finished.endedBy(),
                    revision);
        }
    }

    /**
     * Transition of one resource by one change.
     *
     * @param effect DUPLICATE if the same match is reported again
     * @param held the match from then on, or null
     * @param finished the match that ended, or null
     */
    public record Transition(
            Effect effect,
            @Nullable OpenMatch held,
            @Nullable FinishedMatch finished) {
        static Transition opens(OpenMatch match) {
            return new Transition(Effect.APPLIED, match, null);
        }

        static Transition ends(OpenMatch held, long at, EndedBy by) {
            return new Transition(Effect.APPLIED, null, new FinishedMatch(held, at, by));
        }

        static Transition handsOver(OpenMatch held, long at, OpenMatch next) {
            return new Transition(Effect.APPLIED, next, new FinishedMatch(held, at, EndedBy.REMATCHED));
        }

        static Transition repeats(OpenMatch held) {
            return new Transition(Effect.DUPLICATE, held, null);
        }

        static Transition keeps(@Nullable OpenMatch held) {
            return new Transition(Effect.WITHOUT_EFFECT, held, null);
        }
    }
}
