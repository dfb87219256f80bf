package io.fairstream.publish;

import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * Something that a message tells: a job, or a sum over several.
 *
 * @param id what it is, the same in each message that tells it
 * @param topic from which it came; empty for a sum
 * @param partition of that topic; -1 for a sum
 * @param offset of the record; -1 for a sum
 * @param values what is sent of it, by name: equal as long as nothing is to be corrected
 */
public record Item(String id, String topic, int partition, long offset, Map<String, String> values) {
    private static final int NOWHERE = -1;

    public Item {
        if (id.isEmpty()) {
            throw new IllegalArgumentException("id: empty (expected: a name)");
        }
        values = new TreeMap<>(values);
    }

    /** A sum over several. */
    public static Item ofSum(String id, Map<String, String> values) {
        return new Item(id, "", NOWHERE, NOWHERE, values);
    }

    /** True if the item is stored in a topic. */
    public boolean standsInTopic() {
        return offset != NOWHERE;
    }

    /** Value that is sent under a name, which must be there. */
    public String value(String name) {
        return Objects.requireNonNull(values.get(name), () -> id + ": " + name + " (expected: sent)");
    }
}
