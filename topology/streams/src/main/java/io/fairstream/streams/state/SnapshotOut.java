package io.fairstream.streams.state;

/**
 * Packs snapshots: as {@link StateOut}, and instants as well, of which a state has many that are near each other.
 *
 * <p>A whole number that an int holds is twice its zig-zag. Another one is its difference to the one of that kind before it, or as
 * it is if that is too large; the two ends of the range, which stand for never and for ever, take one byte.
 */
final class SnapshotOut extends StateOut {
    static final long NEVER = 1;
    static final long FOR_EVER = 3;
    static final long FAR = 5;
    static final long NEAR = 7;
    private static final int MOST_BITS = 60;

    private long latest;

    @Override
    StateOut begin(int version) {
        latest = 0;
        return super.begin(version);
    }

    @Override
    public void writeLong(long value) {
        if (value == (int) value) {
            writeUnsigned(zigzag(value) << 1);
        } else if (value == Long.MIN_VALUE || value == Long.MAX_VALUE) {
            writeUnsigned(value < 0 ? NEVER : FOR_EVER);
        } else {
            writeLarge(value);
        }
    }

    private void writeLarge(long value) {
        long difference = zigzag(value - latest);
        if (difference >>> MOST_BITS == 0) {
            writeUnsigned((difference << 1) + NEAR);
        } else {
            writeUnsigned(FAR);
            writeUnsigned(zigzag(value));
        }
        latest = value;
    }

    private static long zigzag(long value) {
        return (value << 1) ^ (value >> 63);
    }
}
