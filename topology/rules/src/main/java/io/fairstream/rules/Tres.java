package io.fairstream.rules;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.LongUnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Amounts of trackable resources by name, such as {@code cpu}, {@code mem}, {@code node}, {@code gres/gpu:a100}, {@code
 * license/matlab}, {@code bb/cray} or {@code billing}; memory and burst buffers in MiB, all else counted. What is not named is 0. Or
 * changes of such amounts, which may be below 0. Immutable.
 *
 * @param amounts by name, none of them 0
 */
public record Tres(SortedMap<String, Long> amounts) {
    /** Nothing. */
    public static final Tres NONE = new Tres(Collections.emptySortedMap());

    public static final String CPU = "cpu";
    public static final String NODE = "node";
    public static final String MEMORY = "mem";
    public static final String GPU = "gres/gpu";

    /** All whose names find no room. */
    public static final String OTHER = "other";

    /** Most names in a text, so that what accounts keep of one job stays small. */
    private static final int MOST = 32;

    private static final int LONGEST = 128;
    private static final long LARGEST = 1_000_000_000_000_000L;
    private static final Pattern AMOUNT = Pattern.compile("(\\d{1,16}(?:\\.\\d{1,6})?)([KMGTP]?)");
    private static final String UNITS = "KMGTP";
    private static final BigDecimal STEP = BigDecimal.valueOf(1024);

    /** Without those that are 0. */
    public Tres {
        TreeMap<String, Long> some = new TreeMap<>(amounts);
        some.values().removeIf(amount -> amount == 0);
        amounts = Collections.unmodifiableSortedMap(some);
    }

    /**
     * What Slurm writes, such as {@code cpu=4,mem=16G,node=1,billing=5,gres/gpu=2}. A unit is a power of 1024; memory and burst buffers
     * without one are in MiB; parts of a unit are rounded up. Left out is what is no name and amount, {@code energy}, which is
     * consumed and not held, an amount above 10^15, which Slurm writes when it knows none, and every name after the 32nd.
     */
    public static Tres parse(String text) {
        TreeMap<String, Long> amounts = new TreeMap<>();
        for (String part : text.isEmpty() ? new String[0] : text.split(",", -1)) {
            int equals = part.indexOf('=');
            String name = part.substring(0, Math.max(0, equals)).trim();
            if (!name.isEmpty() && name.length() <= LONGEST && !name.equals("energy") && amounts.size() < MOST) {
                amounts.put(name, amount(name, part.substring(equals + 1).trim()));
            }
        }
        return new Tres(amounts);
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
        long whole = counted.setScale(0, RoundingMode.CEILING)
                .min(BigDecimal.valueOf(Long.MAX_VALUE))
                .longValue();
        return whole > LARGEST ? 0 : whole;
    }

    /** Whether amounts of that name are in MiB. */
    public static boolean isMemory(String name) {
        return name.equals(MEMORY) || name.startsWith("bb/");
    }

    /** The amount, 0 unless named. */
    public long get(String name) {
        return amounts.getOrDefault(name, 0L);
    }

    /** These, but so much of one. */
    public Tres with(String name, long amount) {
        TreeMap<String, Long> changed = new TreeMap<>(amounts);
        changed.put(name, amount);
        return new Tres(changed);
    }

    /** Both together. */
    public Tres plus(Tres more) {
        if (more.isNothing()) {
            return this;
        }
        TreeMap<String, Long> both = new TreeMap<>(amounts);
        more.amounts.forEach((name, amount) -> both.merge(name, amount, Sums::add));
        return new Tres(both);
    }

    /** These without those. */
    public Tres minus(Tres less) {
        return plus(less.negated());
    }

    public Tres negated() {
        return each(amount -> -amount);
    }

    /** These, but as {@link #OTHER} what {@code known} does not name, once that has so many names. */
    public Tres within(int most, Tres known) {
        if (known.amounts.size() < most || known.amounts.keySet().containsAll(amounts.keySet())) {
            return this;
        }
        TreeMap<String, Long> named = new TreeMap<>();
        amounts.forEach(
                (name, amount) -> named.merge(known.amounts.containsKey(name) ? name : OTHER, amount, Sums::add));
        return new Tres(named);
    }

    /** So many times each amount. */
    public Tres times(long factor) {
        return each(amount -> Sums.product(amount, factor));
    }

    private Tres each(LongUnaryOperator change) {
        if (isNothing()) {
            return this;
        }
        TreeMap<String, Long> changed = new TreeMap<>();
        for (Map.Entry<String, Long> amount : amounts.entrySet()) {
            changed.put(amount.getKey(), change.applyAsLong(amount.getValue()));
        }
        return new Tres(changed);
    }

    public boolean isNothing() {
        return amounts.isEmpty();
    }

    @Override
    public String toString() {
        return amounts.toString();
    }
}
