package io.fairstream.streams.wire;

/**
 * What became of the records of one input topic in one task.
 *
 * @param newest latest event time accepted, or {@link io.fairstream.rules.EventTimes#NONE}
 * @param ambiguous how many of the duplicates may have been new
 */
public record TallyRow(
        String topic,
        int partition,
        long applied,
        long duplicates,
        long withoutEffect,
        long rejected,
        long waiting,
        long newest,
        long ambiguous) {
    /** How many records were read. */
    public long read() {
        return applied + duplicates + withoutEffect + rejected + waiting;
    }
}
