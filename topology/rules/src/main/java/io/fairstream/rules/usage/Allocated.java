package io.fairstream.rules.usage;

import io.fairstream.rules.Sums;
import io.fairstream.rules.Tres;

/**
 * Processors allocated and reserved, and all else held, over time: the integral up to an instant, and the rates from then on. A
 * change at an earlier instant is a correction and exact, since the integral is linear.
 *
 * @param allocatedMicros processors allocated x time up to {@code asOf}, microseconds
 * @param reservedMicros processors reserved x time up to {@code asOf}, microseconds
 * @param allocated processors allocated from {@code asOf} on
 * @param reserved processors reserved from {@code asOf} on
 * @param besidesMillis all else held x time up to {@code asOf}, amounts x milliseconds
 * @param besides all else held from {@code asOf} on
 * @param asOf milliseconds since 1970, or {@link #NEVER}
 */
public record Allocated(
        long allocatedMicros,
        long reservedMicros,
        long allocated,
        long reserved,
        Tres besidesMillis,
        Tres besides,
        long asOf) {
    /** The instant of what has never changed. */
    public static final long NEVER = Long.MIN_VALUE;

    /** Nothing ever. */
    public static final Allocated NOTHING = new Allocated(0, 0, 0, 0, Tres.NONE, Tres.NONE, NEVER);

    /** Most names of what is held, so that an account fits into a record whatever jobs say; the rest counts as one. */
    private static final int MOST_NAMES = 512;

    /** Processors allocated x time up to an instant not before {@code asOf}, microseconds. */
    public long allocatedMicros(long at) {
        return asOf == NEVER ? allocatedMicros : Sums.add(allocatedMicros, Sums.processorMicros(allocated, at - asOf));
    }

    /** Processors reserved x time up to an instant not before {@code asOf}, microseconds. */
    public long reservedMicros(long at) {
        return asOf == NEVER ? reservedMicros : Sums.add(reservedMicros, Sums.processorMicros(reserved, at - asOf));
    }

    /** All that was held besides processors x time up to an instant not before {@code asOf}, amounts x milliseconds. */
    public Tres besidesMillis(long at) {
        return asOf == NEVER ? besidesMillis : besidesMillis.plus(besides.times(at - asOf));
    }

    /** With the integrals at an instant, if they are not further. */
    public Allocated at(long instant) {
        return instant <= asOf
                ? this
                : new Allocated(
                        allocatedMicros(instant),
                        reservedMicros(instant),
                        allocated,
                        reserved,
                        besidesMillis(instant),
                        besides,
                        instant);
    }

    /** With a change of the rates. */
    public Allocated changed(long at, int moreAllocated, int moreReserved, Tres more) {
        Allocated now = at(at);
        long millis = now.asOf - at;
        Tres named = more.within(MOST_NAMES, now.besidesMillis);
        return new Allocated(
                Sums.add(now.allocatedMicros, Sums.processorMicros(moreAllocated, millis)),
                Sums.add(now.reservedMicros, Sums.processorMicros(moreReserved, millis)),
                allocated + moreAllocated,
                reserved + moreReserved,
                now.besidesMillis.plus(named.times(millis)),
                besides.plus(named),
                now.asOf);
    }

    /** True if nothing is left of anything. */
    public boolean isNothing() {
        return allocatedMicros == 0
                && reservedMicros == 0
                && allocated == 0
                && reserved == 0
                && besides.isNothing()
                && besidesMillis.isNothing();
    }
}
