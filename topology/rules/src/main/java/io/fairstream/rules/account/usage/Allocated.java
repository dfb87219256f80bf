package io.fairstream.rules.account.usage;

import io.fairstream.rules.Sums;

/**
 * Processors allocated and reserved over time: the integral up to an instant, and the rates from then on. A change at an
 * earlier instant is a correction and exact, since the integral is linear. Mutable; one owner.
 */
public final class Allocated {
    /** The instant of what has never changed. */
    public static final long NEVER = Long.MIN_VALUE;

    private long allocatedMicros;
    private long reservedMicros;
    private long allocated;
    private long reserved;
    private long asOf;

    /** Nothing ever. */
    public Allocated() {
        this(0, 0, 0, 0, NEVER);
    }

    /**
     * As kept.
     *
     * @param allocatedMicros processors allocated x time up to {@code asOf}, microseconds
     * @param reservedMicros processors reserved x time up to {@code asOf}, microseconds
     * @param allocated processors allocated from {@code asOf} on
     * @param reserved processors reserved from {@code asOf} on
     * @param asOf milliseconds since 1970, or {@link #NEVER}
     */
    public Allocated(long allocatedMicros, long reservedMicros, long allocated, long reserved, long asOf) {
        this.allocatedMicros = allocatedMicros;
        this.reservedMicros = reservedMicros;
        this.allocated = allocated;
        this.reserved = reserved;
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

    public long asOf() {
        return asOf;
    }

    /** Brings the integrals to an instant, if they are not further. */
    public void advance(long at) {
        if (asOf != NEVER && at > asOf) {
            grow(allocated, reserved, at - asOf);
        }
        asOf = Math.max(asOf, at);
    }

    /** Takes in a change of the rates. */
    public void change(long at, int moreAllocated, int moreReserved) {
        advance(at);
        grow(moreAllocated, moreReserved, asOf - at);
        allocated += moreAllocated;
        reserved += moreReserved;
    }

    private void grow(long allocatedRate, long reservedRate, long millis) {
        allocatedMicros = Sums.add(allocatedMicros, Sums.processorMicros(allocatedRate, millis));
        reservedMicros = Sums.add(reservedMicros, Sums.processorMicros(reservedRate, millis));
    }

    /** Whether nothing is left of anything. */
    public boolean isNothing() {
        return allocatedMicros == 0 && reservedMicros == 0 && allocated == 0 && reserved == 0;
    }
}
