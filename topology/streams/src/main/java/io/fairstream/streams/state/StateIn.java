package io.fairstream.streams.state;

import io.fairstream.streams.avro.AvroIn;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Unpacks state that {@link StateOut} packed. */
public class StateIn extends AvroIn {
    private final int version;
    private final List<String> strings = new ArrayList<>();

    public StateIn(byte[] bytes) {
        super(bytes, 0);
        version = readByte();
    }

    /** The version of the layout, which each codec knows how to read. */
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

    @Override
    public @Nullable Long readNullableLong() {
        return readBoolean() ? (Long) readLong() : null;
    }

    @Override
    public @Nullable Integer readNullableInt() {
        return readBoolean() ? (Integer) readInt() : null;
    }

    @Override
    public @Nullable Double readNullableDouble() {
        return readBoolean() ? (Double) readDouble() : null;
    }

    @Override
    public @Nullable String readNullableString() {
        return readBoolean() ? readString() : null;
    }
}
