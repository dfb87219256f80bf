package io.fairstream.rules.priority;

import io.fairstream.rules.decay.HalfLife;
import io.fairstream.rules.decay.HalfLife.RealPriority;
import io.fairstream.rules.priority.Edit.Decision;
import io.fairstream.rules.priority.Groups.Membership;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Published state of a customer. The names are those of the schema {@code Priority}, which says what they mean. */
public record PriorityRow(
        String customer,
        double realPriority,
        double effectivePriority,
        double priorityFactor,
        FactorRules.Source factorSource,
        @Nullable Double ceiling,
        @Nullable Double floor,
        List<Lease> leases,
        long resourcesInUse,
        double weightInUse,
        double accumulatedUsage,
        double weightedAccumulatedUsage,
        @Nullable Long beginUsage,
        @Nullable Long lastUsage,
        long asOf,
        double halfLifeSeconds,
        boolean group,
        @Nullable String parent,
        @Nullable Double subtreeWeightInUse) {
    /** Maximum error of a number, as a part of its true value. */
    public static final double TOLERANCE = 0.01;

    /** A value with an end, and what is in force when no lease of its kind is left. */
    public record Lease(
            Decision.Kind kind,
            double value,
            long at,
            long until,
            @Nullable Double prior,
            FactorRules.@Nullable Source priorSource) {}

    /** The row of a customer in a state. */
    public static PriorityRow of(String customer, AccountState state, FactorRules factors, HalfLife halfLife) {
        FactorRules.Factor factor = factors.of(customer, state);
        boolean isGroup = factors.groups().isGroup(customer);
        return new PriorityRow(
                customer,
                state.realPriority(),
                state.realPriority() * factor.value(),
                factor.value(),
                factor.source(),
                bound(state.inForce(Decision.Kind.CEILING)),
                bound(state.inForce(Decision.Kind.FLOOR)),
                leases(state, factors.withoutLeases(customer, state)),
                state.resourcesInUse(),
                state.weightInUse(),
                state.accumulatedUsage(),
                state.weightedAccumulatedUsage(),
                time(state.beginUsage()),
                time(state.lastUsage()),
                state.asOf(),
                halfLife.seconds(),
                isGroup,
                factors.groups().parent(customer),
                isGroup ? (Double) state.subtreeWeightInUse() : null);
    }

    /**
     * Returns true if a number of the row is off by more than {@link #TOLERANCE}, or a lease has ended since.
     *
     * @param published the instant of the numbers as last written, not before the state's
     * @param now the instant at which they are looked at
     */
    public static boolean needsRefresh(AccountState state, long published, long now, HalfLife halfLife) {
        if (now <= published) {
            return false;
        }
        AccountState shown = state.at(published, halfLife);
        AccountState truth = state.at(now, halfLife);
        return hasLeaseEnded(shown, truth)
                || isStale(shown.realPriority(), truth.realPriority())
                || isStale(shown.accumulatedUsage(), truth.accumulatedUsage())
                || isStale(shown.weightedAccumulatedUsage(), truth.weightedAccumulatedUsage());
    }

    private static boolean hasLeaseEnded(AccountState shown, AccountState truth) {
        for (Decision.Kind kind : Decision.Kind.values()) {
            if (!Objects.equals(shown.inForce(kind), truth.inForce(kind))) {
                return true;
            }
        }
        return false;
    }

    private static boolean isStale(double shown, double truth) {
        return Math.abs(shown - truth) > TOLERANCE * Math.abs(truth);
    }

    private static List<Lease> leases(AccountState state, FactorRules.Factor prior) {
        return Arrays.stream(Decision.Kind.values())
                .flatMap(kind -> state.leases(kind).stream())
                .map(lease -> lease(lease, state, prior))
                .toList();
    }

    private static Lease lease(Decision lease, AccountState state, FactorRules.Factor prior) {
        boolean isFactor = lease.kind() == Decision.Kind.FACTOR;
        return new Lease(
                lease.kind(),
                lease.value(),
                lease.at(),
                lease.until(),
                isFactor ? (Double) prior.value() : bound(state.forGood(lease.kind())),
                isFactor ? prior.source() : null);
    }

    private static @Nullable Double bound(@Nullable Decision decided) {
        return decided == null || decided.isNone() ? null : (Double) decided.value();
    }

    private static @Nullable Long time(long millis) {
        return millis == AccountState.NEVER ? null : (Long) millis;
    }

    /**
     * Retention time of customers that have nothing left to report.
     *
     * @param customers since the last that happened to a customer; zero for ever
     * @param maxLateness how far back late events are taken in; what was deleted is remembered for so long
     */
    public record Retention(Duration customers, Duration maxLateness) {
        private static final int LOOKS = 10;

        /** Interval between checks, in event time. */
        public Duration interval() {
            return customers.isZero() ? maxLateness : customers.dividedBy(LOOKS);
        }

        /**
         * Returns true if all state of a customer can be removed, and none of it is charged to a group: either the row, which has
         * nothing to report any more, or the record of a deletion, before which no entry can come any more.
         *
         * @param now the newest event time, milliseconds since 1970
         */
        public boolean isOver(AccountState state, Membership membership, long now, HalfLife halfLife) {
            return membership.isIdle() && (isForgotten(state, now) || isSpent(state, now, halfLife));
        }

        /** Nothing is in use, the priority is back at the floor, and no factor, ceiling or floor is decided. */
        boolean isSpent(AccountState state, long now, HalfLife halfLife) {
            if (customers.isZero() || !isQuiet(state, now, customers)) {
                return false;
            }
            AccountState then = state.at(now, halfLife);
            return then.realPriority() == RealPriority.FLOOR && !then.isDecided();
        }

        boolean isForgotten(AccountState state, long now) {
            return !state.exists() && isQuiet(state, now, maxLateness);
        }

        private static boolean isQuiet(AccountState state, long now, Duration time) {
            return state.isIdle() && state.asOf() < now - time.toMillis();
        }
    }
}
