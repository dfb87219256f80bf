package io.fairstream.boinc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class GivenRowsTest {
    private static final Instant NOON = Instant.parse("2026-03-02T12:00:00.123Z");
    private static final Duration LONG = Duration.ofMinutes(5);
    private static final Given EINSTEIN = new Given(List.of("einstein"), Set.of());
    private static final Given ROSETTA = new Given(List.of("rosetta"), Set.of());

    private final GivenRows rows = new GivenRows();

    @Test
    void theRowOfTheReportItselfEndsTheWaiting() {
        CompletableFuture<Optional<Given>> given = rows.given("h7", NOON, LONG);
        rows.put("h8", NOON, ROSETTA);
        rows.put("h7", NOON.minusMillis(1), ROSETTA);
        assertFalse(given.isDone(), "of the report before");
        rows.put("h7", NOON, EINSTEIN);
        assertEquals(Optional.of(EINSTEIN), given.join());
    }

    @Test
    void aRowThatIsThereIsNotWaitedFor() {
        rows.put("h7", NOON, EINSTEIN);
        assertEquals(Optional.of(EINSTEIN), rows.given("h7", NOON, LONG).getNow(Optional.empty()));
    }

    @Test
    void whenPatienceEndsTheRowBeforeIsTaken() {
        rows.put("h7", NOON.minusSeconds(60), ROSETTA);
        assertEquals(
                Optional.of(ROSETTA),
                rows.given("h7", NOON, Duration.ofMillis(20)).join());
        assertEquals(
                Optional.empty(), rows.given("h8", NOON, Duration.ofMillis(20)).join());
        assertEquals(Optional.of(ROSETTA), rows.given("h7", NOON, Duration.ZERO).getNow(Optional.empty()));
    }

    @Test
    void inARushRepliesDoNotWait() {
        rows.put("late", NOON.minusSeconds(60), ROSETTA);
        List<CompletableFuture<Optional<Given>>> waiting = new ArrayList<>();
        for (int i = 0; i < GivenRows.MAX_WAITING; i++) {
            waiting.add(rows.given("h" + i, NOON, LONG));
        }
        assertEquals(Optional.of(ROSETTA), rows.given("late", NOON, LONG).getNow(Optional.empty()));
        rows.put("h0", NOON, EINSTEIN);
        assertTrue(waiting.get(0).isDone());
        assertFalse(rows.given("late", NOON, LONG).isDone(), "there is a place again");
    }

    @Test
    void twoRepliesToOneHostBothHaveTheirRow() {
        CompletableFuture<Optional<Given>> one = rows.given("h7", NOON, LONG);
        CompletableFuture<Optional<Given>> other = rows.given("h7", NOON.plusMillis(1), LONG);
        rows.put("h7", NOON, EINSTEIN);
        assertTrue(one.isDone());
        assertFalse(other.isDone());
        rows.put("h7", NOON.plusMillis(1), ROSETTA);
        assertEquals(Optional.of(ROSETTA), other.join());
    }
}
