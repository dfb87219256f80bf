package io.fairstream.reading;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;

/**
 * Events recorded in a file.
 *
 * @param events in the order of their times; at the same instant in the order in which they were told
 * @param outcomes of its records
 */
public record Recorded<E>(List<E> events, RecordOutcomes outcomes) {
    public Recorded {
        events = List.copyOf(events);
    }

    /** Recorded events, given in any order. */
    public static <E> Recorded<E> of(List<E> events, Function<E, Instant> at, RecordOutcomes outcomes) {
        return new Recorded<>(events.stream().sorted(Comparator.comparing(at)).toList(), outcomes);
    }
}
