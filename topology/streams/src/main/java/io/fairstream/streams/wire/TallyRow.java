package io.fairstream.streams.wire;

import io.fairstream.rules.EventTimes;
import org.jspecify.annotations.Nullable;

/**
 * Outcomes of the records of one input topic in one task.
 *
 * @param read how many there were: all the others together
 * @param newest latest event time accepted, milliseconds since 1970; null before the first
 * @param ambiguous how many of the duplicates may have been new; null for none
 */
public record TallyRow(
        String topic,
        int partition,
        long read,
        long applied,
        long duplicates,
        long withoutEffect,
        long rejected,
        long waiting,
        @Nullable Long newest,
        @Nullable Long ambiguous) {
    /**
     * The row of some counts.
     *
     * @param newest latest event time accepted, or {@link EventTimes#NONE}
     */
    public TallyRow(
            String topic,
            int partition,
            long applied,
            long duplicates,
            long withoutEffect,
            long rejected,
            long waiting,
            long newest,
            long ambiguous) {
        this(
                topic,
                partition,
                applied + duplicates + withoutEffect + rejected + waiting,
                applied,
                duplicates,
                withoutEffect,
                rejected,
                waiting,
                newest == EventTimes.NONE ? null : (Long) newest,
                ambiguous == 0 ? null : (Long) ambiguous);
    }
}
