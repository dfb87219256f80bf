package io.fairstream.query.explain;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fairstream.query.explain.Explanation.Interval;
import java.time.Instant;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A use in March 2026 from the first time to the second, or still open; the question is asked at the third. */
class GroupingTest {
    private static final Journal.Names NAMES = new Journal.Names("pool1", "17.0");

    @ParameterizedTest(name = "{0}: {5}")
    @CsvSource({
        "HOUR,     02T08:30, 02T10:15, 02T12:00, 08:30 to 09:00|09:00 to 10:00|10:00 to 10:15, cut at full hours",
        "HOUR,     02T08:00, 02T09:00, 02T12:00, 08:00 to 09:00, an end at a full hour begins no other",
        "HOUR,     02T08:30, ,         02T09:30, 08:30 to 09:00|09:00 to open, what goes on is part of the last hour",
        "HOUR,     02T08:30, ,         02T08:30, 08:30 to open, also when it has just begun",
        "DAY,      02T23:00, 03T01:00, 04T00:00, 23:00 to 00:00|00:00 to 01:00, cut at midnight of UTC",
        "DAY,      02T23:00, 03T00:00, 04T00:00, 23:00 to 00:00, and not beyond it",
        "MATCH,    02T08:30, 04T00:00, 05T00:00, 08:30 to 00:00, in one piece",
        "RESOURCE, 02T08:30, ,         05T00:00, 08:30 to open, in one piece",
        "POOL,     02T08:30, ,         05T00:00, 08:30 to open, in one piece",
    })
    void aUseIsCutIntoPieces(Grouping by, String from, String until, String at, String pieces, String why) {
        Interval<Match> use = new Interval<>(
                new Match("slot1", millis(from), true),
                millis(from),
                until == null ? Interval.OPEN : millis(until),
                1,
                1,
                true);
        String cut = by.pieces(use, millis(at)).stream()
                .map(piece -> clock(piece.from()) + " to " + (piece.isOpen() ? "open" : clock(piece.until())))
                .collect(Collectors.joining("|"));
        assertEquals(pieces, cut, why);
    }

    @ParameterizedTest(name = "{0} of {1}: {2}")
    @CsvSource({
        "MATCH,    slot1, slot1 (17.0)",
        "MATCH,    '',    members' since 2026-03-02T08:30:00Z",
        "HOUR,     slot1, 2026-03-02T08:00:00Z",
        "DAY,      slot1, 2026-03-02",
        "RESOURCE, slot1, slot1",
        "POOL,     slot1, pool1",
    })
    void aPartHasAName(Grouping by, String resource, String name) {
        long from = millis("02T08:30");
        Interval<Match> piece = new Interval<>(new Match(resource, from, true), from, Interval.OPEN, 1, 1, true);
        assertEquals(name, by.name(piece, NAMES));
    }

    private static long millis(String time) {
        return Instant.parse("2026-03-" + time + ":00Z").toEpochMilli();
    }

    private static String clock(long millis) {
        return Instant.ofEpochMilli(millis).toString().substring(11, 16);
    }
}
