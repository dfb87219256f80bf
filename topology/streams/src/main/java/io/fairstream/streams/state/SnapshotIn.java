package io.fairstream.streams.state;

/** Unpacks snapshots that {@link SnapshotOut} packed. */
final class SnapshotIn extends StateIn {
    private long latest;

    SnapshotIn(byte[] bytes) {
        super(bytes);
    }

    @Override
    public long readLong() {
        long code = readUnsigned();
        if ((code & 1) == 0) {
            return signed(code >>> 1);
        }
        if (code == SnapshotOut.NEVER) {
            return Long.MIN_VALUE;
        }
        if (code == SnapshotOut.FOR_EVER) {
            return Long.MAX_VALUE;
        }
        latest = code == SnapshotOut.FAR ? signed(readUnsigned()) : latest + signed((code - SnapshotOut.NEAR) >>> 1);
        return latest;
    }

    private static long signed(long zigzag) {
        return (zigzag >>> 1) ^ -(zigzag & 1);
    }
}
