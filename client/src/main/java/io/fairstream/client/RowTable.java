package io.fairstream.client;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.Consumer;
import org.apache.kafka.common.utils.Utils;
import org.jspecify.annotations.Nullable;

/**
 * Compact hash table of rows by key. Each row is one array of bytes that begins with the key (in Avro: length, then UTF-8), so
 * that keys need no memory of their own. Open addressing, at most three quarters full. Rows are never changed, so that a copy shares
 * them.
 *
 * <p>Not thread-safe, except a copy that is not changed.
 */
final class RowTable {
    private static final int SMALLEST = 16;
    private static final int SPREAD = 0x9E3779B9;

    private byte[] @Nullable [] slots;
    private int size;

    RowTable() {
        this.slots = new byte[SMALLEST][];
    }

    private RowTable(byte[] @Nullable [] slots, int size) {
        this.slots = slots;
        this.size = size;
    }

    RowTable copy() {
        return new RowTable(slots.clone(), size);
    }

    int size() {
        return size;
    }

    /** Returns the row of a key; null if there is none. */
    byte @Nullable [] get(byte[] key) {
        return slots[indexOf(key)];
    }

    /** Adds the row of a key, or replaces it. */
    void put(byte[] key, byte[] row) {
        int index = indexOf(key);
        if (slots[index] == null && ++size > slots.length / 4 * 3) {
            grow();
            index = indexOf(key);
        }
        slots[index] = row;
    }

    /** Removes the row of a key, if there is one, and inserts the following rows of the same probe sequence again. */
    void remove(byte[] key) {
        int hole = indexOf(key);
        if (slots[hole] == null) {
            return;
        }
        size--;
        slots[hole] = null;
        int index = next(hole);
        for (byte[] row = slots[index]; row != null; row = slots[index]) {
            slots[index] = null;
            slots[indexOf(key(row))] = row;
            index = next(index);
        }
    }

    void forEach(Consumer<byte[]> reader) {
        for (byte[] row : slots) {
            if (row != null) {
                reader.accept(row);
            }
        }
    }

    /** Returns the index of the key's row, or the one for its insertion. */
    private int indexOf(byte[] key) {
        int index = (Utils.murmur2(key) * SPREAD) >>> (Integer.numberOfLeadingZeros(slots.length) + 1);
        for (byte[] row = slots[index]; row != null && !isOf(key, row); row = slots[index]) {
            index = next(index);
        }
        return index;
    }

    private int next(int index) {
        return (index + 1) & (slots.length - 1);
    }

    private void grow() {
        byte[] @Nullable [] old = slots;
        slots = new byte[old.length * 2][];
        for (byte[] row : old) {
            if (row != null) {
                slots[indexOf(key(row))] = row;
            }
        }
    }

    static boolean isOf(byte[] key, byte[] row) {
        int start = start(row);
        int end = start + key.length;
        return length(row) == key.length && end <= row.length && Arrays.equals(row, start, end, key, 0, key.length);
    }

    static byte[] key(byte[] row) {
        int start = start(row);
        return Arrays.copyOfRange(row, start, start + length(row));
    }

    static String name(byte[] row) {
        return text(key(row));
    }

    static String text(byte[] key) {
        return new String(key, StandardCharsets.UTF_8);
    }

    /** Returns the index of the name, after the length: an Avro varint of seven bits a byte, whose last byte is not negative. */
    private static int start(byte[] row) {
        int index = 0;
        while (index < row.length && row[index] < 0) {
            index++;
        }
        return index + 1;
    }

    private static int length(byte[] row) {
        int value = 0;
        for (int i = 0; i < Math.min(row.length, Integer.BYTES); i++) {
            value |= (row[i] & 0x7F) << (7 * i);
            if (row[i] >= 0) {
                return value >>> 1;
            }
        }
        return -1;
    }
}
