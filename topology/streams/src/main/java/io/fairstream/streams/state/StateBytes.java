package io.fairstream.streams.state;

import io.fairstream.streams.avro.AvroIn;
import io.fairstream.streams.avro.AvroOut;
import java.util.ArrayList;
import java.util.List;

/** Compact encoding of stored state. */
public final class StateBytes {
    private StateBytes() {}

    /** Reader of state that {@link StateOut} wrote. */
    public static class StateIn extends AvroIn {
        private final int version;
        private final List<String> strings = new ArrayList<>();

        public StateIn(byte[] bytes) {
            super(bytes, 0);
            version = readByte();
        }

        /** Version of the layout, which each codec can read. */
        public int version() {
            return version;
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
    public static class StateOut extends AvroOut {
        private static final int REMEMBERED = 8;

        private final List<String> strings = new ArrayList<>();

        public StateOut begin(int version) {
            reset();
            strings.clear();
            writeByte(version);
            return this;
        }

        /** Writes a string, or a reference to an earlier one. */
        @Override
        public void writeString(String value) {
            int earlier = earlier(value);
            if (earlier >= 0) {
                writeLong(earlier + 1L);
            } else {
                writeLong(0);
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
