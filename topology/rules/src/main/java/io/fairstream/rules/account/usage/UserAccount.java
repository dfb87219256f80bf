package io.fairstream.rules.account.usage;

import io.fairstream.rules.decay.DecayedUsage;
import io.fairstream.rules.decay.HalfLife;
import io.fairstream.rules.journal.UsageEntry;
import org.jspecify.annotations.Nullable;

/**
 * What one user was allocated and used, in total and with decay. All of it is linear, so that late entries are exact and
 * the order of arrival does not matter. Mutable; one owner.
 */
public final class UserAccount {
    private static final double MICROS = 1e6;

    private final HalfLife halfLife;
    private final Allocated allocated;
    private final Decayed decayed;
    private @Nullable Used used;
    private UserId userId;
    private @Nullable Long firstSeen;

    /** A user of whom nothing is known. */
    public UserAccount(HalfLife halfLife) {
        this(halfLife, new Allocated(), null, new Decayed(), UserId.UNKNOWN, null);
    }

    /**
     * An account as it was kept.
     *
     * @param decayed at {@code allocated.asOf()}
     * @param firstSeen begin of the first entry, milliseconds since 1970, or null before any
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

    public Allocated allocated() {
        return allocated;
    }

    public Decayed decayed() {
        return decayed;
    }

    /** What sessions used, or null for nothing. */
    public @Nullable Used used() {
        return used;
    }

    public UserId userId() {
        return userId;
    }

    /** Begin of the first entry, milliseconds since 1970, or null before any. */
    public @Nullable Long firstSeen() {
        return firstSeen;
    }

    /** The instant of the last entry or end of its interval, milliseconds since 1970, or null before any. */
    public @Nullable Long lastSeen() {
        return allocated.asOf() == Allocated.NEVER ? null : (Long) allocated.asOf();
    }

    /** Whether there is anything to tell. */
    public boolean exists() {
        return !allocated.isNothing() || (used != null && !used.isNothing());
    }

    /** Takes in an entry; statements are for jobs and change nothing. */
    public void add(UsageEntry entry) {
        if (entry instanceof UsageEntry.Allocation change) {
            sees(change.at());
            advance(change.at());
            allocated.change(change.at(), change.allocated(), change.reserved());
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
        decayed.cpuUsed += left * usage.cpuMicros() / MICROS;
        decayed.realMemory += left * usage.realMemory();
        decayed.virtualMemory += left * usage.virtualMemory();
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
        allocated.advance(at);
    }

    /** The decayed values, CPU times in seconds, memory in KiB x s. Mutable; one owner. */
    public static final class Decayed {
        private double cpuAllocated;
        private double cpuReserved;
        private double cpuUsed;
        private double realMemory;
        private double virtualMemory;

        /** Nothing. */
        public Decayed() {}

        /** As kept. */
        public Decayed(
                double cpuAllocated, double cpuReserved, double cpuUsed, double realMemory, double virtualMemory) {
            this.cpuAllocated = cpuAllocated;
            this.cpuReserved = cpuReserved;
            this.cpuUsed = cpuUsed;
            this.realMemory = realMemory;
            this.virtualMemory = virtualMemory;
        }

        public double cpuAllocated() {
            return cpuAllocated;
        }

        public double cpuReserved() {
            return cpuReserved;
        }

        public double cpuUsed() {
            return cpuUsed;
        }

        public double realMemory() {
            return realMemory;
        }

        public double virtualMemory() {
            return virtualMemory;
        }

        private void advance(long allocated, long reserved, long millis, HalfLife halfLife) {
            cpuAllocated = DecayedUsage.advance(cpuAllocated, (double) allocated, millis, halfLife);
            cpuReserved = DecayedUsage.advance(cpuReserved, (double) reserved, millis, halfLife);
            double beta = halfLife.beta(millis);
            cpuUsed *= beta;
            realMemory *= beta;
            virtualMemory *= beta;
        }

        private void clear() {
            cpuAllocated = 0;
            cpuReserved = 0;
            cpuUsed = 0;
            realMemory = 0;
            virtualMemory = 0;
        }
    }
}
