package io.fairstream.client.negotiation;

/** Checks of arguments. */
final class Checks {
    private Checks() {}

    static void atLeastZero(String what, double value) {
        if (!(value >= 0) || Double.isInfinite(value)) {
            throw new IllegalArgumentException(what + ": " + value + " (expected: 0 or more)");
        }
    }

    static void aboveZero(String what, double value) {
        if (!(value > 0) || Double.isInfinite(value)) {
            throw new IllegalArgumentException(what + ": " + value + " (expected: above 0)");
        }
    }
}
