package io.fairstream.negotiator.view;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.Consumer;
import org.apache.kafka.common.utils.Utils;
import org.jspecify.annotations.Nullable;

/**
 * Rows by key, compact: one array of bytes per row, in which the key stands first (Avro: the length as a number, then
 * UTF-8), and nothing else. Open addressing, at most three quarters full. Rows are never changed, so a copy shares them.
 *
 * <p>Not safe for several threads; a copy that nobody changes is.
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

    /** The key's row. */
    byte @Nullable [] get(byte[] key) {
        return slots[indexOf(key)];
    }

    /** Puts a row in the place of the key's former one. */
    void put(byte[] key, byte[] row) {
        int index = indexOf(key);
        if (slots[index] == null && ++size > slots.length / 4 * 3) {
            grow();
            index = indexOf(key);
        }
        slots[index] = row;
    }

    /** Forgets the key, if known. Rows that had to make way for the one removed move up. */
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
        return new String(key(row), StandardCharsets.UTF_8);
    }

    /** Returns the begin of the name: after an Avro number of seven bits a byte, the last of which is not negative. */
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
