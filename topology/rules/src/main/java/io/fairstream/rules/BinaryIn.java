package io.fairstream.rules;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reader of Avro's binary encoding; a nullable value is a union of null, which comes first, and its type. Unreadable bytes raise the
 * exception of {@link #unreadable}.
 */
public class BinaryIn {
    private static final char INSTEAD = '\uFFFD';

    private final byte[] bytes;
    private int position;

    public BinaryIn(byte[] bytes, int position) {
        this.bytes = bytes;
        this.position = position;
    }

    /** Creates the exception for bytes that do not have the expected form. */
    protected RuntimeException unreadable(String problem) {
        return new IllegalArgumentException(problem);
    }

    /** Number of the next byte. */
    public int position() {
        return position;
    }

    public boolean isAtEnd() {
        return position == bytes.length;
    }

    public int readByte() {
        require(1);
        return bytes[position++];
    }

    public boolean readBoolean() {
        int value = readByte();
        if ((value & ~1) != 0) {
            throw unreadable("boolean: " + value + " at byte " + (position - 1));
        }
        return value == 1;
    }

    /** Reads an Avro int or long. */
    public long readLong() {
        long value = readUnsigned();
        return (value >>> 1) ^ -(value & 1);
    }

    /** Reads an unsigned 64-bit integer: 7 bits a byte, the lowest first. */
    protected final long readUnsigned() {
        long value = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            long next = readByte();
            value |= (next & 0x7F) << shift;
            if (next >= 0) {
                return value;
            }
        }
        throw unreadable("a number of more than 10 bytes at byte " + position);
    }

    public int readInt() {
        long value = readLong();
        if (value != (int) value) {
            throw unreadable("int: " + value + " at byte " + position);
        }
        return (int) value;
    }

    /** Reads the index of a union or enum with this number of branches or symbols. */
    public int readIndex(int count) {
        long index = readLong();
        if (index < 0 || index >= count) {
            throw unreadable("index " + index + " of " + count + " at byte " + position);
        }
        return (int) index;
    }

    public double readDouble() {
        require(8);
        long bits = 0;
        for (int i = 0; i < 8; i++) {
            bits |= (bytes[position++] & 0xFFL) << (8 * i);
        }
        return Double.longBitsToDouble(bits);
    }

    public byte[] readBytes() {
        int length = readLength();
        byte[] value = Arrays.copyOfRange(bytes, position, position + length);
        position += length;
        return value;
    }

    public String readString() {
        int length = readLength();
        if (length == 0) {
            return "";
        }
        String value = utf8(bytes, position, length);
        if (value == null) {
            throw unreadable("string of " + length + " bytes at byte " + position + " (expected: UTF-8)");
        }
        position += length;
        return value;
    }

    public @Nullable String readNullableString() {
        return readIndex(2) == 0 ? null : readString();
    }

    public @Nullable Long readNullableLong() {
        return readIndex(2) == 0 ? null : (Long) readLong();
    }

    public @Nullable Integer readNullableInt() {
        return readIndex(2) == 0 ? null : (Integer) readInt();
    }

    public @Nullable Double readNullableDouble() {
        return readIndex(2) == 0 ? null : (Double) readDouble();
    }

    /** Reads an array of strings, in blocks. */
    public List<String> readStrings() {
        List<String> strings = new ArrayList<>(2);
        readBlocks(() -> strings.add(readString()));
        return strings;
    }

    /** Reads an array, in blocks; {@code item} reads one item. */
    public void readBlocks(Runnable item) {
        for (long count = readLong(); count != 0; count = readLong()) {
            if (count < 0) {
                readLong();
            }
            for (long left = Math.abs(count); left > 0; left--) {
                item.run();
            }
        }
    }

    private int readLength() {
        long unsigned = readUnsigned();
        long length = (unsigned >>> 1) ^ -(unsigned & 1);
        if (length < 0 || length > bytes.length - position) {
            throw unreadable("string of " + length + " bytes at byte " + position + " (expected: at most "
                    + (bytes.length - position) + ")");
        }
        return (int) length;
    }

    private void require(int count) {
        if (bytes.length - position < count) {
            throw unreadable("ends early, at byte " + bytes.length);
        }
    }

    /** Decodes UTF-8; null if the bytes are invalid, since names that differ only in such bytes would otherwise become one. */
    public static @Nullable String utf8(byte[] bytes, int from, int length) {
        String text = new String(bytes, from, length, StandardCharsets.UTF_8);
        return text.indexOf(INSTEAD) < 0 || isUtf8(bytes, from, length) ? text : null;
    }

    private static boolean isUtf8(byte[] bytes, int from, int length) {
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes, from, length));
            return true;
        } catch (CharacterCodingException e) {
            return false;
        }
    }
}
