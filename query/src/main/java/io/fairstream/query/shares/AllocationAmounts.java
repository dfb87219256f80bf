package io.fairstream.query.shares;

import io.fairstream.query.columns.Numbers;
import io.fairstream.schemas.Allocation;
import io.fairstream.schemas.AllocationUnit;
import org.jspecify.annotations.Nullable;

/**
 * Amounts of an allocation for people: hours where its unit is seconds of something.
 *
 * @param unit such as {@code CPU s}; empty if unknown
 */
record AllocationAmounts(String unit) {
    private static final String SECONDS = "s";
    private static final double HOUR = 3600;

    /** Returns the amounts of an allocation; those of a project have no unit, since that is a setting. */
    static AllocationAmounts of(Allocation allocation) {
        AllocationUnit unit = AllocationCheck.unit(allocation);
        return new AllocationAmounts(unit == null ? "" : name(unit));
    }

    private static String name(AllocationUnit unit) {
        return switch (unit) {
            case CPU -> "CPU s";
            case GPU -> "GPU s";
            case NODE -> "node s";
            case BILLING -> "billing s";
            case ENERGY -> "J";
        };
    }

    private boolean isTime() {
        return unit.equals(SECONDS) || unit.endsWith(" " + SECONDS);
    }

    /** Returns the unit in which people see the amounts. */
    String shownUnit() {
        return isTime() ? unit.substring(0, unit.length() - SECONDS.length()) + "h" : unit;
    }

    /** Returns an amount in the unit in which people see it. */
    @Nullable
    Double shown(@Nullable Double amount) {
        return amount == null ? null : (Double) (isTime() ? amount / HOUR : amount);
    }

    /** Returns an amount with its unit, for people. */
    String text(double amount) {
        return Numbers.large(isTime() ? amount / HOUR : amount, shownUnit()).strip();
    }
}
