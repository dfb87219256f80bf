package io.fairstream.client;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class RowTableTest {
    private static byte[] name(int number) {
        String text = number % 3 == 0 ? "Zoë-" + number : "customer" + "-".repeat(number % 90) + number;
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** A name as Avro has it, and some bytes more. */
    private static byte[] row(byte[] name, int content) {
        int length = name.length * 2;
        byte[] head =
                length < 128 ? new byte[] {(byte) length} : new byte[] {(byte) (length | 0x80), (byte) (length >> 7)};
        byte[] row = new byte[head.length + name.length + 1];
        System.arraycopy(head, 0, row, 0, head.length);
        System.arraycopy(name, 0, row, head.length, name.length);
        row[row.length - 1] = (byte) content;
        return row;
    }

    @Test
    void doesWhatAMapDoes() {
        for (int seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            int names = 1 + random.nextInt(1 + seed);
            RowTable table = new RowTable();
            Map<Integer, byte[]> map = new HashMap<>();
            for (int i = 0; i < 4 * names; i++) {
                int number = random.nextInt(names);
                if (random.nextInt(3) == 0) {
                    table.remove(name(number));
                    map.remove(number);
                } else {
                    byte[] row = row(name(number), i);
                    table.put(name(number), row);
                    map.put(number, row);
                }
            }
            assertSame(map, names, table, "seed " + seed);
        }
    }

    private static void assertSame(Map<Integer, byte[]> map, int names, RowTable table, String what) {
        assertEquals(map.size(), table.size(), what);
        for (int number = 0; number < names; number++) {
            assertArrayEquals(map.get(number), table.get(name(number)), what + ", " + number);
        }
        Set<ByteBuffer> rows = new HashSet<>();
        table.forEach(row -> rows.add(ByteBuffer.wrap(row)));
        assertEquals(map.values().stream().map(ByteBuffer::wrap).collect(Collectors.toSet()), rows, what);
    }

    @Test
    void aCopyDoesNotChange() {
        RowTable table = new RowTable();
        table.put(name(1), row(name(1), 1));
        RowTable copy = table.copy();
        table.put(name(1), row(name(1), 2));
        table.put(name(2), row(name(2), 2));
        assertArrayEquals(row(name(1), 1), copy.get(name(1)));
        assertNull(copy.get(name(2)));
        copy.remove(name(1));
        assertArrayEquals(row(name(1), 2), table.get(name(1)));
    }

    @Test
    void tellsNamesThatBeginAlikeApart() {
        RowTable table = new RowTable();
        table.put(name(1), row(name(1), 1));
        assertNull(table.get("customer-".getBytes(StandardCharsets.UTF_8)));
        assertNull(table.get("customer-11".getBytes(StandardCharsets.UTF_8)));
        assertNull(table.get(new byte[0]));
    }
}
