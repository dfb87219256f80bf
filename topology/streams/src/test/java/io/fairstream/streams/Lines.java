package io.fairstream.streams;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fairstream.schemas.Topics;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Long lists of lines, of which only the first difference is shown. */
final class Lines {
    private Lines() {}

    /**
     * Returns the final result: the last row of each key of a table, and the ledgers' charges in the journal. With little heap states are
     * written back within a block of charges, too, so that there are more rows on the way and sums of fewer.
     *
     * @param lines as {@code topic key json}
     */
    static List<String> settled(List<String> lines) {
        Map<String, String> last = new TreeMap<>();
        List<String> charges = new ArrayList<>();
        for (String line : lines) {
            if (!line.startsWith(Topics.CHARGES.name() + " ")) {
                int json = line.indexOf(" {");
                last.put(line.substring(0, json < 0 ? line.lastIndexOf(' ') : json), line);
            } else if (!line.contains("\"thing\":\"\"")) {
                charges.add(line);
            }
        }
        charges.addAll(last.values());
        return charges;
    }

    static void assertSame(List<String> expected, List<String> actual, String what) {
        int shorter = Math.min(expected.size(), actual.size());
        for (int i = 0; i < shorter; i++) {
            assertEquals(expected.get(i), actual.get(i), what + ", line " + i);
        }
        assertEquals(expected.size(), actual.size(), what + ", lines");
    }
}
