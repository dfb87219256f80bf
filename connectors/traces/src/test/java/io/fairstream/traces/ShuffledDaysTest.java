package io.fairstream.traces;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.fairstream.schemas.MatchEvent;
import io.fairstream.schemas.Unmatched;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ShuffledDaysTest {
    private static final Instant BEGIN = Instant.parse("2024-01-01T00:00:00Z");
    private static final List<MatchEvent> EVENTS = IntStream.range(0, 300)
            .mapToObj(i -> new MatchEvent("slot" + i % 7, "", BEGIN.plus(i, ChronoUnit.HOURS), new Unmatched("")))
            .toList();

    @Test
    void everyEventComesOnceOnItsDay() {
        List<MatchEvent> shuffled = shuffled(1);
        assertEquals(EVENTS.size(), shuffled.size());
        assertNotEquals(EVENTS, shuffled);
        assertEquals(days(EVENTS), days(shuffled));
        shuffled.sort((one, other) -> one.getAt().compareTo(other.getAt()));
        assertEquals(EVENTS, shuffled);
    }

    @Test
    void theEventsOfAResourceKeepTheirOrder() {
        Function<List<MatchEvent>, Object> byResource =
                events -> events.stream().collect(Collectors.groupingBy(MatchEvent::getResource));
        assertEquals(byResource.apply(EVENTS), byResource.apply(shuffled(1)));
    }

    @Test
    void theSameSeedGivesTheSameOrderAndAnotherAnother() {
        assertEquals(shuffled(1), shuffled(1));
        assertNotEquals(shuffled(1), shuffled(2));
    }

    @Test
    void ofNothingComesNothing() {
        assertFalse(shuffle(List.of(), 1).iterator().hasNext());
    }

    private static List<Instant> days(List<MatchEvent> events) {
        return events.stream()
                .map(event -> event.getAt().truncatedTo(ChronoUnit.DAYS))
                .toList();
    }

    private static List<MatchEvent> shuffled(long seed) {
        List<MatchEvent> events = new ArrayList<>();
        shuffle(EVENTS, seed).forEach(events::add);
        return events;
    }

    private static ShuffledDays<MatchEvent> shuffle(List<MatchEvent> events, long seed) {
        return new ShuffledDays<>(events, MatchEvent::getResource, MatchEvent::getAt, seed);
    }
}
