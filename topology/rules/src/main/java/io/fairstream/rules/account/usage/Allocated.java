package io.fairstream.rules.account.usage;

import io.fairstream.rules.Sums;
import io.fairstream.rules.Tres;

/**
 * Processors allocated and reserved, and all else held, over time: the integral up to an instant, and the rates from then on. A change at an
 * earlier instant is a correction and exact, since the integral is linear. Mutable; one owner.
 */
public final class Allocated {
    /** The instant of what has never changed. */
    public static final long NEVER = Long.MIN_VALUE;

    /** Most names of what is held, so that an account fits into a record whatever jobs say; the rest counts as one. */
    private static final int MOST_NAMES = 512;

    private long allocatedMicros;
    private long reservedMicros;
    private long allocated;
    private long reserved;
    private Tres besidesMillis;
    private Tres besides;
    private long asOf;

    /** Nothing ever. */
    public Allocated() {
        this(0, 0, 0, 0, Tres.NONE, Tres.NONE, NEVER);
    }

    /**
     * As kept.
     *
     * @param allocatedMicros processors allocated x time up to {@code asOf}, microseconds
     * @param reservedMicros processors reserved x time up to {@code asOf}, microseconds
     * @param allocated processors allocated from {@code asOf} on
     * @param reserved processors reserved from {@code asOf} on
     * @param besidesMillis all else held x time up to {@code asOf}, amounts x milliseconds
     * @param besides all else held from {@code asOf} on
     * @param asOf milliseconds since 1970, or {@link #NEVER}
     */
    public Allocated(
            long allocatedMicros,
            long reservedMicros,
            long allocated,
            long reserved,
            Tres besidesMillis,
            Tres besides,
            long asOf) {
        this.allocatedMicros = allocatedMicros;
        this.reservedMicros = reservedMicros;
        this.allocated = allocated;
        this.reserved = reserved;
        this.besidesMillis = besidesMillis;
        this.besides = besides;
        this.asOf = asOf;
    }

    public long allocatedMicros() {
        return allocatedMicros;
    }

    public long reservedMicros() {
        return reservedMicros;
    }

    /** Processors allocated x time up to an instant not before {@code asOf}, microseconds. */
    public long allocatedMicros(long at) {
        return asOf == NEVER ? allocatedMicros : Sums.add(allocatedMicros, Sums.processorMicros(allocated, at - asOf));
    }

    /** Processors reserved x time up to an instant not before {@code asOf}, microseconds. */
    public long reservedMicros(long at) {
        return asOf == NEVER ? reservedMicros : Sums.add(reservedMicros, Sums.processorMicros(reserved, at - asOf));
    }

    public long allocated() {
        return allocated;
    }

    public long reserved() {
        return reserved;
    }

    /** All that is held besides processors, from {@code asOf} on. */
    public Tres besides() {
        return besides;
    }

    /** All that was held besides processors x time up to an instant not before {@code asOf}, amounts x milliseconds. */
    public Tres besidesMillis(long at) {
        return asOf == NEVER ? besidesMillis : besidesMillis.plus(besides.times(at - asOf));
    }

    public long asOf() {
        return asOf;
    }

    /** Brings the integrals to an instant, if they are not further. */
    public void advance(long at) {
        if (asOf != NEVER && at > asOf) {
            grow(allocated, reserved, besides, at - asOf);
        }
        asOf = Math.max(asOf, at);
    }

    /** Takes in a change of the rates. */
    public void change(long at, int moreAllocated, int moreReserved, Tres more) {
        advance(at);
        Tres named = more.within(MOST_NAMES, besidesMillis);
        grow(moreAllocated, moreReserved, named, asOf - at);
        allocated += moreAllocated;
        reserved += moreReserved;
        besides = besides.plus(named);
    }

    private void grow(long allocatedRate, long reservedRate, Tres besidesRate, long millis) {
        allocatedMicros = Sums.add(allocatedMicros, Sums.processorMicros(allocatedRate, millis));
        reservedMicros = Sums.add(reservedMicros, Sums.processorMicros(reservedRate, millis));
        besidesMillis = besidesMillis.plus(besidesRate.times(millis));
    }

    /** Whether nothing is left of anything. */
    public boolean isNothing() {
        return allocatedMicros == 0
                && reservedMicros == 0
                && allocated == 0
                && reserved == 0
                && besides.isNothing()
                && besidesMillis.isNothing();
    }
}
