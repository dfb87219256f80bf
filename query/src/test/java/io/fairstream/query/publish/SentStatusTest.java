package io.fairstream.query.publish;

import static io.fairstream.query.publish.PublishedJobs.all;
import static io.fairstream.query.publish.PublishedJobs.job;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fairstream.query.DocumentLines;
import io.fairstream.query.columns.Section;
import java.util.HashMap;
import java.util.List;
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
                        "{month=2026-02, sent=1, pending=0, changed=0, wallMicros=3600000000, cpuMicros=1800000000,"
                                + " allocatedMicros=3600000000}",
                        "{month=2026-03, sent=1, pending=0, changed=0, wallMicros=7200000000, cpuMicros=14400000000,"
                                + " allocatedMicros=28800000000}"),
                DocumentLines.rows(status.report()).stream()
                        .map(Object::toString)
                        .toList());
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
        assertEquals(
                new Section.Warning(
                        "1 jobs were purged from the table jobs before they were sent (expected: to publish more "
                                + "often than jobs.retention)"),
                lost.report().sections().get(0));
    }
}
