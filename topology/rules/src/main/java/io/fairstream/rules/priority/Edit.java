package io.fairstream.rules.priority;

import io.fairstream.rules.Bounds;
import io.fairstream.rules.Bounds.EventTimes;
import io.fairstream.rules.Names;
import io.fairstream.rules.Rejection;
import io.fairstream.rules.Rejection.Reason;
import io.fairstream.rules.decay.HalfLife.RealPriority;
import io.fairstream.rules.journal.Entry.CustomerEntry;
import io.fairstream.rules.priority.AccountState.CompensatedSum;
import io.fairstream.rules.priority.AccountState.Cutoffs;
import io.fairstream.rules.priority.AccountState.Usage;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** An administrator's decision about an account. */
public sealed interface Edit extends CustomerEntry {
    /** Returns the rejection of an edit with an invalid value, or null if it is valid. */
    default @Nullable Rejection refusal() {
        return null;
    }

    /** Applies the edit to a state that is as of {@link #at}. */
    AccountState act(AccountState state);

    /**
     * Sets a factor, ceiling or floor.
     *
     * @param value the factor, 1 or more; the ceiling in slot weight, or -1 for none; the floor in slot weight, 0 for
     *     none
     * @param until end of the lease, milliseconds since 1970, or {@link Decision#FOR_GOOD}
     */
    record Decide(long at, String by, Decision.Kind kind, double value, long until) implements Edit {
        @Override
        public @Nullable Rejection refusal() {
            if (until <= at) {
                return new Rejection(
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

        private @Nullable Rejection refusalOfCeiling() {
            return value >= 0 && value <= Bounds.WEIGHT_IN_USE
                    ? null
                    : new Rejection(
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

    /** Ends the leases of a kind. */
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
     * Sets the real priority; a value below the floor counts as the floor.
     *
     * @param priority slot weight, 0 or more
     */
    record SetPriority(long at, String by, double priority) implements Edit {
        @Override
        public @Nullable Rejection refusal() {
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
     * Sets the weighted accumulated usage; the unweighted one does not change.
     *
     * @param weightedSeconds slot weight x seconds, 0 or more
     */
    record SetAccumulatedUsage(long at, String by, double weightedSeconds) implements Edit {
        @Override
        public @Nullable Rejection refusal() {
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

    record SetBeginUsage(long at, String by, long beginUsage) implements Edit {
        @Override
        public @Nullable Rejection refusal() {
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

    /** Sets the last usage; later use advances it. */
    record SetLastUsage(long at, String by, long lastUsage) implements Edit {
        @Override
        public @Nullable Rejection refusal() {
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

    /** Sets both usages to 0 and the begin of usage to the instant of the edit; the priority does not change. */
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

    /** Deletes the customer, including the use by matches that began before. */
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

    private static @Nullable Rejection outside(String what, double value, double min, double max) {
        return Bounds.refusal(Reason.EDIT_IMPOSSIBLE, what, value, min, max);
    }

    /**
     * A decided factor, ceiling or floor.
     *
     * @param value the factor, 1 or more; the ceiling in slot weight, or -1 for none; the floor in slot weight, 0 for none
     * @param at begin, milliseconds since 1970
     * @param until end, milliseconds since 1970, or {@link #FOR_GOOD}
     */
    record Decision(Kind kind, double value, long at, long until) {
        /** No end. */
        public static final long FOR_GOOD = Long.MAX_VALUE;

        /** Kind of a decision. The names are those of the schema {@code LeaseKind}. */
        public enum Kind {
            FACTOR(0),
            CEILING(1),
            FLOOR(2);

            private final int rank;

            Kind(int rank) {
                this.rank = rank;
            }

            /** Position among the edits of the same instant. */
            int rank() {
                return rank;
            }
        }

        /** True if the decision removes the ceiling or the floor. */
        public boolean isNone() {
            return (kind == Kind.CEILING && value == -1) || (kind == Kind.FLOOR && value == 0);
        }

        public boolean isForGood() {
            return until == FOR_GOOD;
        }
    }

    /** A decision about one customer's account. */
    record CustomerEdit(String customer, Edit edit) {
        /** Returns the rejection of an invalid edit, or null if it is valid. */
        public @Nullable Rejection refusal(Groups groups, EventTimes times, long sent, long newest) {
            return Rejection.first(
                    Names.refusal("customer", customer),
                    Names.refusalUnlessEmpty("by", edit.by()),
                    edit.refusal(),
                    refusal(groups.spelling(customer)),
                    times.refusal(edit.at(), sent, newest));
        }

        /** Returns the kind of the change in one or two words; the number of kinds is small. */
        public String kind() {
            String name = edit instanceof Edit.Decide decided
                    ? "Decide-" + decided.kind()
                    : edit.getClass().getSimpleName();
            return name.replaceAll("(?<=[a-z])(?=[A-Z])", "-").toLowerCase(Locale.ROOT);
        }

        /**
         * Rejects a misspelled group and the deletion of a group: group names are case-insensitive, but each group is one customer, which
         * exists as long as it is configured.
         */
        private @Nullable Rejection refusal(@Nullable String group) {
            if (group != null && !group.equals(customer)) {
                return new Rejection(
                        Reason.EDIT_IMPOSSIBLE,
                        String.format(
                                "customer: \"%s\" (expected: \"%s\", as the group is configured)", customer, group));
            }
            if (group != null && edit instanceof Edit.Delete) {
                return new Rejection(
                        Reason.EDIT_IMPOSSIBLE,
                        "customer: \"" + customer + "\" (expected: no configured group, to delete it)");
            }
            return null;
        }
    }
}
