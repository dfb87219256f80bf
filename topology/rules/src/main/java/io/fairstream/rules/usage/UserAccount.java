package io.fairstream.rules.usage;

import io.fairstream.rules.Amounts;
import io.fairstream.rules.Amounts.Quantity;
import io.fairstream.rules.decay.HalfLife;
import io.fairstream.rules.decay.HalfLife.DecayedUsage;
import io.fairstream.rules.journal.Entry.UsageEntry;
import io.fairstream.rules.usage.JobAccount.Allocated;
import io.fairstream.rules.usage.JobAccount.Used;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * Allocated time and usage of one user, in total and with decay. All values are linear, so that late entries are exact and the order of
 * arrival does not matter. Mutable; one owner.
 */
public final class UserAccount {
    private final HalfLife halfLife;
    private Allocated allocated;
    private final Decayed decayed;
    private @Nullable Used used;
    private UserId userId;
    private @Nullable Long firstSeen;

    public UserAccount(HalfLife halfLife) {
        this(halfLife, Allocated.EMPTY, null, new Decayed(), UserId.UNKNOWN, null);
    }

    /**
     * Restores a stored account.
     *
     * @param decayed decayed values at {@code allocated.asOf()}
     * @param firstSeen begin of the first entry, milliseconds since 1970, or null if there is none
     */
    public UserAccount(
            HalfLife halfLife,
            Allocated allocated,
            @Nullable Used used,
            Decayed decayed,
            UserId userId,
            @Nullable Long firstSeen) {
        this.halfLife = halfLife;
        this.allocated = allocated;
        this.used = used;
        this.decayed = decayed;
        this.userId = userId;
        this.firstSeen = firstSeen;
    }

    /**
     * Content of an account, for storage; see the constructor.
     *
     * @param decayed decayed values of each quantity that adds up, in their order
     */
    public record Snapshot(
            Allocated allocated,
            @Nullable Used used,
            double cpuAllocated,
            double cpuReserved,
            List<Double> decayed,
            UserId userId,
            @Nullable Long firstSeen) {}

    /** Restores a stored account. */
    public static UserAccount of(HalfLife halfLife, Snapshot kept) {
        Iterator<Double> left = kept.decayed.iterator();
        Decayed decayed =
                new Decayed(kept.cpuAllocated, kept.cpuReserved, quantity -> left.hasNext() ? left.next() : 0);
        return new UserAccount(halfLife, kept.allocated, kept.used, decayed, kept.userId, kept.firstSeen);
    }

    public Snapshot snapshot() {
        return new Snapshot(
                allocated,
                used,
                decayed.cpuAllocated,
                decayed.cpuReserved,
                Quantity.SUMS.stream().map(decayed::used).toList(),
                userId,
                firstSeen);
    }

    public Allocated allocated() {
        return allocated;
    }

    public Decayed decayed() {
        return decayed;
    }

    /** Usage of sessions, or null for none. */
    public @Nullable Used used() {
        return used;
    }

    public UserId userId() {
        return userId;
    }

    /** Begin of the first entry, milliseconds since 1970, or null if there is none. */
    public @Nullable Long firstSeen() {
        return firstSeen;
    }

    /** The instant of the last entry or end of its interval, milliseconds since 1970, or null if there is none. */
    public @Nullable Long lastSeen() {
        return allocated.asOf() == Allocated.NEVER ? null : (Long) allocated.asOf();
    }

    public boolean exists() {
        return !allocated.isEmpty() || (used != null && !used.isEmpty());
    }

    /** Adds an entry; statements are for jobs and change nothing. */
    public void add(UsageEntry entry) {
        if (entry instanceof UsageEntry.Allocation change) {
            sees(change.at());
            advance(change.at());
            allocated = allocated.changed(change.at(), change.allocated(), change.reserved(), change.otherTres());
            userId = userId.said(change.userId());
            long lateness = allocated.asOf() - change.at();
            decayed.cpuAllocated += DecayedUsage.late(change.allocated(), lateness, halfLife);
            decayed.cpuReserved += DecayedUsage.late(change.reserved(), lateness, halfLife);
        } else if (entry instanceof UsageEntry.Usage usage) {
            use(usage);
        }
    }

    private void use(UsageEntry.Usage usage) {
        sees(usage.from());
        advance(usage.at());
        used = used == null ? Used.of(usage) : used.plus(Used.of(usage));
        userId = userId.said(usage.userId());
        double left = DecayedUsage.spread(1, usage.from(), usage.at(), allocated.asOf(), halfLife);
        decayed.add(left, usage.amounts());
        if (!exists()) {
            decayed.clear();
        }
    }

    private void sees(long from) {
        firstSeen = firstSeen == null ? (Long) from : (Long) Math.min(firstSeen, from);
    }

    private void advance(long at) {
        long asOf = allocated.asOf();
        if (asOf != Allocated.NEVER && at > asOf) {
            decayed.advance(allocated.allocated(), allocated.reserved(), at - asOf, halfLife);
        }
        allocated = allocated.at(at);
    }

    /** The decayed values: CPU times in seconds, other quantities in {@link Quantity#decayedUnit}. Mutable; one owner. */
    public static final class Decayed {
        private double cpuAllocated;
        private double cpuReserved;
        private final double[] used = new double[Quantity.ALL.size()];

        public Decayed() {}

        /**
         * Restores stored values.
         *
         * @param used value of each quantity that adds up, called in their order
         */
        public Decayed(double cpuAllocated, double cpuReserved, ToDoubleFunction<Quantity> used) {
            this.cpuAllocated = cpuAllocated;
            this.cpuReserved = cpuReserved;
            for (Quantity quantity : Quantity.SUMS) {
                this.used[quantity.position()] = used.applyAsDouble(quantity);
            }
        }

        public double cpuAllocated() {
            return cpuAllocated;
        }

        public double cpuReserved() {
            return cpuReserved;
        }

        /** Decayed usage of a quantity that adds up. */
        public double used(Quantity quantity) {
            return used[quantity.position()];
        }

        private void add(double left, Amounts amounts) {
            for (Quantity quantity : Quantity.SUMS) {
                used[quantity.position()] += left * amounts.get(quantity) / quantity.decayedUnit();
            }
        }

        private void advance(long allocated, long reserved, long millis, HalfLife halfLife) {
            cpuAllocated = DecayedUsage.advance(cpuAllocated, (double) allocated, millis, halfLife);
            cpuReserved = DecayedUsage.advance(cpuReserved, (double) reserved, millis, halfLife);
            double beta = halfLife.beta(millis);
            for (int i = 0; i < used.length; i++) {
                used[i] *= beta;
            }
        }

        private void clear() {
            cpuAllocated = 0;
            cpuReserved = 0;
            Arrays.fill(used, 0);
        }
    }

    /**
     * Number of a user, as long as all reports agree.
     *
     * @param number the number, or null if not reported or if reports differ
     * @param isDisputed whether different numbers were reported
     */
    public record UserId(@Nullable Long number, boolean isDisputed) {
        public static final UserId UNKNOWN = new UserId(null, false);

        UserId said(@Nullable Long said) {
            if (said == null || isDisputed || said.equals(number)) {
                return this;
            }
            return number == null ? new UserId(said, false) : new UserId(null, true);
        }
    }
}
