package io.fairstream.cli.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.schemas.MatchEvent;
import io.fairstream.schemas.Matched;
import io.fairstream.schemas.Unmatched;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

class DemoPoolTest {
    private static final Duration THREE_WEEKS = Duration.ofDays(21);
    private static final List<MatchEvent> EVENTS = play(1, THREE_WEEKS);

    @Test
    void theSameSeedGivesTheSameEventsAndAnotherOneDoesNot() {
        assertEquals(EVENTS, play(1, THREE_WEEKS));
        assertNotEquals(play(1, Duration.ofDays(2)), play(2, Duration.ofDays(2)));
    }

    @Test
    void aLongerDemoBeginsLikeAShorterOne() {
        List<MatchEvent> day = play(1, Duration.ofDays(1));
        assertEquals(EVENTS.subList(0, day.size()), day);
    }

    @Test
    void eventsComeInTheOrderOfTimeWithinTheLength() {
        Instant last = DemoPool.BEGIN;
        for (MatchEvent event : EVENTS) {
            assertFalse(event.getAt().isBefore(last), event::toString);
            last = event.getAt();
        }
        assertTrue(last.isBefore(DemoPool.BEGIN.plus(THREE_WEEKS)));
    }

    @Test
    void aSlotHasOneMatchAtATimeAndChangesHandsWithoutAnEndOnlyByPreemption() {
        Map<String, Matched> held = new HashMap<>();
        int preemptions = 0;
        for (MatchEvent event : EVENTS) {
            if (event.getChange() instanceof Matched matched) {
                Matched before = held.put(event.getResource(), matched);
                if (before != null) {
                    preemptions++;
                    assertNotEquals(before.getCustomer(), matched.getCustomer(), event::toString);
                    assertEquals(before.getSlotWeight(), matched.getSlotWeight());
                }
            } else {
                Matched ended = held.remove(event.getResource());
                assertNotNull(ended, event::toString);
                assertEquals(ended.getMatchId(), ((Unmatched) event.getChange()).getMatchId());
            }
        }
        assertTrue(preemptions > 100 && preemptions < EVENTS.size() / 10, preemptions + " preemptions");
    }

    @Test
    void matchIdsAreNeverUsedTwice() {
        Set<String> ids = new HashSet<>();
        for (MatchEvent event : EVENTS) {
            assertTrue(!(event.getChange() instanceof Matched matched) || ids.add(matched.getMatchId()));
        }
    }

    @Test
    void everyUserAndEveryWeightAppears() {
        Map<String, Integer> matches = new HashMap<>();
        Map<String, Double> slots = new HashMap<>();
        for (MatchEvent event : EVENTS) {
            if (event.getChange() instanceof Matched matched) {
                matches.merge(matched.getCustomer(), 1, Integer::sum);
                slots.put(event.getResource(), matched.getSlotWeight());
            }
        }
        assertEquals(12, matches.size(), matches::toString);
        assertTrue(matches.values().stream().allMatch(count -> count >= 10), matches::toString);
        assertEquals(Set.of(1.0, 4.0, 8.0, 16.0, 32.0), new HashSet<>(slots.values()));
        assertEquals(200, slots.size());
    }

    @Test
    void nightsAreQuieter() {
        assertTrue(4 * starts(hour -> hour < 5) < starts(hour -> hour >= 9 && hour < 14));
    }

    @Test
    void oneUserComesLateAndOneGoesEarly() {
        List<Instant> heidi = startsOf("heidi");
        List<Instant> olivia = startsOf("olivia");
        assertTrue(heidi.get(0).isAfter(DemoPool.BEGIN.plus(Duration.ofDays(8))));
        assertTrue(olivia.get(olivia.size() - 1).isBefore(DemoPool.BEGIN.plus(Duration.ofDays(12))));
    }

    @Test
    void isOverAfterItsLength() {
        DemoPool pool = new DemoPool(1, Duration.ZERO);
        assertFalse(pool.hasNext());
        assertThrows(NoSuchElementException.class, pool::next);
    }

    private static long starts(Predicate<Integer> hours) {
        return EVENTS.stream()
                .filter(event -> event.getChange() instanceof Matched)
                .map(event -> event.getAt().atZone(ZoneOffset.UTC))
                .filter(at -> at.getDayOfWeek().compareTo(DayOfWeek.SATURDAY) < 0)
                .map(ZonedDateTime::getHour)
                .filter(hours)
                .count();
    }

    private static List<Instant> startsOf(String user) {
        return EVENTS.stream()
                .filter(event -> event.getChange() instanceof Matched matched
                        && matched.getCustomer().equals(user))
                .map(MatchEvent::getAt)
                .toList();
    }

    private static List<MatchEvent> play(long seed, Duration length) {
        List<MatchEvent> events = new ArrayList<>();
        new DemoPool(seed, length).forEachRemaining(events::add);
        return events;
    }
}
