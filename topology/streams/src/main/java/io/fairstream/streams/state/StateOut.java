package io.fairstream.streams.state;

import io.fairstream.streams.wire.AvroOut;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Packs state: numbers as short as they are, each string once. Begin with {@link #begin}. */
final class StateOut {
    private static final int REMEMBERED = 8;

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
        int earlier = earlier(value);
        if (earlier >= 0) {
            out.writeLong(earlier + 1L);
        } else {
            out.writeLong(0);
            out.writeString(value);
            strings.add(value);
        }
    }

    /** Looks at the latest few only, since most strings either come again at once or never. */
    private int earlier(String value) {
        for (int i = strings.size() - 1; i >= Math.max(0, strings.size() - REMEMBERED); i--) {
            if (strings.get(i).equals(value)) {
                return i;
            }
        }
        return -1;
    }

    /** Bytes that something else packed. */
    void writeBytes(byte[] value) {
        out.writeBytes(value);
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

    void writeNullable(@Nullable Long value) {
        writeBoolean(value != null);
        if (value != null) {
            writeLong(value);
        }
    }

    void writeNullable(@Nullable Integer value) {
        writeNullable(value == null ? null : (Long) value.longValue());
    }

    void writeNullable(@Nullable Double value) {
        writeBoolean(value != null);
        if (value != null) {
            writeDouble(value);
        }
    }

    void writeNullable(@Nullable String value) {
        writeBoolean(value != null);
        if (value != null) {
            writeString(value);
        }
    }
}
