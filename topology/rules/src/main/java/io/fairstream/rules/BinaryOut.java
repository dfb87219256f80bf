package io.fairstream.rules;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Writer of Avro's binary encoding into a growing buffer; a nullable value is a union of null, which comes first, and its type. Not
 * thread-safe.
 */
public class BinaryOut {
    private byte[] bytes = new byte[256];
    private int size;
    private boolean isFinite = true;

    public void reset() {
        cut(0);
    }

    public int size() {
        return size;
    }

    /** Truncates the content to a size; the remaining numbers must be finite. */
    public void cut(int begin) {
        size = begin;
        isFinite = true;
    }

    public void writeAll(BinaryOut other) {
        writeAll(other.bytes, 0, other.size);
        isFinite &= other.isFinite;
    }

    public void writeAll(byte[] from, int begin, int end) {
        int more = end - begin;
        ensure(more);
        System.arraycopy(from, begin, bytes, size, more);
        size += more;
    }

    public byte[] toByteArray() {
        return Arrays.copyOf(bytes, size);
    }

    public void writeByte(int value) {
        ensure(1);
        bytes[size++] = (byte) value;
    }

    /** Writes four bytes, big endian, as in the header of the wire format; not an Avro int. */
    public void writeFixedInt(int value) {
        ensure(4);
        bytes[size++] = (byte) (value >>> 24);
        bytes[size++] = (byte) (value >>> 16);
        bytes[size++] = (byte) (value >>> 8);
        bytes[size++] = (byte) value;
    }

    public void writeBoolean(boolean value) {
        writeByte(value ? 1 : 0);
    }

    /** Writes an Avro int or long, or the index of a union or enum: zig-zag, 7 bits a byte. */
    public void writeLong(long value) {
        writeUnsigned((value << 1) ^ (value >> 63));
    }

    /** Writes an unsigned 64-bit integer: 7 bits a byte, the lowest first. */
    protected final void writeUnsigned(long value) {
        ensure(10);
        long rest = value;
        while ((rest & ~0x7FL) != 0) {
            bytes[size++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        bytes[size++] = (byte) rest;
    }

    /** Returns true if all doubles since {@link #reset} are finite. */
    public boolean isFinite() {
        return isFinite;
    }

    public void writeDouble(double value) {
        isFinite &= Double.isFinite(value);
        ensure(8);
        long bits = Double.doubleToRawLongBits(value);
        for (int i = 0; i < 8; i++) {
            bytes[size++] = (byte) (bits >>> (8 * i));
        }
    }

    public void writeString(String value) {
        writeBytes(value.getBytes(StandardCharsets.UTF_8));
    }

    public void writeBytes(byte[] value) {
        writeUnsigned((long) value.length << 1);
        writeAll(value, 0, value.length);
    }

    public void writeNullable(@Nullable Long value) {
        writeLong(value == null ? 0 : 1);
        if (value != null) {
            writeLong(value);
        }
    }

    public void writeNullable(@Nullable Double value) {
        writeLong(value == null ? 0 : 1);
        if (value != null) {
            writeDouble(value);
        }
    }

    public void writeNullable(@Nullable String value) {
        writeLong(value == null ? 0 : 1);
        if (value != null) {
            writeString(value);
        }
    }

    public void writeNullable(@Nullable Integer value) {
        writeNullable(value == null ? null : (Long) value.longValue());
    }

    /** Writes an array of strings, in one block. */
    public void writeStrings(List<String> values) {
        writeItems(values, this::writeString);
    }

    /** Writes an array, in one block; {@code item} writes one item. */
    public <T> void writeItems(Collection<T> items, Consumer<T> item) {
        if (!items.isEmpty()) {
            writeLong(items.size());
            items.forEach(item);
        }
        writeLong(0);
    }

    private void ensure(int more) {
        if (size + more > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, size + more));
        }
    }
}
