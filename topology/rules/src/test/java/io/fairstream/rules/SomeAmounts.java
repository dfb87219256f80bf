package io.fairstream.rules;

/** Amounts for tests. */
public final class SomeAmounts {
    private SomeAmounts() {}

    /** Returns these amounts of the first quantities, and nothing of the others. */
    public static Amounts of(long... amounts) {
        return Amounts.of(quantity -> quantity.position() < amounts.length ? amounts[quantity.position()] : 0);
    }
}
