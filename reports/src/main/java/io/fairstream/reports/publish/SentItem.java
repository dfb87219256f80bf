package io.fairstream.reports.publish;

import java.util.Map;
import java.util.TreeMap;

/**
 * Something that a message tells, to be remembered.
 *
 * @param id what it is, the same whenever it is sent
 * @param partition of the topic of accounts; -1 for a sum
 * @param offset of the account; -1 for a sum
 * @param values what is sent of it, by name; empty when it is taken back
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
