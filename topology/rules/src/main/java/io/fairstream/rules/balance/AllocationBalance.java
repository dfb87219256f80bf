package io.fairstream.rules.balance;

/**
 * An allocation's account at an instant. Amounts are in the allocation's unit.
 *
 * @param at milliseconds since 1970 UTC
 * @param accrued since the start
 * @param withheld what would have accrued but for the cap
 * @param charged since the start
 */
public record AllocationBalance(long at, double accrued, double withheld, double charged) {
    static AllocationBalance begin(Allocation allocation) {
        return new AllocationBalance(allocation.start(), 0, 0, 0);
    }

    /** {@code initial + accrued - charged}; below 0 when more was done than was owed. */
    double balance(Allocation allocation) {
        return allocation.initialBalance() + accrued - charged;
    }

    /** At a later instant, when nothing is charged until then. An accrual adds at most what is missing to the cap. */
    AllocationBalance advance(Allocation allocation, long later) {
        if (later <= at) {
            return this;
        }
        double owed = allocation.accrual() * (allocation.intervals(later) - allocation.intervals(at));
        Double cap = allocation.cap();
        double room = cap == null ? owed : Math.max(0, cap - balance(allocation));
        double added = Math.min(owed, room);
        return new AllocationBalance(later, accrued + added, withheld + (owed - added), charged);
    }

    AllocationBalance charge(double amount) {
        return new AllocationBalance(at, accrued, withheld, charged + amount);
    }
}
