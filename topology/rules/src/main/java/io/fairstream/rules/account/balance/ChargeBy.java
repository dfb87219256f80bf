package io.fairstream.rules.account.balance;

import io.fairstream.rules.Sums;
import io.fairstream.rules.Work;

/** What an allocation is charged for; the open question of Science United's note. */
public enum ChargeBy {
    /** The work that was done; allocations are in FLOPs. */
    FLOPS(1e6) {
        @Override
        public long units(Work work) {
            return Sums.add(work.cpuMflop(), work.gpuMflop());
        }
    },
    /** The time of CPUs and GPUs; allocations are in seconds. */
    TIME(1e-6) {
        @Override
        public long units(Work work) {
            return Sums.add(work.cpuMicros(), work.gpuMicros());
        }
    };

    private final double perUnit;

    ChargeBy(double perUnit) {
        this.perUnit = perUnit;
    }

    /** What of some work is charged: MFLOP or microseconds. */
    public abstract long units(Work work);

    /** The same in the unit of allocations. */
    public double amount(long units) {
        return units * perUnit;
    }

    /** What in the unit of allocations is so much, as whole units: MFLOP or microseconds. */
    public long unitsOf(double amount) {
        return Math.round(amount / perUnit);
    }
}
