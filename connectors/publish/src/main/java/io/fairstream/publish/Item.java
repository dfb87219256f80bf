package io.fairstream.publish;

import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * Item of a message: a job, or a sum over several.
 *
 * @param id identity, the same in each message
 * @param topic source topic; empty for a sum
 * @param partition of that topic; -1 for a sum
 * @param offset of the record; -1 for a sum
 * @param values sent values, by name; equal unless a correction is necessary; empty for a retraction
 */
public record Item(String id, String topic, int partition, long offset, Map<String, String> values) {
    private static final int NOWHERE = -1;

    public Item {
        if (id.isEmpty()) {
            throw new IllegalArgumentException("id: empty (expected: a name)");
        }
        values = new TreeMap<>(values);
    }

    /** Creates a sum over several. */
    public static Item ofSum(String id, Map<String, String> values) {
        return new Item(id, "", NOWHERE, NOWHERE, values);
    }

    static Item of(String topic, FinishedJob job, Map<String, String> values) {
        return new Item(job.id(), topic, job.partition(), job.offset(), values);
    }

    /** Returns true if the item is stored in a topic. */
    public boolean hasRecord() {
        return offset != NOWHERE;
    }

    /** Returns the value of a name, which must exist. */
    public String value(String name) {
        return Objects.requireNonNull(values.get(name), () -> id + ": " + name + " (expected: sent)");
    }
}
