package io.fairstream.rules.priority;

import io.fairstream.rules.Bounds;
import io.fairstream.rules.Reason;
import io.fairstream.rules.Refused;
import io.fairstream.rules.decay.RealPriority;
import io.fairstream.rules.journal.CustomerEntry;
import io.fairstream.rules.priority.AccountState.Cutoffs;
import io.fairstream.rules.priority.AccountState.Usage;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** An administrator's decision about an account. */
public sealed interface Edit extends CustomerEntry {
    /** The refusal of an edit with an impossible value, or null if it is fine. */
    default @Nullable Refused refusal() {
        return null;
    }

    /** The state after the edit, from one that is as of {@link #at}. */
    AccountState act(AccountState state);

    /**
     * A factor, ceiling or floor is decided.
     *
     * @param value the factor, 1 or more; the ceiling in slot weight, or -1 for none; the floor in slot weight, 0 for
     *     none
     * @param until when it ends, milliseconds since 1970, or {@link Decision#FOR_GOOD}
     */
    record Decide(long at, String by, Decision.Kind kind, double value, long until) implements Edit {
        @Override
        public @Nullable Refused refusal() {
            if (until <= at) {
                return new Refused(
                        Reason.EDIT_IMPOSSIBLE,
                        String.format(
                                "until: %s (expected: after at, %s)",
                                Instant.ofEpochMilli(until), Instant.ofEpochMilli(at)));
            }
            if (until != Decision.FOR_GOOD && until > Bounds.LATEST) {
                return Bounds.refusalOfInstant(Reason.EDIT_IMPOSSIBLE, "until", until);
            }
            return switch (kind) {
                case FACTOR -> outside("factor", value, 1, Bounds.FACTOR);
                case CEILING -> value == -1 ? null : refusalOfCeiling();
                case FLOOR -> outside("floor", value, 0, Bounds.WEIGHT_IN_USE);
            };
        }

        private @Nullable Refused refusalOfCeiling() {
            return value >= 0 && value <= Bounds.WEIGHT_IN_USE
                    ? null
                    : new Refused(
                            Reason.EDIT_IMPOSSIBLE, "ceiling: " + value + " (expected: 0 to 1e15, or -1 for none)");
        }

        @Override
        public int rank() {
            return kind.rank();
        }

        @Override
        public AccountState act(AccountState state) {
            return state.with(new Decision(kind, value, at, until));
        }
    }

    /** The leases of a kind end. */
    record CancelLease(long at, String by, Decision.Kind kind) implements Edit {
        @Override
        public int rank() {
            return 3;
        }

        @Override
        public AccountState act(AccountState state) {
            return state.withoutLeases(kind);
        }
    }

    /**
     * The real priority is set; below the floor counts as the floor.
     *
     * @param priority slot weight, 0 or more
     */
    record SetPriority(long at, String by, double priority) implements Edit {
        @Override
        public @Nullable Refused refusal() {
            return outside("priority", priority, 0, Bounds.WEIGHT_IN_USE);
        }

        @Override
        public int rank() {
            return 4;
        }

        @Override
        public AccountState act(AccountState state) {
            Cutoffs old = state.cutoffs();
            return state.withPriority(
                    Math.max(RealPriority.FLOOR, priority),
                    new Cutoffs(at, old.usage(), old.weighted(), old.deleted()));
        }
    }

    /**
     * The weighted accumulated usage is set; the unweighted one stays.
     *
     * @param weightedSeconds slot weight x seconds, 0 or more
     */
    record SetAccumulatedUsage(long at, String by, double weightedSeconds) implements Edit {
        @Override
        public @Nullable Refused refusal() {
            return outside("weightedAccumulatedUsage", weightedSeconds, 0, Bounds.USAGE_SECONDS);
        }

        @Override
        public int rank() {
            return 5;
        }

        @Override
        public AccountState act(AccountState state) {
            Cutoffs old = state.cutoffs();
            return state.with(
                    state.usage().withWeighted(weightedSeconds * 1000),
                    new Cutoffs(old.priority(), old.usage(), at, old.deleted()));
        }
    }

    /** The begin of usage is set. */
    record SetBeginUsage(long at, String by, long beginUsage) implements Edit {
        @Override
        public @Nullable Refused refusal() {
            return Bounds.refusalOfInstant(Reason.EDIT_IMPOSSIBLE, "at", beginUsage);
        }

        @Override
        public int rank() {
            return 6;
        }

        @Override
        public AccountState act(AccountState state) {
            Usage old = state.usage();
            return state.with(
                    new Usage(old.resourceMillis(), old.weightedMillis(), beginUsage, old.last()), state.cutoffs());
        }
    }

    /** The last usage is set; later use moves it on. */
    record SetLastUsage(long at, String by, long lastUsage) implements Edit {
        @Override
        public @Nullable Refused refusal() {
            return Bounds.refusalOfInstant(Reason.EDIT_IMPOSSIBLE, "at", lastUsage);
        }

        @Override
        public int rank() {
            return 7;
        }

        @Override
        public AccountState act(AccountState state) {
            Usage old = state.usage();
            return state.with(
                    new Usage(old.resourceMillis(), old.weightedMillis(), old.begin(), lastUsage), state.cutoffs());
        }
    }

    /** Both usages are 0 from now on, and usage begins now; the priority stays. */
    record ResetUsage(long at, String by) implements Edit {
        @Override
        public int rank() {
            return 8;
        }

        @Override
        public AccountState act(AccountState state) {
            Cutoffs old = state.cutoffs();
            return state.with(
                    new Usage(0, CompensatedSum.ZERO, at, state.usage().last()),
                    new Cutoffs(old.priority(), at, at, old.deleted()));
        }
    }

    /** The customer is forgotten, and with it the use by matches made before. */
    record Delete(long at, String by) implements Edit {
        @Override
        public int rank() {
            return 9;
        }

        @Override
        public AccountState act(AccountState state) {
            return state.deleted(at);
        }
    }

    private static @Nullable Refused outside(String what, double value, double least, double most) {
        return Bounds.refusal(Reason.EDIT_IMPOSSIBLE, what, value, least, most);
    }
}
