package io.fairstream.traces;

import static io.fairstream.traces.SwfTraceTest.line;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.fairstream.schemas.MatchEvent;
import io.fairstream.schemas.Matched;
import io.fairstream.schemas.Unmatched;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MatchEventsTest {
    private static final String HEADER = "; UnixStartTime: 1000000\n";

    @TempDir
    private Path folder;

    @Test
    void makesAJobAMatchOnASlotOfItsOwn() throws IOException {
        MatchEvents events = read(HEADER + line(17, "7 3 5 4 -1 1 12 2"));
        assertEquals(2, events.size());
        assertEquals(
                List.of(
                        new MatchEvent(
                                "job17@log", "log", Instant.ofEpochSecond(1000010), new Matched("user12", 4.0, "17")),
                        new MatchEvent("job17@log", "log", Instant.ofEpochSecond(1000015), new Unmatched("17"))),
                list(events));
    }

    @Test
    void endsComeBeforeStartsOfTheSameInstantAndTiesKeepTheOrderOfTheFile() throws IOException {
        MatchEvents events = read(HEADER
                + line(1, "10 0 5 1 1 1 1 1")
                + line(2, "0 10 5 1 1 1 1 1")
                + line(3, "5 0 5 1 1 1 1 1")
                + line(4, "0 0 10 1 1 1 1 1"));
        assertEquals(
                List.of("0 +4", "5 +3", "10 -3", "10 -4", "10 +1", "10 +2", "15 -1", "15 -2"),
                list(events).stream().map(MatchEventsTest::shortly).toList());
    }

    @Test
    void addsUpProcessorSecondsByUser() throws IOException {
        MatchEvents events = read(HEADER
                + line(1, "10 0 5 3 1 1 1 1")
                + line(2, "0 0 2000000000 2000000000 1 1 2 1")
                + line(3, "20 0 7 1 1 1 1 1")
                + line(4, "0 0 -1 1 1 1 9 1"));
        assertEquals(
                new TraceSummary(
                        "log",
                        3,
                        Instant.ofEpochSecond(1000000),
                        Instant.ofEpochSecond(2001000000),
                        Map.of("user1", 22L, "user2", 4_000_000_000_000_000_000L)),
                TraceSummary.of("log", events));
        assertEquals(6, TraceSummary.of("log", events).events());
        assertEquals(2, TraceSummary.of("log", events).users());
        assertEquals(4_000_000_000_000_000_022L, TraceSummary.of("log", events).processorSeconds());
    }

    @Test
    void hasNothingToTellOfAnEmptyTrace() throws IOException {
        MatchEvents events = read(HEADER);
        assertFalse(events.iterator().hasNext());
        assertThrows(NoSuchElementException.class, () -> events.iterator().next());
        assertNull(TraceSummary.of("log", events).from());
        assertEquals(0, TraceSummary.of("log", events).processorSeconds());
    }

    @Test
    void anyTraceComesInTheOrderOfTimeEachStartBeforeItsEnd() throws IOException {
        for (long seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            StringBuilder log = new StringBuilder(HEADER);
            int jobs = random.nextInt(12);
            for (int job = 0; job < jobs; job++) {
                log.append(line(
                        job,
                        "%d %d %d 1 1 1 %d 1"
                                .formatted(random.nextInt(6), random.nextInt(6) - 1, 1 + random.nextInt(5), job)));
            }
            checkOrder(list(read(log.toString())), jobs, "seed " + seed);
        }
    }

    static void checkOrder(Iterable<MatchEvent> events, long jobs, String context) {
        Map<String, Boolean> open = new HashMap<>();
        Instant last = Instant.EPOCH;
        boolean startedAtLast = false;
        for (MatchEvent event : events) {
            assertFalse(event.getAt().isBefore(last), context);
            boolean starts = event.getChange() instanceof Matched;
            assertFalse(event.getAt().equals(last) && startedAtLast && !starts, context + ": an end after a start");
            assertEquals(starts ? null : Boolean.TRUE, open.put(event.getResource(), starts), context);
            startedAtLast = starts;
            last = event.getAt();
        }
        assertEquals(jobs, open.size(), context);
        assertFalse(open.containsValue(true), context);
    }

    private static String shortly(MatchEvent event) {
        long second = event.getAt().getEpochSecond() - 1000000;
        return event.getChange() instanceof Matched matched
                ? second + " +" + matched.getMatchId()
                : second + " -" + ((Unmatched) event.getChange()).getMatchId();
    }

    private static List<MatchEvent> list(Iterable<MatchEvent> events) {
        List<MatchEvent> list = new ArrayList<>();
        Iterator<MatchEvent> iterator = events.iterator();
        iterator.forEachRemaining(list::add);
        return list;
    }

    private MatchEvents read(String content) throws IOException {
        Path file = Files.writeString(folder.resolve("log.swf"), content);
        try (Trace trace = TraceFormat.SWF.open(file, problem -> {
            throw new AssertionError(problem);
        })) {
            return MatchEvents.of(trace);
        }
    }
}
