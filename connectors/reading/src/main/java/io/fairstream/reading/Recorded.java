package io.fairstream.reading;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;

/**
 * Events recorded in a file.
 *
 * @param events ordered by time; at the same instant in the order of the file
 * @param outcomes of its records
 */
public record Recorded<E>(List<E> events, RecordOutcomes outcomes) {
    public Recorded {
        events = List.copyOf(events);
    }

    /** Creates recorded events from events in any order. */
    public static <E> Recorded<E> of(List<E> events, Function<E, Instant> at, RecordOutcomes outcomes) {
        return new Recorded<>(events.stream().sorted(Comparator.comparing(at)).toList(), outcomes);
    }
}
