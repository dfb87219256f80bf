package io.fairstream.reading;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.List;

/** Local times of a zone. A time in the repeated hour in autumn has two readings, a time in the skipped hour in spring has none. */
public final class LocalTimes {
    /** Maximum disorder of concurrent writers of one log. */
    private static final Duration DISORDER = Duration.ofMinutes(1);

    private LocalTimes() {}

    /**
     * Returns the instants of a local time, the earlier one first.
     *
     * @throws DateTimeException if there is none
     */
    public static List<Instant> readings(LocalDateTime local, ZoneId zone) {
        List<Instant> readings = zone.getRules().getValidOffsets(local).stream()
                .map(local::toInstant)
                .toList();
        if (readings.isEmpty()) {
            throw new DateTimeException(local + " (expected: a time that exists in " + zone + ")");
        }
        return readings;
    }

    /**
     * Returns the reading of a time in a log ordered by time: the earlier one, unless it would be before the latest.
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
