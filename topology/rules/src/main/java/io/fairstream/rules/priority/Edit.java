package io.fairstream.rules.priority;

import io.fairstream.rules.Bounds;
import io.fairstream.rules.EventTimes;
import io.fairstream.rules.Names;
import io.fairstream.rules.Rejection;
import io.fairstream.rules.Rejection.Reason;
import io.fairstream.rules.decay.HalfLife.RealPriority;
import io.fairstream.rules.journal.Entry.CustomerEntry;
import io.fairstream.rules.priority.AccountState.CompensatedSum;
import io.fairstream.rules.priority.AccountState.Cutoffs;
import io.fairstream.rules.priority.AccountState.Usage;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** An administrator's decision about an account. The names are those of the schema {@code AccountEdit}. */
public record Edit(long at, String by, Change edit) implements CustomerEntry {
    private static final List<Class<?>> CHANGES = List.of(Change.class.getPermittedSubclasses());

    public @Nullable Rejection refusal() {
        return edit.refusal(at);
    }

    /** The factor, ceiling or floor that is decided, or null. */
    public @Nullable Decision decision() {
        return edit.decision(at);
    }

    @Override
    public int rank() {
        return CHANGES.indexOf(edit.getClass());
    }

    /** Change of an account. Of changes at the same instant, those further down act later. */
    public sealed interface Change {
        default @Nullable Decision decision(long at) {
            return null;
        }

        default @Nullable Rejection refusal(long at) {
            Decision decided = decision(at);
            return decided == null ? null : decided.refusal();
        }

        /** Applies the change to a state that is as of {@code at}. */
        default AccountState act(AccountState state, long at) {
            Decision decided = decision(at);
            return decided == null ? state : state.with(decided);
        }
    }

    /** Sets the factor until the end of a lease, milliseconds since 1970, or null for good; so for the ceiling and the floor. */
    public record SetFactor(double factor, @Nullable Long until) implements Change {
        @Override
        public Decision decision(long at) {
            return Decision.of(Decision.Kind.FACTOR, factor, at, until);
        }
    }

    public record SetCeiling(double ceiling, @Nullable Long until) implements Change {
        @Override
        public Decision decision(long at) {
            return Decision.of(Decision.Kind.CEILING, ceiling, at, until);
        }
    }

    public record SetFloor(double floor, @Nullable Long until) implements Change {
        @Override
        public Decision decision(long at) {
            return Decision.of(Decision.Kind.FLOOR, floor, at, until);
        }
    }

    public record CancelLease(Decision.Kind kind) implements Change {
        @Override
        public AccountState act(AccountState state, long at) {
            return state.withoutLeases(kind);
        }
    }

    /** Sets the real priority, slot weight, 0 or more; a value below the floor counts as the floor. */
    public record SetPriority(double priority) implements Change {
        @Override
        public @Nullable Rejection refusal(long at) {
            return outside("priority", priority, 0, Bounds.WEIGHT_IN_USE);
        }

        @Override
        public AccountState act(AccountState state, long at) {
            Cutoffs old = state.cutoffs();
            return state.withPriority(
                    Math.max(RealPriority.FLOOR, priority),
                    new Cutoffs(at, old.usage(), old.weighted(), old.deleted()));
        }
    }

    /** Sets the weighted accumulated usage, slot weight x seconds, 0 or more; the unweighted one does not change. */
    public record SetAccumulatedUsage(double weightedAccumulatedUsage) implements Change {
        @Override
        public @Nullable Rejection refusal(long at) {
            return outside("weightedAccumulatedUsage", weightedAccumulatedUsage, 0, Bounds.USAGE_SECONDS);
        }

        @Override
        public AccountState act(AccountState state, long at) {
            Cutoffs old = state.cutoffs();
            return state.with(
                    state.usage().withWeighted(weightedAccumulatedUsage * 1000),
                    new Cutoffs(old.priority(), old.usage(), at, old.deleted()));
        }
    }

    public record SetBeginUsage(long at) implements Change {
        @Override
        public @Nullable Rejection refusal(long edited) {
            return Bounds.refusalOfInstant(Reason.EDIT_IMPOSSIBLE, "at", at);
        }

