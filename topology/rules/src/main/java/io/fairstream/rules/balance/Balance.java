package io.fairstream.rules.balance;

import java.time.Instant;

/**
 * Balance that a target is owed at an instant, and at every later one while nothing is charged:
 * {@code balance = initialBalance + accrued - charged}.
 */
public record Balance(Allocation allocation, AllocationBalance settled) {
    /** The instant at which it holds, milliseconds since 1970 UTC. */
    public long asOf() {
        return settled.at();
    }

    /** In the allocation's unit. */
    public double amount() {
        return settled.balance(allocation);
    }

    /**
     * At that instant or a later one.
     *
     * @throws IllegalArgumentException if it is an earlier one
     */
    public Balance at(long instant) {
        if (instant < asOf()) {
            throw new IllegalArgumentException(String.format(
                    "at: %s (expected: %s or later, to which target %s is charged)",
                    Instant.ofEpochMilli(instant), Instant.ofEpochMilli(asOf()), allocation.target()));
        }
        return new Balance(allocation, settled.advance(allocation, instant));
    }
}
