package io.fairstream.rules;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Arrays;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.LongUnaryOperator;
import java.util.function.ObjLongConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Resources that a job holds exclusively at one time, with the partition and quality of service.
 *
 * @param nodes number of nodes, or null if not reported
 * @param gpus 0 if not reported
 * @param memoryMiB sum over all nodes, 0 if not reported
 * @param otherTres trackable resources other than processors, nodes, GPUs and memory: types of GPUs, licences, burst buffers, billing
 * @param partition the job's partition; empty if not reported
 * @param qos the job's quality of service; empty if not reported
 */
public record AllocatedResources(
        int processors,
        @Nullable Integer nodes,
        int gpus,
        long memoryMiB,
        Tres otherTres,
        String partition,
        String qos) {
    public AllocatedResources(int processors, @Nullable Integer nodes, int gpus, long memoryMiB) {
        this(processors, nodes, gpus, memoryMiB, Tres.EMPTY, "", "");
    }

    /**
     * Resources of a job as reported: a number takes precedence over the same resource by name.
     *
     * @param tres text in the format of {@link Tres#parse}
     */
    public static AllocatedResources reported(
            @Nullable Integer processors,
            @Nullable Integer nodes,
            @Nullable Integer gpus,
            @Nullable Long memoryMiB,
            String tres,
            String partition,
            String qos) {
        Tres named = Tres.parse(tres);
        return new AllocatedResources(
                processors == null ? Sums.whole(named.get(Tres.CPU)) : processors,
                nodes == null && named.get(Tres.NODE) > 0 ? (Integer) Sums.whole(named.get(Tres.NODE)) : nodes,
                gpus == null ? Sums.whole(named.get(Tres.GPU)) : gpus,
                memoryMiB == null ? named.get(Tres.MEMORY) : memoryMiB,
                named.with(Tres.CPU, 0).with(Tres.NODE, 0).with(Tres.GPU, 0).with(Tres.MEMORY, 0),
                partition,
                qos);
    }

    public boolean isEmpty() {
        return processors == 0 && (nodes == null || nodes == 0) && gpus == 0 && memoryMiB == 0 && otherTres.isEmpty();
    }

    /**
     * Returns the number of nodes charged. If the job does not report its node count, each processor counts as one node: a scheduler
     * without nodes allocates single processors.
     */
    public int nodesCounted() {
        return nodes == null ? processors : nodes;
    }

    /** Returns all resources by name except processors, which are charged as allocated or reserved. */
    public Tres tresWithoutProcessors() {
        return otherTres
                .with(Tres.NODE, nodes == null ? 0 : nodes)
                .with(Tres.GPU, gpus)
                .with(Tres.MEMORY, memoryMiB);
    }

    /**
     * Amounts of trackable resources by name, such as {@code cpu}, {@code mem}, {@code node}, {@code gres/gpu:a100},
     * {@code license/matlab}, {@code bb/cray} or {@code billing}. Memory and burst buffers are in MiB, all others are counts. A missing
     * name means 0. Can also hold changes of amounts, which may be negative. Immutable.
     */
    public static final class Tres {
        public static final Tres EMPTY = new Tres(new String[0], new long[0]);

        public static final String CPU = "cpu";
        public static final String NODE = "node";
        public static final String MEMORY = "mem";
        public static final String GPU = "gres/gpu";

        /** Name for the sum of all resources beyond the maximum number of names. */
        public static final String OTHER = "other";

        /** Maximum number of names in a text, which limits the account data of one job. */
        private static final int MAX = 32;

        private static final int LONGEST = 128;
        private static final BigDecimal LARGEST = BigDecimal.valueOf(1_000_000_000_000_000L);
        private static final Pattern AMOUNT = Pattern.compile("(\\d{1,16}(?:\\.\\d{1,6})?)([KMGTP]?)");
        private static final String UNITS = "KMGTP";
        private static final BigDecimal STEP = BigDecimal.valueOf(1024);

        /** In ascending order. */
        private final String[] names;

        /** In the order of the names; none is 0. */
        private final long[] amounts;

        private Tres(String[] names, long[] amounts) {
            this.names = names;
            this.amounts = amounts;
        }

        /** Creates the amounts from a map; amounts of 0 are left out. */
        public static Tres of(SortedMap<String, Long> amounts) {
            Builder some = new Builder(amounts.size());
            amounts.forEach(some::add);
            return some.build();
        }

        /** Builds amounts that arrive in the order of their names. */
        public static final class Builder {
            private String[] names;
            private long[] amounts;
            private int size;

            /** @param max maximum number of names */
            public Builder(int max) {
                names = new String[max];
                amounts = new long[max];
            }

            /** Adds an amount, which may be 0; the name must come after all others. */
            public void add(String name, long amount) {
                if (amount != 0) {
                    names[size] = name;
                    amounts[size++] = amount;
                }
            }

            /** Returns the amounts added; nothing may be added afterwards. */
            public Tres build() {
                if (size == 0) {
                    return EMPTY;
                }
                return size == names.length
                        ? new Tres(names, amounts)
                        : new Tres(Arrays.copyOf(names, size), Arrays.copyOf(amounts, size));
            }
        }

        /**
         * Parses Slurm's text, such as {@code cpu=4,mem=16G,node=1,billing=5,gres/gpu=2}. A unit is a power of 1024; memory and burst
         * buffers without a unit are in MiB; parts of a unit are rounded up. The parser skips items that are not a name and an amount,
         * {@code energy}, which is consumed and not held, amounts above 10^15, which Slurm writes for an unknown amount, and all names
         * after the 32nd.
         */
        public static Tres parse(String text) {
            if (text.isEmpty()) {
                return EMPTY;
            }
            TreeMap<String, Long> amounts = new TreeMap<>();
            for (String part : text.split(",", -1)) {
                int equals = part.indexOf('=');
                String name = part.substring(0, Math.max(0, equals)).trim();
                if (!name.isEmpty() && name.length() <= LONGEST && !name.equals("energy") && amounts.size() < MAX) {
                    amounts.put(name, amount(name, part.substring(equals + 1).trim()));
                }
            }
            return of(amounts);
        }

        private static long amount(String name, String text) {
            Matcher matcher = AMOUNT.matcher(text);
            if (!matcher.matches()) {
                return 0;
            }
            boolean isMemory = isMemory(name);
            int unit = matcher.group(2).isEmpty() ? (isMemory ? 1 : -1) : UNITS.indexOf(matcher.group(2));
            BigDecimal amount = new BigDecimal(matcher.group(1)).multiply(STEP.pow(unit + 1));
            BigDecimal counted = isMemory ? amount.divide(STEP.pow(2)) : amount;
            BigDecimal whole = counted.setScale(0, RoundingMode.CEILING);
            return whole.compareTo(LARGEST) > 0 ? 0 : whole.longValue();
        }

        /** Returns true if amounts of that name are in MiB. */
        public static boolean isMemory(String name) {
            return name.equals(MEMORY) || name.startsWith("bb/");
        }

        public SortedMap<String, Long> amounts() {
            if (isEmpty()) {
                return Collections.emptySortedMap();
            }
            TreeMap<String, Long> byName = new TreeMap<>();
            forEach(byName::put);
            return Collections.unmodifiableSortedMap(byName);
        }

        /** Passes each name and amount to the consumer, in the order of the names. */
        public void forEach(ObjLongConsumer<String> consumer) {
            for (int i = 0; i < names.length; i++) {
                consumer.accept(names[i], amounts[i]);
            }
        }

        public int size() {
            return names.length;
        }

        /** Returns the amount, 0 if the name is missing. */
        public long get(String name) {
            int position = Arrays.binarySearch(names, name);
            return position < 0 ? 0 : amounts[position];
        }

        public Tres with(String name, long amount) {
            long more = amount - get(name);
            return more == 0 ? this : plus(new Tres(new String[] {name}, new long[] {more}));
        }

        public Tres plus(Tres more) {
            if (more.isEmpty() || isEmpty()) {
                return more.isEmpty() ? this : more;
            }
            Builder both = new Builder(size() + more.size());
            int mine = 0;
            int its = 0;
            while (mine < names.length || its < more.names.length) {
                int order = mine == names.length
                        ? 1
                        : its == more.names.length ? -1 : names[mine].compareTo(more.names[its]);
                if (order == 0) {
                    both.add(names[mine], Sums.add(amounts[mine++], more.amounts[its++]));
                } else if (order < 0) {
                    both.add(names[mine], amounts[mine++]);
                } else {
                    both.add(more.names[its], more.amounts[its++]);
                }
            }
            return both.build();
        }

        public Tres minus(Tres less) {
            return equals(less) ? EMPTY : plus(less.negated());
        }

        public Tres negated() {
            return each(amount -> -amount);
        }

        /**
         * Returns these amounts with the names missing in {@code known} added up as {@link #OTHER}, once {@code known} has {@code max}
         * names.
         */
        public Tres within(int max, Tres known) {
            if (known.size() < max) {
                return this;
            }
            TreeMap<String, Long> named = new TreeMap<>();
            forEach((name, amount) -> named.merge(known.get(name) == 0 ? OTHER : name, amount, Sums::add));
            return of(named);
        }

        public Tres times(long factor) {
            return each(amount -> Sums.product(amount, factor));
        }

        private Tres each(LongUnaryOperator change) {
            if (isEmpty()) {
                return this;
            }
            Builder changed = new Builder(size());
            forEach((name, amount) -> changed.add(name, change.applyAsLong(amount)));
            return changed.build();
        }

        public boolean isEmpty() {
            return names.length == 0;
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return this == other
                    || (other instanceof Tres tres
                            && Arrays.equals(names, tres.names)
                            && Arrays.equals(amounts, tres.amounts));
        }

        @Override
        public int hashCode() {
            return 31 * Arrays.hashCode(names) + Arrays.hashCode(amounts);
        }

        @Override
        public String toString() {
            return amounts().toString();
        }
    }
}
