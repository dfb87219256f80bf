package io.fairstream.rules;

/** Amounts for tests. */
public final class SomeAmounts {
    private SomeAmounts() {}

    /** Of the first quantities so much, of the others nothing. */
    public static Amounts of(long... amounts) {
        return Amounts.of(quantity -> quantity.position() < amounts.length ? amounts[quantity.position()] : 0);
    }
}
