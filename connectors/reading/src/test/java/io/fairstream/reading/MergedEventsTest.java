package io.fairstream.reading;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.junit.jupiter.api.Test;

class MergedEventsTest {
    private static MergedEvents<String> merged(List<Integer> ends, List<Integer> begins) {
        return new MergedEvents<String>()
                .with(ends, Instant::ofEpochSecond, at -> "end " + at)
                .with(begins, Instant::ofEpochSecond, at -> "begin " + at);
    }

    private static List<String> list(Iterable<String> events) {
        List<String> list = new ArrayList<>();
        events.forEach(list::add);
        return list;
    }

    @Test
    void comesInTheOrderOfTimeAndAtTheSameInstantInThatOfTheLists() {
        MergedEvents<String> events = merged(List.of(7, 3), List.of(3, 1, 9));
        assertEquals(List.of("begin 1", "end 3", "begin 3", "end 7", "begin 9"), list(events));
        assertEquals(list(events), list(events), "as often as it is asked for");
        assertEquals(5, events.size());
    }

    @Test
    void endsAfterTheLastEvent() {
        Iterator<String> events = merged(List.of(), List.of(1)).iterator();
        assertEquals("begin 1", events.next());
        assertFalse(events.hasNext());
        assertThrows(NoSuchElementException.class, events::next);
        assertFalse(new MergedEvents<String>().iterator().hasNext());
    }
}
