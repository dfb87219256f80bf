package io.fairstream.rules.usage;

import io.fairstream.rules.Amounts;
import io.fairstream.rules.Amounts.Quantity;
import io.fairstream.rules.decay.HalfLife;
import io.fairstream.rules.decay.HalfLife.DecayedUsage;
import io.fairstream.rules.journal.Entry.UsageEntry;
import io.fairstream.rules.usage.JobAccount.Allocated;
import io.fairstream.rules.usage.JobAccount.Used;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Allocated time and usage of one user, in total and with decay. All values are linear, so that late entries are exact and the order of
 * arrival does not matter. Mutable; one owner.
 */
public final class UserAccount {
    private Allocated allocated;
    private final Decayed decayed;
    private @Nullable Used used;
    private UserId userId;
    private @Nullable Long firstSeen;

    public UserAccount() {
        this(Allocated.EMPTY, null, new Decayed(), UserId.UNKNOWN, null);
    }

    /**
     * @param decayed decayed values at {@code allocated.asOf()}
     * @param firstSeen begin of the first entry, milliseconds since 1970, or null if there is none
     */
    public UserAccount(
            Allocated allocated, @Nullable Used used, Decayed decayed, UserId userId, @Nullable Long firstSeen) {
        this.allocated = allocated;
        this.used = used;
        this.decayed = decayed;
        this.userId = userId;
        this.firstSeen = firstSeen;
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
    public void add(UsageEntry entry, HalfLife halfLife) {
        if (entry instanceof UsageEntry.Allocation change) {
            sees(change.at());
            advance(change.at(), halfLife);
            allocated = allocated.changed(change.at(), change.allocated(), change.reserved(), change.otherTres());
            userId = userId.with(change.userId());
            long lateness = allocated.asOf() - change.at();
            decayed.cpuAllocated += DecayedUsage.late(change.allocated(), lateness, halfLife);
            decayed.cpuReserved += DecayedUsage.late(change.reserved(), lateness, halfLife);
        } else if (entry instanceof UsageEntry.Usage usage) {
            use(usage, halfLife);
        }
    }

    private void use(UsageEntry.Usage usage, HalfLife halfLife) {
        sees(usage.from());
        advance(usage.at(), halfLife);
        used = used == null ? Used.of(usage) : used.plus(Used.of(usage));
        userId = userId.with(usage.userId());
        double left = DecayedUsage.spread(1, usage.from(), usage.at(), allocated.asOf(), halfLife);
        decayed.add(left, usage.amounts());
        if (!exists()) {
            decayed.clear();
        }
    }

    private void sees(long from) {
        firstSeen = firstSeen == null ? (Long) from : (Long) Math.min(firstSeen, from);
    }

    private void advance(long at, HalfLife halfLife) {
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

        public Decayed() {
            this(0, 0, List.of());
        }

        /** @param used value of each quantity that adds up, in their order; those missing are 0 */
        public Decayed(double cpuAllocated, double cpuReserved, List<Double> used) {
            this.cpuAllocated = cpuAllocated;
            this.cpuReserved = cpuReserved;
            for (int i = 0; i < Math.min(used.size(), Quantity.SUMS.size()); i++) {
                this.used[Quantity.SUMS.get(i).position()] = used.get(i);
            }
        }

        public double cpuAllocated() {
            return cpuAllocated;
        }

        public double cpuReserved() {
            return cpuReserved;
        }

        List<Double> used() {
            return Quantity.SUMS.stream().map(this::used).toList();
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

        UserId with(@Nullable Long reported) {
            if (reported == null || isDisputed || reported.equals(number)) {
                return this;
            }
            return number == null ? new UserId(reported, false) : new UserId(null, true);
        }
    }
}
