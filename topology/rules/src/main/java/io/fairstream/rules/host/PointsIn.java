package io.fairstream.rules.host;

import io.fairstream.rules.Work;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Unpacks what {@link PointsOut} packed. */
final class PointsIn {
    private static final int LOW = (1 << PointsOut.LOW_BITS) - 1;
    private static final int BYTE = 0xff;
    private static final int QUANTITIES = 6;

    private final byte[] bytes;
    private int position;

    PointsIn(byte[] bytes) {
        this.bytes = bytes;
    }

    /** Where the next report begins. */
    int position() {
        return position;
    }

    /**
     * The next so many reports.
     *
     * @param before the one before them, or null at the begin
     */
    List<HostPoint> read(@Nullable HostPoint before, int count) {
        List<HostPoint> points = new ArrayList<>(count);
        HostPoint last = before;
        for (int left = count; left > 0; left--) {
            last = read(last);
            points.add(last);
        }
        return points;
    }

    private HostPoint read(@Nullable HostPoint before) {
        int same = readByte();
        HostPoint life = (same & PointsOut.SAME_EPOCH) != 0 ? before : null;
        String user = before != null && (same & PointsOut.SAME_USER) != 0 ? before.user() : readString();
        String epoch = life == null ? readString() : life.epoch();
        long sequence = (life == null ? 0 : life.sequence()) + readLong();
        long at = (before == null ? 0 : before.at()) + readLong();
        Hardware hardware =
                before != null && (same & PointsOut.SAME_HARDWARE) != 0 ? before.hardware() : readHardware();
        List<Counter> counters = before != null && (same & PointsOut.SAME_PROJECTS) != 0
                ? readCounters(before.counters())
                : readCounters();
        return new HostPoint(user, epoch, sequence, at, hardware, counters);
    }

    private List<Counter> readCounters(List<Counter> before) {
        List<Counter> counters = new ArrayList<>(before.size());
        for (Counter counter : before) {
            counters.add(new Counter(
                    counter.project(), counter.app(), counter.total().plus(readWork())));
        }
        return counters;
    }

    private List<Counter> readCounters() {
        int count = (int) readLong();
        List<Counter> counters = new ArrayList<>(count);
        for (int left = count; left > 0; left--) {
            counters.add(new Counter(readString(), readString(), readWork()));
        }
        return counters;
    }

    private Hardware readHardware() {
        int flags = readByte();
        return new Hardware(
                (int) readLong(),
                (int) readLong(),
                readDouble(),
                readDouble(),
                (flags & PointsOut.USABLE_GPU) != 0,
                (flags & PointsOut.VM_EXTENSIONS_DISABLED) != 0);
    }

    private Work readWork() {
        int there = readByte();
        long[] quantities = new long[QUANTITIES];
        for (int i = 0; i < QUANTITIES; i++) {
            quantities[i] = (there & 1 << i) == 0 ? 0 : readLong();
        }
        return new Work(quantities[0], quantities[1], quantities[2], quantities[3], quantities[4], quantities[5]);
    }

    private int readByte() {
        return bytes[position++] & BYTE;
    }

    private long readLong() {
        long value = 0;
        for (int shift = 0; ; shift += PointsOut.LOW_BITS) {
            long next = bytes[position++];
            value |= (next & LOW) << shift;
            if (next >= 0) {
                return (value >>> 1) ^ -(value & 1);
            }
        }
    }

    private double readDouble() {
        long bits = 0;
        for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
            bits |= (long) readByte() << shift;
        }
        return Double.longBitsToDouble(bits);
    }

    private String readString() {
        int length = (int) readLong();
        String value = new String(bytes, position, length, StandardCharsets.UTF_8);
        position += length;
        return value;
    }
}
