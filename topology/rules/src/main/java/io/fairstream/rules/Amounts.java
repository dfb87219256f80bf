package io.fairstream.rules;

import java.util.Arrays;
import java.util.List;
import java.util.function.ToLongFunction;

/** An amount of each {@link Quantity}, 0 unless said. Immutable. */
public final class Amounts {
    /** Amounts that are all 0. */
    public static final Amounts EMPTY = new Amounts(new long[Quantity.ALL.size()]);

    private final long[] amounts;

    private Amounts(long[] amounts) {
        this.amounts = amounts;
    }

    /** So much of one quantity, and nothing else. */
    public static Amounts of(Quantity quantity, long amount) {
        return EMPTY.with(quantity, amount);
    }

    /** Amounts that the function returns for the quantities, called in their order. */
    public static Amounts of(ToLongFunction<Quantity> amount) {
        return new Amounts(Quantity.ALL.stream().mapToLong(amount).toArray());
    }

    /** The amount, in the quantity's unit. */
    public long get(Quantity quantity) {
        return amounts[quantity.position()];
    }

    /** These, but so much of one quantity. */
    public Amounts with(Quantity quantity, long amount) {
        long[] changed = amounts.clone();
        changed[quantity.position()] = amount;
        return new Amounts(changed);
    }

    /** Both together: sums add up and stop at the limits of a long, high-waters take the larger one. */
    public Amounts plus(Amounts other) {
        long[] both = amounts.clone();
        for (int i = 0; i < both.length; i++) {
            both[i] = Quantity.ALL.get(i).combined(both[i], other.amounts[i]);
        }
        return new Amounts(both);
    }

    /** True if all amounts are 0. */
    public boolean isEmpty() {
        return equals(EMPTY);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Amounts that && Arrays.equals(amounts, that.amounts);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(amounts);
    }

    /** Lists the quantities whose amount is not 0. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("[");
        for (Quantity quantity : Quantity.ALL) {
            if (get(quantity) != 0) {
                text.append(text.length() == 1 ? "" : ", ")
                        .append(quantity.field())
                        .append('=')
                        .append(get(quantity));
            }
        }
        return text.append(']').toString();
    }

    /**
     * Quantity of usage that is measured over an interval; records and kept state have quantities in this order. Whole numbers only,
     * so that sums are exact.
     */
    public enum Quantity {
        /** CPU time of processes in user and system mode; of IDLE, DOWN and SYSTEM their part of the node's time. */
        CPU_USED("cpuTimeUsedMicros", Unit.MICROSECONDS, "decayedCpuUsedSeconds", "TotalCPU"),
        /** Resident memory x time. */
        REAL_MEMORY("realMemoryKiBSeconds", Unit.KIBIBYTE_SECONDS, "decayedRealMemoryKiBSeconds", "RSSIntegral"),
        /** Virtual memory x time. */
        VIRTUAL_MEMORY(
                "virtualMemoryKiBSeconds", Unit.KIBIBYTE_SECONDS, "decayedVirtualMemoryKiBSeconds", "VMSizeIntegral"),
        /** Most resident memory of one session at once. */
        REAL_HIGHWATER("realMemoryHighwaterKiB", Unit.KIBIBYTES, "", "MaxRSS"),
        /** Most virtual memory of one session at once. */
        VIRTUAL_HIGHWATER("virtualMemoryHighwaterKiB", Unit.KIBIBYTES, "", "MaxVMSize"),
        /** Time that GPUs worked: a whole GPU for a second, or half of it for two. */
        GPU_USED("gpuTimeUsedMicros", Unit.MICROSECONDS, "decayedGpuUsedSeconds", "TotalGPU"),
        /** Memory of GPUs x time. */
        GPU_MEMORY("gpuMemoryKiBSeconds", Unit.KIBIBYTE_SECONDS, "decayedGpuMemoryKiBSeconds", "GPUMemIntegral"),
        /** Most memory of GPUs of one session at once. */
        GPU_HIGHWATER("gpuMemoryHighwaterKiB", Unit.KIBIBYTES, "", "MaxGPUMem"),
        /** Energy. */
        ENERGY("energyMillijoules", Unit.MILLIJOULES, "decayedEnergyJoules", "ConsumedEnergy");

        /** All of them, in order. */
        public static final List<Quantity> ALL = List.of(values());

        /** Those that add up, in order. */
        public static final List<Quantity> SUMS =
                ALL.stream().filter(Quantity::isSum).toList();

        /** Those that are said as one amount, in order: CPU time is said by mode. */
        public static final List<Quantity> BESIDES_CPU =
                ALL.stream().filter(quantity -> quantity != CPU_USED).toList();

        private final String field;
        private final Unit unit;
        private final String decayedField;
        private final String column;

        /** In what a quantity is counted, and how two amounts become one. */
        public enum Unit {
            /** Time, which adds up. */
            MICROSECONDS(true, 1_000_000),
            /** Memory x time, which adds up. */
            KIBIBYTE_SECONDS(true, 1),
            /** Memory at once: of several amounts the largest. */
            KIBIBYTES(false, 1),
            /** Energy, which adds up. */
            MILLIJOULES(true, 1000);

            private final boolean isSum;
            private final double decayedUnit;

            Unit(boolean isSum, double decayedUnit) {
                this.isSum = isSum;
                this.decayedUnit = decayedUnit;
            }
        }

        Quantity(String field, Unit unit, String decayedField, String column) {
            this.field = field;
            this.unit = unit;
            this.decayedField = decayedField;
            this.column = column;
        }

        /** Name of the field in the journal and in the tables, unit included. */
        public String field() {
            return field;
        }

        public Unit unit() {
            return unit;
        }

        /** True if amounts add up; for a high-water mark the largest amount counts, and it does not decay. */
        public boolean isSum() {
            return unit.isSum;
        }

        /** Name of the field of the decayed amount in {@code user-accounting}; empty for high-waters. */
        public String decayedField() {
            return decayedField;
        }

        /** Number of units that make one unit of the decayed amount. */
        public double decayedUnit() {
            return unit.decayedUnit;
        }

        /** Name of its column in a listing of jobs, after {@code sacct}. */
        public String column() {
            return column;
        }

        /** Its place among all, from 0: arrays of amounts are indexed by it. */
        @SuppressWarnings("EnumOrdinal") // an EnumMap would box each amount
        public int position() {
            return ordinal();
        }

        /** Two amounts as one; a sum stops at the limits of a long. */
        public long combined(long one, long other) {
            return isSum() ? Sums.add(one, other) : Math.max(one, other);
        }
    }
}
