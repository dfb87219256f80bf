package io.fairstream.streams.state;

import io.fairstream.streams.wire.AvroOut;
import java.util.ArrayList;
import java.util.List;

/** Packs state: numbers as short as they are, each string once. Begin with {@link #begin}. */
final class StateOut {
    private final AvroOut out = new AvroOut();
    private final List<String> strings = new ArrayList<>();

    StateOut begin(int version) {
        out.reset();
        strings.clear();
        out.writeByte(version);
        return this;
    }

    byte[] toByteArray() {
        return out.toByteArray();
    }

    void writeLong(long value) {
        out.writeLong(value);
    }

    void writeBoolean(boolean value) {
        out.writeBoolean(value);
    }

    /** A string, or the number of its earlier place. */
    void writeString(String value) {
        int earlier = strings.lastIndexOf(value);
        if (earlier >= 0) {
            out.writeLong(earlier + 1L);
        } else {
            out.writeLong(0);
            out.writeString(value);
            strings.add(value);
        }
    }

    /** A double; whole numbers take few bytes. */
    void writeDouble(double value) {
        long whole = (long) value;
        if (whole == value && Math.abs(whole) < 1L << 50 && (whole != 0 || 1 / value > 0)) {
            out.writeLong((whole << 1) | 1);
        } else {
            out.writeLong(0);
            out.writeDouble(value);
        }
    }
}
