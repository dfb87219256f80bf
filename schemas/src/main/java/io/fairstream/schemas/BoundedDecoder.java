package io.fairstream.schemas;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.Decoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.util.Utf8;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;

/**
 * Avro's binary decoder of a record in memory, in which no array or map has more items than bytes are left: Avro allocates what a
 * length of four bytes promises. Strings and bytes are bounded by Avro itself.
 */
@NullMarked
public final class BoundedDecoder extends Decoder {
    private BinaryDecoder bytes;

    /** A decoder of a part of an array. */
    public BoundedDecoder(byte[] data, int offset, int length) {
        this.bytes = DecoderFactory.get().binaryDecoder(data, offset, length, null);
    }

    /** Begins with other bytes. */
    BoundedDecoder at(byte[] data, int offset, int length) {
        bytes = DecoderFactory.get().binaryDecoder(data, offset, length, bytes);
        return this;
    }

    /** No byte is left. */
    public boolean isEnd() throws IOException {
        return bytes.isEnd();
    }

    private long bounded(long items) {
        if (items > bytes.remainingBytes()) {
            throw new AvroRuntimeException(
                    items + " items in " + bytes.remainingBytes() + " bytes (expected: a byte at least for each)");
        }
        return items;
    }

    @Override
    public long readArrayStart() throws IOException {
        return bounded(bytes.readArrayStart());
    }

    @Override
    public long arrayNext() throws IOException {
        return bounded(bytes.arrayNext());
    }

    @Override
    public long skipArray() throws IOException {
        return bounded(bytes.skipArray());
    }

    @Override
    public long readMapStart() throws IOException {
        return bounded(bytes.readMapStart());
    }

    @Override
    public long mapNext() throws IOException {
        return bounded(bytes.mapNext());
    }

    @Override
    public long skipMap() throws IOException {
        return bounded(bytes.skipMap());
    }

    @Override
    public void readNull() throws IOException {
        bytes.readNull();
    }

    @Override
    public boolean readBoolean() throws IOException {
        return bytes.readBoolean();
    }

    @Override
    public int readInt() throws IOException {
        return bytes.readInt();
    }

    @Override
    public long readLong() throws IOException {
        return bytes.readLong();
    }

    @Override
    public float readFloat() throws IOException {
        return bytes.readFloat();
    }

    @Override
    public double readDouble() throws IOException {
        return bytes.readDouble();
    }

    @Override
    public Utf8 readString(@Nullable Utf8 old) throws IOException {
        return bytes.readString(old);
    }

    @Override
    public String readString() throws IOException {
        return bytes.readString();
    }

    @Override
    public void skipString() throws IOException {
        bytes.skipString();
    }

    @Override
    public ByteBuffer readBytes(@Nullable ByteBuffer old) throws IOException {
        return bytes.readBytes(old);
    }

    @Override
    public void skipBytes() throws IOException {
        bytes.skipBytes();
    }

    @Override
    public void readFixed(byte[] into, int start, int length) throws IOException {
        bytes.readFixed(into, start, length);
    }

    @Override
    public void skipFixed(int length) throws IOException {
        bytes.skipFixed(length);
    }

    @Override
    public int readEnum() throws IOException {
        return bytes.readEnum();
    }

    @Override
    public int readIndex() throws IOException {
        return bytes.readIndex();
    }
}
