package io.fairstream.reading;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.List;

/**
 * Times as the clock of a zone shows them. In the hour that comes twice in autumn a time has two readings, and in the one that is
 * skipped in spring there is none.
 */
public final class LocalTimes {
    /** Writers of one log hardly overtake each other by more. */
    private static final Duration DISORDER = Duration.ofMinutes(1);

    private LocalTimes() {}

    /**
     * The instants at which the clock shows a time, the earlier one first.
     *
     * @throws DateTimeException if it never does
     */
    public static List<Instant> readings(LocalDateTime local, ZoneId zone) {
        List<Instant> readings = zone.getRules().getValidOffsets(local).stream()
                .map(local::toInstant)
                .toList();
        if (readings.isEmpty()) {
            throw new DateTimeException(local + " (expected: a time that the clock of " + zone + " shows)");
        }
        return readings;
    }

    /**
     * The reading of a time in a log that is written in the order of its times: the earlier one, unless the log would go back.
     *
     * @param latest of the log so far
     */
    public static Instant inOrder(List<Instant> readings, Instant latest) {
        Instant first = readings.get(0);
        Instant last = readings.get(readings.size() - 1);
        boolean goesBack = Duration.between(first, latest).compareTo(DISORDER) > 0;
        return goesBack && !last.isBefore(latest.minus(DISORDER)) ? last : first;
    }
}
