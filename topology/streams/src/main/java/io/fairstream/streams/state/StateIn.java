package io.fairstream.streams.state;

import io.fairstream.rules.Bounds;
import io.fairstream.streams.wire.AvroIn;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Unpacks state that {@link StateOut} packed. */
final class StateIn {
    private final AvroIn in;
    private final int version;
    private final List<String> strings = new ArrayList<>();

    StateIn(byte[] bytes) {
        in = new AvroIn(bytes, 0);
        version = in.readByte();
    }

    /** The version of the layout, which each codec knows how to read. */
    int version() {
        return version;
    }

    long readLong() {
        return in.readLong();
    }

    int readInt() {
        return in.readInt();
    }

    boolean readBoolean() {
        return in.readBoolean();
    }

    String readString() {
        int earlier = in.readInt();
        if (earlier > 0) {
            return strings.get(earlier - 1);
        }
        String value = in.readString();
        strings.add(value);
        return value;
    }

    /** A sum, begun anew from zero if it was kept as NaN or infinite. */
    double readFinite() {
        return Bounds.finite(readDouble());
    }

    byte[] readBytes() {
        return in.readBytes();
    }

    double readDouble() {
        long whole = in.readLong();
        return whole == 0 ? in.readDouble() : whole >> 1;
    }

    @Nullable
    Long readNullableLong() {
        return readBoolean() ? (Long) readLong() : null;
    }

    @Nullable
    Integer readNullableInt() {
        return readBoolean() ? (Integer) readInt() : null;
    }

    @Nullable
    Double readNullableDouble() {
        return readBoolean() ? (Double) readDouble() : null;
    }

    @Nullable
    String readNullableString() {
        return readBoolean() ? readString() : null;
    }
}
