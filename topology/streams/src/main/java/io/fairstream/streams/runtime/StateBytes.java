package io.fairstream.streams.runtime;

import io.fairstream.streams.avro.AvroIn;
import io.fairstream.streams.avro.AvroOut;
import java.util.ArrayList;
import java.util.List;

/**
 * Compact encoding of stored state, especially of instants, because a state has many that are close together.
 *
 * <p>An integer in the range of an int is written as twice its zig-zag. Any other integer is written as its difference to the previous such
 * integer, or as it is if the difference is too large. The minimum and maximum, which stand for never and for ever, take one byte.
 */
public final class StateBytes {
    private static final long NEVER = 1;
    private static final long FOR_EVER = 3;
    private static final long FAR = 5;
    private static final long NEAR = 7;

    private StateBytes() {}

    /** Reader of state that {@link StateOut} wrote. */
    public static final class StateIn extends AvroIn {
        private final int version;
        private final List<String> strings = new ArrayList<>();
        private long latest;

        public StateIn(byte[] bytes) {
            super(bytes, 0);
            version = readByte();
        }

        /** Version of the layout, which each codec can read. */
        public int version() {
            return version;
        }

        @Override
        public long readLong() {
            long code = readUnsigned();
            if ((code & 1) == 0) {
                return signed(code >>> 1);
            }
            if (code == NEVER) {
                return Long.MIN_VALUE;
            }
            if (code == FOR_EVER) {
                return Long.MAX_VALUE;
            }
            latest = code == FAR ? signed(readUnsigned()) : latest + signed((code - NEAR) >>> 1);
            return latest;
        }

        private static long signed(long zigzag) {
            return (zigzag >>> 1) ^ -(zigzag & 1);
        }

        @Override
        public String readString() {
            int earlier = readIndex(strings.size() + 1);
            if (earlier > 0) {
                return strings.get(earlier - 1);
            }
            String value = super.readString();
            strings.add(value);
            return value;
        }

        @Override
        public double readDouble() {
            long whole = readLong();
            return whole == 0 ? super.readDouble() : whole >> 1;
        }
    }

    /** Writer of state: compact numbers, repeated strings by reference. Start with {@link #begin}. */
    public static final class StateOut extends AvroOut {
        private static final int REMEMBERED = 8;
        private static final int MAX_BITS = 60;

        private final List<String> strings = new ArrayList<>();
        private long latest;

        public StateOut begin(int version) {
            reset();
            strings.clear();
            latest = 0;
            writeByte(version);
            return this;
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
            if (difference >>> MAX_BITS == 0) {
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

        /** Writes a string, or a reference to an earlier one. */
        @Override
        public void writeString(String value) {
            int earlier = earlier(value);
            writeUnsigned((earlier + 1L) << 2);
            if (earlier < 0) {
                super.writeString(value);
                strings.add(value);
            }
        }

        /** Finds an earlier string among the latest few only, since most strings either repeat soon or never. */
        private int earlier(String value) {
            for (int i = strings.size() - 1; i >= Math.max(0, strings.size() - REMEMBERED); i--) {
                if (strings.get(i).equals(value)) {
                    return i;
                }
            }
            return -1;
        }

        /** Writes a double; whole numbers take few bytes. */
        @Override
        public void writeDouble(double value) {
            long whole = (long) value;
            if (whole == value && Math.abs(whole) < 1L << 50 && (whole != 0 || 1 / value > 0)) {
                writeLong((whole << 1) | 1);
            } else {
                writeLong(0);
                super.writeDouble(value);
            }
        }
    }
}
