package io.fairstream.schemas;

import io.fairstream.rules.decay.HalfLife;
import io.fairstream.rules.decay.HalfLife.RealPriority;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;

/**
 * Evaluates a row of {@code priorities} at an instant chosen by the reader, so that rows need not be published just because time passes.
 *
 * <p>From HTCondor's manual, section User Priorities: {@code πr(u,t) = β·πr(u,t-δt) + (1-β)·ρ(u,t)}, {@code β = 0.5^(δt/h)}, with a floor
 * of 0.5. While the weight in use is constant, this holds for any {@code δt} and the priority is monotone, so applying the floor at the end
 * is enough. With {@code Δ = T - asOf} in seconds, {@code h = halfLifeSeconds}, {@code w = weightInUse}, {@code s = subtreeWeightInUse} for
 * a group and {@code s = w} otherwise:
 *
 * <pre>
 *   realPriority(T)             = max(0.5, β·realPriority + (1-β)·s)      β = 2^(-Δ/h)
 *   effectivePriority(T)        = realPriority(T) · priorityFactor(T)
 *   accumulatedUsage(T)         = accumulatedUsage + resourcesInUse·Δ
 *   weightedAccumulatedUsage(T) = weightedAccumulatedUsage + w·Δ
 * </pre>
 *
 * Factor, ceiling and floor come from the newest lease that has not ended; without such a lease, from the value set before the leases.
 */
@NullMarked
public final class PriorityAt {
    private static final double MILLIS = 1e3;

    private PriorityAt() {}

    /** The row as of the instant; throws {@link IllegalArgumentException} if that is before the row's {@code asOf}. */
    public static Priority evaluate(Priority row, Instant at) {
        long millis = AccountingAt.millis(row.getAsOf(), at, "customer " + row.getCustomer());
        double seconds = millis / MILLIS;
        double realPriority = RealPriority.advance(
                row.getRealPriority(), weightFollowed(row), millis, new HalfLife(row.getHalfLifeSeconds()));
        // not by a builder, which copies every value first: tables have many rows
        Priority result = new Priority(
                row.getCustomer(),
                realPriority,
                realPriority * row.getPriorityFactor(),
                row.getPriorityFactor(),
                row.getFactorSource(),
                row.getCeiling(),
                row.getFloor(),
                new ArrayList<>(row.getLeases()),
                row.getResourcesInUse(),
                row.getWeightInUse(),
                row.getAccumulatedUsage() + row.getResourcesInUse() * seconds,
                row.getWeightedAccumulatedUsage() + row.getWeightInUse() * seconds,
                row.getBeginUsage(),
                row.getResourcesInUse() > 0 && seconds > 0 ? at : row.getLastUsage(),
                at,
                row.getHalfLifeSeconds(),
                row.getGroup(),
                row.getParent(),
                row.getSubtreeWeightInUse());
        return row.getLeases().isEmpty() ? result : withoutEndedLeases(result, at);
    }

    /** Returns true if the priority and weights of a row are finite; other programs than the topology may write rows with other values. */
    public static boolean isFinite(Priority row) {
        return Double.isFinite(row.getRealPriority())
                && !Double.isNaN(row.getEffectivePriority())
                && Double.isFinite(row.getWeightInUse())
                && Double.isFinite(weightFollowed(row))
                && Double.isFinite(row.getWeightedAccumulatedUsage());
    }

    /** The slot weight that the real priority approaches: the weight in use, for a group the weight in use in its whole subtree. */
    public static double weightFollowed(Priority row) {
        Double subtree = row.getSubtreeWeightInUse();
        return subtree == null ? row.getWeightInUse() : subtree;
    }

    private static Priority withoutEndedLeases(Priority row, Instant at) {
        List<Lease> left = new ArrayList<>(row.getLeases());
        left.removeIf(lease -> !lease.getUntil().isAfter(at));
        Priority.Builder result = Priority.newBuilder(row).setLeases(left);
        newest(row.getLeases(), LeaseKind.FACTOR).ifPresent(held -> {
            Optional<Lease> lease = newest(left, LeaseKind.FACTOR);
            Double factor = inForce(held, lease);
            FactorSource source = lease.isPresent() ? FactorSource.LEASE : held.getPriorSource();
            if (factor != null && source != null) { // the topology sets both for a lease of a factor
                result.setPriorityFactor(factor).setFactorSource(source);
            }
        });
        newest(row.getLeases(), LeaseKind.CEILING)
                .ifPresent(held -> result.setCeiling(unless(-1, inForce(held, newest(left, LeaseKind.CEILING)))));
        newest(row.getLeases(), LeaseKind.FLOOR)
                .ifPresent(held -> result.setFloor(unless(0, inForce(held, newest(left, LeaseKind.FLOOR)))));
        return result.setEffectivePriority(result.getRealPriority() * result.getPriorityFactor())
                .build();
    }

    private static @Nullable Double inForce(Lease held, Optional<Lease> left) {
        return left.isPresent() ? Double.valueOf(left.get().getValue()) : held.getPrior();
    }

    /** Returns null for a lease that sets no bound. */
    private static @Nullable Double unless(double none, @Nullable Double bound) {
        return bound == null || bound == none ? null : bound;
    }

    /** Returns the newest lease; of several with the same start, the first one in the row. */
    private static Optional<Lease> newest(List<Lease> leases, LeaseKind kind) {
        return leases.stream()
                .filter(lease -> lease.getKind() == kind)
                .sorted(Comparator.comparing(Lease::getAt).reversed())
                .findFirst();
    }
}
