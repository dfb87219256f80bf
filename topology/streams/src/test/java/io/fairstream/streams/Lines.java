package io.fairstream.streams;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;

/** Long lists of lines, of which only the first difference is shown. */
final class Lines {
    private Lines() {}

    static void assertSame(List<String> expected, List<String> actual, String what) {
        int shorter = Math.min(expected.size(), actual.size());
        for (int i = 0; i < shorter; i++) {
            assertEquals(expected.get(i), actual.get(i), what + ", line " + i);
        }
        assertEquals(expected.size(), actual.size(), what + ", lines");
    }
}
