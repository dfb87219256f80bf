package io.fairstream.sonar;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * What a file tells.
 *
 * @param events in the order of their times
 * @param findings how many samples or entries were made what of
 */
public record Recorded<E>(List<E> events, Map<RecordOutcome, Long> findings) {
    public Recorded {
        events = List.copyOf(events);
        findings = findings.isEmpty() ? Map.of() : new EnumMap<>(findings);
    }
}
