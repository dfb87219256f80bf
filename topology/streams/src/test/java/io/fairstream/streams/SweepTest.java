package io.fairstream.streams;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.fairstream.schemas.Topics;
import io.fairstream.streams.runtime.WriteBackStore;
import io.fairstream.streams.runtime.WriteBackStores.HeapLimits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Resources that have been quiet for longer than the history leave the store. */
class SweepTest {
    private static final long DAY = Duration.ofDays(1).toSeconds();

    private final Pipeline pipeline = new Pipeline(Pipeline.config(Duration.ZERO, new HeapLimits(2, 1000)));

    @AfterEach
    void close() {
        pipeline.close();
    }

    @Test
    void theFreeAndQuietLeaveAndTheOpenStay() {
        day(0).matched("quiet", "alice", 1, 0).unmatched("quiet", 60);
        day(0).matched("open", "bob", 1, 0);
        day(0).unmatched("never matched", 0);
        day(20).matched("recent", "carol", 1, 20 * DAY).unmatched("recent", 20 * DAY + 60);
        assertEquals(List.of("never matched", "open", "quiet", "recent"), resources());
        day(31).matched("today", "dave", 1, 31 * DAY);
        assertEquals(List.of("open", "recent", "today"), resources());
        day(62).unmatched("open", 62 * DAY);
        assertEquals(List.of("open", "today"), resources());
        assertEquals(62.0 * DAY, pipeline.row(Topics.PRIORITIES, "bob").getAccumulatedUsage());
    }

    @Test
    void oneWithPagesLeavesLikeOthers() {
        day(0);
        for (long i = 0; i < 170; i++) {
            pipeline.matched("busy", "alice", 1, 20 * i).unmatched("busy", 20 * i + 10);
        }
        day(31).unmatched("today", 31 * DAY);
        assertEquals(List.of("today"), resources());
    }

    @Test
    void oneThatWasDroppedBeginsAnew() {
        day(0).matched("slot1", "alice", 1, 0).unmatched("slot1", 60);
        day(31).unmatched("slot2", 31 * DAY);
        pipeline.everything();
        day(31).matched("slot1", "alice", 1, 31 * DAY);
        assertNotNull(pipeline.table(Topics.OPEN_MATCHES).get("slot1"));
        day(31).unmatched("slot1", 31 * DAY + 60);
        assertEquals(1, pipeline.row(Topics.MATCH_RECORDS, "slot1").getRevision());
        assertEquals(120.0, pipeline.row(Topics.PRIORITIES, "alice").getAccumulatedUsage());
        assertNull(pipeline.table(Topics.OPEN_MATCHES).get("slot1"));
    }

    private Pipeline day(long day) {
        return pipeline.sentAt(Pipeline.at(day * DAY));
    }

    private List<String> resources() {
        List<String> names = new ArrayList<>();
        store().visit(null, 100, slot -> names.add(slot.key()));
        return names;
    }

    private WriteBackStore<?, ?> store() {
        Object store = pipeline.driver().getStateStore("match-ledger");
        return (WriteBackStore<?, ?>) store;
    }
}
