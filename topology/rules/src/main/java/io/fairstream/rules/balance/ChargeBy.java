package io.fairstream.rules.balance;

import io.fairstream.rules.Sums;
import io.fairstream.rules.Work;

/** Basis on which an allocation is charged; the open question of Science United's note. */
public enum ChargeBy {
    /** The work that was done; allocations are in FLOPs. */
    FLOPS(1e6, "FLOPs") {
        @Override
        public long units(Work work) {
            return Sums.add(work.cpuMflop(), work.gpuMflop());
        }
    },
    /** The time of CPUs and GPUs; allocations are in seconds. */
    TIME(1e-6, "s") {
        @Override
        public long units(Work work) {
            return Sums.add(work.cpuMicros(), work.gpuMicros());
        }
    };

    private final double perUnit;
    private final String unit;

    ChargeBy(double perUnit, String unit) {
        this.perUnit = perUnit;
        this.unit = unit;
    }

    /** Name of the unit of allocations. */
    public String unit() {
        return unit;
    }

    /**
     * By the name of its unit.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static ChargeBy ofUnit(String unit) {
        for (ChargeBy by : values()) {
            if (by.unit.equals(unit)) {
                return by;
            }
        }
        throw new IllegalArgumentException("unit: \"" + unit + "\" (expected: FLOPs or s)");
    }

    /** Returns the units charged for some work: MFLOP or microseconds. */
    public abstract long units(Work work);

    /** The same in the unit of allocations. */
    public double amount(long units) {
        return units * perUnit;
    }

    /** Converts an amount in the unit of allocations to whole units: MFLOP or microseconds. */
    public long unitsOf(double amount) {
        return Math.round(amount / perUnit);
    }
}
