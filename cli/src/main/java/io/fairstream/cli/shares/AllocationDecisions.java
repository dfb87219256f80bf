package io.fairstream.cli.shares;

import io.fairstream.query.records.TopicReader;
import io.fairstream.query.shares.Change;
import io.fairstream.schemas.Allocation;
import io.fairstream.schemas.Topics;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Decisions in the topic {@code allocations}: reads and changes them, and checks the outcome of changes. */
record AllocationDecisions(TopicReader reader) {
    /** Decisions by target as they are stored, with those that the topology rejects. */
    SortedMap<String, Allocation> stored() {
        SortedMap<String, Allocation> stored = new TreeMap<>();
        reader.readAsIs(Topics.ALLOCATIONS, row -> {
            String key = row.key();
            Allocation value = row.value();
            if (value != null) {
                stored.put(value.getTarget(), value);
            } else if (key != null) {
                stored.remove(key);
            }
        });
        return stored;
    }

    /** Current decisions by target. */
    SortedMap<String, Allocation> allocations() {
        SortedMap<String, Allocation> allocations = new TreeMap<>();
        reader.latest(Topics.ALLOCATIONS).forEach(allocation -> allocations.put(allocation.getTarget(), allocation));
        return allocations;
    }

    /**
     * Makes a change, and waits until the topology has processed it. If {@code patience} is zero, waits only until the cluster has
     * stored it.
     *
     * @throws io.fairstream.query.records.Failure if the topology rejects part of it, or takes longer
     */
    void make(Change<Allocation> change, Duration patience) throws InterruptedException {
        Map<String, @Nullable Allocation> records = new LinkedHashMap<>();
        change.differences().forEach(difference -> records.put(difference.path(), difference.after()));
        SentDecisions.make(reader, Topics.ALLOCATIONS, records, patience);
    }

    /** Begin of the current UTC day: start of new allocations. */
    static Instant today() {
        return Instant.now().truncatedTo(ChronoUnit.DAYS);
    }
}
