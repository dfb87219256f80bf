package io.fairstream.rules;

import java.util.Arrays;
import java.util.function.ToLongFunction;

/** An amount of each {@link Quantity}, 0 unless said. Immutable. */
public final class Amounts {
    /** Amounts that are all 0. */
    public static final Amounts NONE = new Amounts(new long[Quantity.ALL.size()]);

    private final long[] amounts;

    private Amounts(long[] amounts) {
        this.amounts = amounts;
    }

    /** So much of one quantity, and nothing else. */
    public static Amounts of(Quantity quantity, long amount) {
        return NONE.with(quantity, amount);
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
    public boolean isNothing() {
        return equals(NONE);
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
}
