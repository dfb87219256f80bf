package io.fairstream.streams.state;

import io.fairstream.streams.wire.AvroIn;
import io.fairstream.streams.wire.AvroOut;
import io.fairstream.streams.wire.Format;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the latest values of a topic as they stand there; the layout is that of their schema. Not safe for several threads.
 *
 * @param <T> a value of the topic
 */
public final class LatestCodec<T> implements PagelessCodec<Latest<T>> {
    private static final int VERSION = 1;

    private final Format<T> format;
    private final AvroOut out = new AvroOut();

    public LatestCodec(Format<T> format) {
        this.format = format;
    }

    @Override
    public Latest<T> create() {
        return new Latest<>(null);
    }

    @Override
    public byte[] write(Latest<T> state) {
        out.reset();
        out.writeByte(VERSION);
        T value = state.value();
        out.writeBoolean(value != null);
        if (value != null) {
            format.write(value, out);
        }
        return out.toByteArray();
    }

    @Override
    public Latest<T> read(String key, byte[] bytes) {
        AvroIn in = new AvroIn(bytes, 0);
        int version = in.readByte();
        if (version != VERSION) {
            throw StateCodec.unknown(format.schema().getName(), version);
        }
        @Nullable T value = in.readBoolean() ? format.read(in) : null;
        return new Latest<>(value);
    }
}
