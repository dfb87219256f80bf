package io.fairstream.query.usage;

import io.fairstream.schemas.Totals;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Charge and use of a user in a period: processor time, microseconds.
 *
 * @param allocated to running jobs
 * @param reserved for jobs that do not run
 * @param used by processes, of jobs or not
 * @param tres of each requested trackable resource, amount x microseconds; of energy millijoules; empty for none
 */
record Use(long allocated, long reserved, long used, List<Long> tres) {
    static final Use NONE = new Use(0, 0, 0, List.of());

    Use {
        tres = List.copyOf(tres);
    }

    /** Returns the charged time, including reserved processors. */
    long charged() {
        return Totals.sum(allocated, reserved);
    }

    /** Returns the amount of the requested resource at that index. */
    long tres(int index) {
        return index < tres.size() ? tres.get(index) : 0;
    }

    boolean isEmpty() {
        return allocated == 0 && reserved == 0 && used == 0 && tres.stream().allMatch(amount -> amount == 0);
    }

    Use plus(Use other) {
        return new Use(
                Totals.sum(allocated, other.allocated),
                Totals.sum(reserved, other.reserved),
                Totals.sum(used, other.used),
                IntStream.range(0, Math.max(tres.size(), other.tres.size()))
                        .mapToObj(i -> Totals.sum(tres(i), other.tres(i)))
                        .toList());
    }
}
