package io.fairstream.htcondor.match;

import java.util.EnumMap;
import java.util.Map;

/** How many entries were made what of. */
public final class RecordOutcomes {
    private final Map<RecordOutcome, Long> counts = new EnumMap<>(RecordOutcome.class);

    public void add(RecordOutcome finding) {
        add(finding, 1);
    }

    public void add(RecordOutcome finding, long entries) {
        if (entries > 0) {
            counts.merge(finding, entries, Math::addExact);
        }
    }

    /** Takes one back, of an entry that turned out to be something else. */
    public void take(RecordOutcome finding) {
        counts.computeIfPresent(finding, (same, entries) -> entries == 1 ? null : entries - 1);
    }

    /** Counts one as something else, if there is one. */
    public void move(RecordOutcome from, RecordOutcome to) {
        if (of(from) > 0) {
            take(from);
            add(to);
        }
    }

    /** Counts from 0 again. */
    public void clear() {
        counts.clear();
    }

    /** Adds what others counted. */
    public void addAll(RecordOutcomes others) {
        others.counts.forEach(this::add);
    }

    public long of(RecordOutcome finding) {
        return counts.getOrDefault(finding, 0L);
    }

    /** All entries, used and left out. */
    public long total() {
        return counts.values().stream().mapToLong(Long::longValue).sum();
    }

    /** The numbers that are not 0, in the order of the enum. */
    public Map<RecordOutcome, Long> counts() {
        return counts.isEmpty() ? Map.of() : new EnumMap<>(counts);
    }

    @Override
    public String toString() {
        return counts.toString();
    }
}
