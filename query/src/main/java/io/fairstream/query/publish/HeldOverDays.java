package io.fairstream.query.publish;

import java.math.BigInteger;
import java.time.LocalDate;
import java.util.Arrays;

/**
 * Resource-time on each of some UTC days, amounts x milliseconds. Changes may come in any order, and corrections are
 * further changes. Mutable.
 *
 * <p>A change by {@code a} at {@code t} adds {@code a·(e - max(b,t))} to the day {@code [b,e)}: directly to its own
 * day, and to all later ones by a running sum.
 */
final class HeldOverDays {
    private static final long DAY = 86_400_000;

    private final long first;
    private final BigInteger[] within;
    private final BigInteger[] carried;

    private final long present;

    /**
     * Creates the amounts of that day and those after it.
     *
     * @param presentMillis end of the elapsed time
     */
    HeldOverDays(LocalDate first, int days, long presentMillis) {
        this.present = presentMillis;
        this.first = first.toEpochDay();
        this.within = new BigInteger[days];
        this.carried = new BigInteger[days];
        Arrays.fill(within, BigInteger.ZERO);
        Arrays.fill(carried, BigInteger.ZERO);
    }

    /** Adds a change of the held amount from the instant on; negative for less. */
    void change(long atMillis, long amount) {
        BigInteger more = BigInteger.valueOf(amount);
        long day = Math.floorDiv(atMillis, DAY) - first;
        if (day < 0) {
            carried[0] = carried[0].add(more);
        } else if (day < within.length) {
            int index = (int) day;
            long left = Math.max(0, end(index) - atMillis);
            within[index] = within[index].add(more.multiply(BigInteger.valueOf(left)));
            if (index + 1 < carried.length) {
                carried[index + 1] = carried[index + 1].add(more);
            }
        }
    }

    /** Returns the end of a day, or the present if that is earlier. */
    private long end(int index) {
        return Math.min(present, (first + index + 1) * DAY);
    }

    /** Returns the amount of each day. */
    BigInteger[] days() {
        BigInteger[] days = within.clone();
        BigInteger held = BigInteger.ZERO;
        for (int i = 0; i < days.length; i++) {
            held = held.add(carried[i]);
            days[i] = days[i].add(held.multiply(BigInteger.valueOf(Math.max(0, end(i) - (first + i) * DAY))));
        }
        return days;
    }
}
