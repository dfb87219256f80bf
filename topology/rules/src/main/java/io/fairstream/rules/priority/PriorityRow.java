package io.fairstream.rules.priority;

import io.fairstream.rules.decay.HalfLife;
import io.fairstream.rules.priority.Edit.Decision;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Published state of a customer. The names are those of the schema {@code Priority}, which documents them. */
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
    /** Maximum relative error of a published number. */
    public static final double TOLERANCE = 0.01;

    /** A value with an end, and the value in force when there is no lease of its kind. */
    public record Lease(
            Decision.Kind kind,
            double value,
            long at,
            long until,
            @Nullable Double prior,
            FactorRules.@Nullable Source priorSource) {}

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
     * Returns true if a number of the row is wrong by more than {@link #TOLERANCE}, or a lease has ended since.
     *
     * @param published the instant of the numbers in the last published row, not before the state's
     * @param now the instant of the check
     */
    public static boolean needsRefresh(AccountState state, long published, long now, HalfLife halfLife) {
        if (now <= published) {
            return false;
        }
        AccountState shown = state.at(published, halfLife);
        AccountState truth = state.at(now, halfLife);
        boolean hasLeaseEnded = Arrays.stream(Decision.Kind.values())
                .anyMatch(kind -> !Objects.equals(shown.inForce(kind), truth.inForce(kind)));
        return hasLeaseEnded
                || isStale(shown.realPriority(), truth.realPriority())
                || isStale(shown.accumulatedUsage(), truth.accumulatedUsage())
                || isStale(shown.weightedAccumulatedUsage(), truth.weightedAccumulatedUsage());
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
}