        @Override
        public AccountState act(AccountState state, long edited) {
            Usage old = state.usage();
            return state.with(new Usage(old.resourceMillis(), old.weightedMillis(), at, old.last()), state.cutoffs());
        }
    }

    /** Sets the last usage; later use advances it. */
    public record SetLastUsage(long at) implements Change {
        @Override
        public @Nullable Rejection refusal(long edited) {
            return Bounds.refusalOfInstant(Reason.EDIT_IMPOSSIBLE, "at", at);
        }

        @Override
        public AccountState act(AccountState state, long edited) {
            Usage old = state.usage();
            return state.with(new Usage(old.resourceMillis(), old.weightedMillis(), old.begin(), at), state.cutoffs());
        }
    }

    /** Sets both usages to 0 and the begin of usage to the instant of the edit; the priority does not change. */
    public record ResetUsage() implements Change {
        @Override
        public AccountState act(AccountState state, long at) {
            Cutoffs old = state.cutoffs();
            return state.with(
                    new Usage(0, CompensatedSum.ZERO, at, state.usage().last()),
                    new Cutoffs(old.priority(), at, at, old.deleted()));
        }
    }

    /** Deletes the customer, including the use by matches that began before. */
    public record Delete() implements Change {
        @Override
        public AccountState act(AccountState state, long at) {
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
    public record Decision(Kind kind, double value, long at, long until) {
        public static final long FOR_GOOD = Long.MAX_VALUE;

        /** Kind of a decision. The names are those of the schema {@code LeaseKind}. */
        public enum Kind {
            FACTOR,
            CEILING,
            FLOOR
        }

        private static Decision of(Kind kind, double value, long at, @Nullable Long until) {
            return new Decision(kind, value, at, until == null ? FOR_GOOD : until);
        }

        private @Nullable Rejection refusal() {
            if (until <= at) {
                String expected = "after at, " + Instant.ofEpochMilli(at);
                return Rejection.of(Reason.EDIT_IMPOSSIBLE, "until", Instant.ofEpochMilli(until), expected);
            }
            if (until != FOR_GOOD && until > Bounds.LATEST) {
                return Bounds.refusalOfInstant(Reason.EDIT_IMPOSSIBLE, "until", until);
            }
            return switch (kind) {
                case FACTOR -> outside("factor", value, 1, Bounds.FACTOR);
                case CEILING -> refusalOfCeiling();
                case FLOOR -> outside("floor", value, 0, Bounds.WEIGHT_IN_USE);
            };
        }

        private @Nullable Rejection refusalOfCeiling() {
            return value == -1 || (value >= 0 && value <= Bounds.WEIGHT_IN_USE)
                    ? null
                    : Rejection.of(Reason.EDIT_IMPOSSIBLE, "ceiling", value, "0 to 1e15, or -1 for none");
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
    public record CustomerEdit(String customer, Edit decided) {
        public @Nullable Rejection refusal(Groups groups, EventTimes times, long sent, long newest) {
            return Rejection.first(
                    Names.refusal("customer", customer),
                    Names.refusalUnlessEmpty("by", decided.by),
                    decided.refusal(),
                    refusal(groups.spelling(customer)),
                    times.refusal(decided.at, sent, newest));
        }

        /** Returns the kind of the change in two or three words; the number of kinds is small. */
        public String kind() {
            String name = decided.edit.getClass().getSimpleName();
            return name.replaceAll("(?<=[a-z])(?=[A-Z])", "-").toLowerCase(Locale.ROOT);
        }

        /**
         * Rejects a misspelled group and the deletion of a group: group names are case-insensitive, but each group is one customer, which
         * exists as long as it is configured.
         */
        private @Nullable Rejection refusal(@Nullable String group) {
            if (group != null && !group.equals(customer)) {
                return impossible("\"" + group + "\", as the group is configured");
            }
            return group != null && decided.edit instanceof Delete
                    ? impossible("no configured group, to delete it")
                    : null;
        }

        private Rejection impossible(String expected) {
            return Rejection.of(Reason.EDIT_IMPOSSIBLE, "customer", "\"" + customer + "\"", expected);
        }
    }
}
