package io.fairstream.rules;

/**
 * Resources of jobs over a time, in the quantities that an allocation of a bank or of a user can limit: whole numbers, so that parts add up
 * to the whole exactly. Sums stop at the largest long.
 *
 * @param cpuMicros time of processors, microseconds
 * @param gpuMicros time of GPUs, microseconds
 * @param nodeMicros time of nodes, microseconds; without a number of nodes that of processors
 * @param billingMicros time weighted by the tariff, microseconds
 * @param energyMillijoules energy reported by the scheduler, millijoules
 */
public record Spending(long cpuMicros, long gpuMicros, long nodeMicros, long billingMicros, long energyMillijoules) {
    public static final Spending EMPTY = new Spending(0, 0, 0, 0, 0);

    private static final double MICROS = 1e3;

    /**
     * Resources held for a duration.
     *
     * @param perSecond charge per second by the tariff
     * @param millis duration, milliseconds; negative to take back
     */
    public static Spending of(AllocatedResources held, double perSecond, long millis) {
        return new Spending(
                Sums.processorMicros(held.processors(), millis),
                Sums.processorMicros(held.gpus(), millis),
                Sums.processorMicros(held.nodesCounted(), millis),
                Math.round(perSecond * millis * MICROS),
                0);
    }

    public static Spending ofEnergy(long millijoules) {
        return new Spending(0, 0, 0, 0, millijoules);
    }

    public Spending plus(Spending other) {
        return new Spending(
                Sums.add(cpuMicros, other.cpuMicros),
                Sums.add(gpuMicros, other.gpuMicros),
                Sums.add(nodeMicros, other.nodeMicros),
                Sums.add(billingMicros, other.billingMicros),
                Sums.add(energyMillijoules, other.energyMillijoules));
    }

    public boolean isEmpty() {
        return (cpuMicros | gpuMicros | nodeMicros | billingMicros | energyMillijoules) == 0;
    }

    /** Unit of an allocation of a bank or of a user. The names are those of the schema {@code AllocationUnit}. */
    public enum Unit implements AmountUnit {
        CPU("CPU s", 1e-6),
        GPU("GPU s", 1e-6),
        NODE("node s", 1e-6),
        BILLING("billing s", 1e-6),
        ENERGY("J", 1e-3);

        private final String unit;
        private final double perUnit;

        Unit(String unit, double perUnit) {
            this.unit = unit;
            this.perUnit = perUnit;
        }

        @Override
        public String unit() {
            return unit;
        }

        @Override
        public double perUnit() {
            return perUnit;
        }

        /** Returns the spending in this unit: microseconds or millijoules. */
        public long units(Spending spent) {
            return switch (this) {
                case CPU -> spent.cpuMicros;
                case GPU -> spent.gpuMicros;
                case NODE -> spent.nodeMicros;
                case BILLING -> spent.billingMicros;
                case ENERGY -> spent.energyMillijoules;
            };
        }
    }

    /** Unit of the amounts of an allocation. Charges are counted in whole small units of it. */
    public interface AmountUnit {
        /** The name, as in published rows. */
        String unit();

        /** The amount of one small unit. */
        double perUnit();

        /** Converts small units to an amount. */
        default double amount(long units) {
            return units * perUnit();
        }

        /** Converts an amount to small units. */
        default long unitsOf(double amount) {
            return Math.round(amount / perUnit());
        }
    }
}
