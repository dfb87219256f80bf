package io.fairstream.publish;

import static io.fairstream.publish.PublishedJobs.all;
import static io.fairstream.publish.PublishedJobs.job;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SentStatusTest {
    private static final FinishedJob ALICE = job(1, "alice", "root/physics", 8, 10, 4);
    private static final FinishedJob BOB = job(2, "bob", "root/physics", -27, -26, 1);

    private static Map<String, Map<String, String>> earlier(FinishedJob... jobs) {
        Map<String, Map<String, String>> earlier = new HashMap<>();
        GraccProbe probe = new GraccProbe("p", "s", "g", VoMap.NONE);
        GraccPlan.of(probe, all(jobs), Map.of(), ALICE.end())
                .messages()
                .forEach(message -> message.items().forEach(each -> earlier.put(each.id(), each.values())));
        return earlier;
    }

    @Test
    void allIsToldAsItIs() {
        SentStatus status = SentStatus.of(all(ALICE, BOB), earlier(ALICE, BOB));
        assertEquals(true, status.isComplete());
        assertEquals(
                List.of(
                        "2026-02: 1 sent, 0 pending, 0 changed, wall 3600000000, cpu 1800000000, allocated 3600000000",
                        "2026-03: 1 sent, 0 pending, 0 changed, wall 7200000000, cpu 14400000000, allocated 28800000000"),
                status.months().stream().map(SentStatusTest::line).toList());
    }

    @Test
    void whatIsMissingChangedOrGoneIsCounted() {
        assertEquals(false, SentStatus.of(all(ALICE, BOB), earlier(BOB)).isComplete());
        FinishedJob longer = job(1, "alice", "root/physics", 8, 11, 4);
        assertEquals(false, SentStatus.of(all(longer), earlier(ALICE)).isComplete());
        assertEquals(false, SentStatus.of(all(BOB), earlier(ALICE, BOB)).isComplete(), "gone");
        FinishedJobs purged = FinishedJobs.of("t", List.of(), PublishedJobs.rows(ALICE));
        assertEquals(true, SentStatus.of(purged, earlier(ALICE)).isComplete());
        SentStatus lost = SentStatus.of(purged, Map.of());
        assertEquals(false, lost.isComplete(), "purged before it was sent");
        assertEquals(1, lost.lost());
    }

    private static String line(SentStatus.Month month) {
        return String.format(
                Locale.ROOT,
                "%s: %d sent, %d pending, %d changed, wall %d, cpu %d, allocated %d",
                month.month(),
                month.sent(),
                month.pending(),
                month.changed(),
                month.wallMicros(),
                month.cpuMicros(),
                month.allocatedMicros());
    }
}
