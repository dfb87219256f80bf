package io.fairstream.query.publish;

import java.util.Map;
import java.util.TreeMap;

/**
 * Item of a sent message, for storage.
 *
 * @param id identity, the same in each message
 * @param partition of the topic of accounts; -1 for a sum
 * @param offset of the account; -1 for a sum
 * @param values sent values, by name; empty for a retraction
 */
public record SentItem(String id, int partition, long offset, Map<String, String> values) {
    private static final int NOWHERE = -1;

    public SentItem {
        values = new TreeMap<>(values);
    }

    static SentItem ofSum(String id, Map<String, String> values) {
        return new SentItem(id, NOWHERE, NOWHERE, values);
    }

    static SentItem of(FinishedJob job, Map<String, String> values) {
        return new SentItem(job.id(), job.partition(), job.offset(), values);
    }

    /** Returns true if the item is a sum over jobs and not a job. */
    public boolean isSum() {
        return offset == NOWHERE;
    }
}
