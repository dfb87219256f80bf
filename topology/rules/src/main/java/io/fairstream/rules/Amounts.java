package io.fairstream.rules;

import java.util.Arrays;
import java.util.List;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/** An amount of each {@link Quantity}, 0 by default. Immutable. */
public final class Amounts {
    public static final Amounts EMPTY = new Amounts(new long[Quantity.ALL.size()]);

    private final long[] amounts;

    private Amounts(long[] amounts) {
        this.amounts = amounts;
    }

    /** Creates amounts with one quantity; all others are 0. */
    public static Amounts of(Quantity quantity, long amount) {
        return EMPTY.with(quantity, amount);
    }

    /** Creates amounts by calling the function for each quantity, in order. */
    public static Amounts of(ToLongFunction<Quantity> amount) {
        long[] amounts = new long[Quantity.ALL.size()];
        for (int i = 0; i < amounts.length; i++) {
            amounts[i] = amount.applyAsLong(Quantity.ALL.get(i));
        }
        return new Amounts(amounts);
    }

    /** The amount, in the quantity's unit. */
    public long get(Quantity quantity) {
        return amounts[quantity.position()];
    }

    public Amounts with(Quantity quantity, long amount) {
        long[] changed = amounts.clone();
        changed[quantity.position()] = amount;
        return new Amounts(changed);
    }

    /** Returns both combined: sums add up and stop at the limits of a long, high-water marks take the larger value. */
    public Amounts plus(Amounts other) {
        long[] both = amounts.clone();
        for (int i = 0; i < both.length; i++) {
            both[i] = Quantity.ALL.get(i).combined(both[i], other.amounts[i]);
        }
        return new Amounts(both);
    }

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
        return Quantity.ALL.stream()
                .filter(quantity -> get(quantity) != 0)
                .map(quantity -> quantity.field() + "=" + get(quantity))
                .collect(Collectors.joining(", ", "[", "]"));
    }

    /**
     * Quantity of usage that is measured over an interval; records and stored state use this order. Whole numbers only, so that sums are
     * exact.
     */
    public enum Quantity {
        /** CPU time of processes in user and system mode; for IDLE, DOWN and SYSTEM their part of the node's time. */
        CPU_USED("cpuTimeUsedMicros", Unit.MICROSECONDS, "TotalCPU", "decayedCpuUsedSeconds"),
        /** Resident memory x time. */
        REAL_MEMORY("realMemoryKiBSeconds", Unit.KIBIBYTE_SECONDS, "RSSIntegral", "decayedRealMemoryKiBSeconds"),
        /** Virtual memory x time. */
        VIRTUAL_MEMORY(
                "virtualMemoryKiBSeconds", Unit.KIBIBYTE_SECONDS, "VMSizeIntegral", "decayedVirtualMemoryKiBSeconds"),
        /** Largest resident memory of one session at one time. */
        REAL_HIGHWATER("realMemoryHighwaterKiB", Unit.KIBIBYTES, "MaxRSS", ""),
        /** Largest virtual memory of one session at one time. */
        VIRTUAL_HIGHWATER("virtualMemoryHighwaterKiB", Unit.KIBIBYTES, "MaxVMSize", ""),
        /** Busy time of GPUs: one GPU second is a whole GPU for one second, or half a GPU for two. */
        GPU_USED("gpuTimeUsedMicros", Unit.MICROSECONDS, "TotalGPU", "decayedGpuUsedSeconds"),
        /** GPU memory x time. */
        GPU_MEMORY("gpuMemoryKiBSeconds", Unit.KIBIBYTE_SECONDS, "GPUMemIntegral", "decayedGpuMemoryKiBSeconds"),
        /** Largest GPU memory of one session at one time. */
        GPU_HIGHWATER("gpuMemoryHighwaterKiB", Unit.KIBIBYTES, "MaxGPUMem", ""),
        ENERGY("energyMillijoules", Unit.MILLIJOULES, "ConsumedEnergy", "decayedEnergyJoules");

        /** All quantities, in order. */
        public static final List<Quantity> ALL = List.of(values());

        /** Quantities that add up, in order. */
        public static final List<Quantity> SUMS =
                ALL.stream().filter(Quantity::isSum).toList();

        /** Quantities reported as one amount, in order; CPU time is reported by mode. */
        public static final List<Quantity> BESIDES_CPU =
                ALL.stream().filter(quantity -> quantity != CPU_USED).toList();

        private final String field;
        private final Unit unit;
        private final String column;
        private final String decayedField;

        /** Unit of a quantity, the rule for combining two amounts, and the units in which people read them. */
        public enum Unit {
            /** Time, which adds up. */
            MICROSECONDS("Micros", true, 1_000_000, "", "h", 3.6e9),
            /** Memory x time, which adds up. */
            KIBIBYTE_SECONDS("KiBSeconds", true, 1, "", "GiB h", 1024 * 1024 * 3600.0),
            /** Memory at one time: the largest of several amounts counts. */
            KIBIBYTES("KiB", false, 1, "K", "MiB", 1024),
            /** Energy, which adds up. */
            MILLIJOULES("Millijoules", true, 1000, "J", "kWh", 3.6e9);

            private final String ending;
            private final boolean isSum;
            private final double decayedUnit;
            private final String sign;
            private final String shown;
            private final double sizeShown;

            Unit(String ending, boolean isSum, double decayedUnit, String sign, String shown, double sizeShown) {
                this.ending = ending;
                this.isSum = isSum;
                this.decayedUnit = decayedUnit;
                this.sign = sign;
                this.shown = shown;
                this.sizeShown = sizeShown;
            }

            /** End of the name of a field that has this unit. */
            public String ending() {
                return ending;
            }

            /** Sign of the decayed amount's unit in a listing of jobs, after {@code sacct}; empty for none. */
            public String sign() {
                return sign;
            }

            /** Name of the larger unit in which tables show amounts. */
            public String shown() {
                return shown;
            }

            /** Number of units that make one of the larger unit. */
            public double sizeShown() {
                return sizeShown;
            }
        }

        Quantity(String field, Unit unit, String column, String decayedField) {
            this.field = field;
            this.unit = unit;
            this.column = column;
            this.decayedField = decayedField;
        }

        /** Name of the field in the journal and in the tables, unit included. */
        public String field() {
            return field;
        }

        /** Name of the field with the decayed amount of a user, unit included; empty for a high-water mark, which does not decay. */
        public String decayedField() {
            return decayedField;
        }

        public Unit unit() {
            return unit;
        }

        /** True if amounts add up; for a high-water mark the largest amount counts, and it does not decay. */
        public boolean isSum() {
            return unit.isSum;
        }

        /** Number of units that make one unit of the decayed amount. */
        public double decayedUnit() {
            return unit.decayedUnit;
        }

        /** Name of the column in a listing of jobs, after {@code sacct}. */
        public String column() {
            return column;
        }

        /** Position among all quantities, from 0: the index in arrays of amounts. */
        @SuppressWarnings("EnumOrdinal") // an EnumMap would box each amount
        public int position() {
            return ordinal();
        }

        /** Combines two amounts; a sum stops at the limits of a long. */
        public long combined(long one, long other) {
            return isSum() ? Sums.add(one, other) : Math.max(one, other);
        }
    }
}
