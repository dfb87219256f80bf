package io.fairstream.htcondor.match;

import static io.fairstream.htcondor.Samples.counts;
import static io.fairstream.htcondor.Samples.lines;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fairstream.htcondor.Samples;
import io.fairstream.reading.Outcome;
import io.fairstream.reading.Problem;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ScanTest {
    private static final Instant NOW = Instant.parse("2024-03-20T21:10:00Z");

    private final List<Problem> problems = new ArrayList<>();

    @Test
    void everySlotIsAsTheCollectorHeardOfItAndThoseMissingAreGone() {
        Scan scan = Scan.of(
                listing(Samples.text("slots.txt")),
                "",
                null,
                NOW,
                Set.of("slot9@gone.example.org", "slot8@gone.example.org", "slot1_1@ep1.example.org"));
        assertEquals(
                List.of(
                        "2024-03-20T21:05:00Z slot1_1@ep1.example.org CLAIMED alice@example.org 4.0",
                        "2024-03-20T21:05:10Z slot1_2@ep1.example.org PREEMPTING group_physics.bob@example.org 2.5",
                        "2024-03-20T21:05:20Z slot1_3@ep1.example.org CLAIMED alice@example.org 1.0 suspended",
                        "2024-03-20T21:05:30Z slot2@ep1.example.org UNCLAIMED null 3.0",
                        "2024-03-20T21:10:00Z slot3@ep1.example.org MATCHED null 1.0",
                        "2024-03-20T21:03:20Z slot4@ep1.example.org UNCLAIMED null 1.0"),
                lines(scan.observed()));
        assertEquals(
                List.of(
                        "2024-03-20T21:10:00Z slot8@gone.example.org VANISHED null 1.0",
                        "2024-03-20T21:10:00Z slot9@gone.example.org VANISHED null 1.0"),
                lines(scan.vanished()));
        assertEquals(1, scan.nameless());
    }

    @Test
    void anInstantThatIsGivenHoldsForAllSlots() {
        Instant at = Instant.parse("2024-03-20T21:09:00Z");
        Scan scan = Scan.of(listing(Samples.text("slots.txt")), "west", at, NOW, Set.of("gone"));
        assertEquals(
                Set.of(at),
                Set.copyOf(scan.observed().stream().map(event -> event.getAt()).toList()));
        assertEquals(at, scan.vanished().get(0).getAt());
        assertEquals("west", scan.vanished().get(0).getPool());
    }

    @Test
    void aListingInJsonSaysTheSame() {
        String json = "[{\"MyType\":\"Machine\",\"Name\":\"slot1_1@ep1.example.org\",\"State\":\"Claimed\","
                + "\"RemoteUser\":\"alice@example.org\",\"SlotWeight\":\"\\/Expr(Cpus)\\/\",\"Cpus\":4,"
                + "\"LastHeardFrom\":1710968700}]";
        Scan scan = Scan.of(listing(json), "", null, NOW, Set.of("gone"));
        assertEquals(
                List.of("2024-03-20T21:05:00Z slot1_1@ep1.example.org CLAIMED alice@example.org 4.0"),
                lines(scan.observed()));
        assertEquals(List.of("2024-03-20T21:05:00Z gone VANISHED null 1.0"), lines(scan.vanished()));
    }

    @Test
    void ofTwoAdsOfASlotTheOneHeardLastCounts() {
        Listing listing = listing(Samples.text("slots.txt"));
        assertEquals(
                counts(Outcome.LEARNED, 7, Outcome.REPEATED, 1, Outcome.NOT_ABOUT_USE, 1),
                listing.outcomes().counts());
        assertEquals(3.0, listing.weights().get("slot2@ep1.example.org"));
    }

    @Test
    void whatIsNoAdIsTold() {
        Listing listing = listing(
                "Name = \"slot1@a\"\nState = \"Owner\"\n\n-bash: condor_status: not found\n\nState = \"Owner\"\n");
        assertEquals(
                List.of(
                        "slots:4: \"-bash: condor_status: not found\" (expected: Attribute = value)",
                        "slots:6: Name: missing (expected: the slot's)"),
                problems.stream().map(Problem::toString).toList());
        assertEquals(1, listing.slots().size());
    }

    private Listing listing(String text) {
        return Listing.read("slots", new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), problems::add);
    }
}
