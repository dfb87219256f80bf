package io.fairstream.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.fairstream.rules.Rejection.Reason;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EventTimesTest {
    private static final EventTimes TIMES = new EventTimes(Duration.ofDays(30), Duration.ofHours(1));

    @ParameterizedTest(name = "{4}")
    @CsvSource(
            nullValues = "-",
            value = {
                "2026-03-01T12:00:00Z,     2026-03-01T12:00:00Z, -,                    -,             just now",
                "2026-03-01T13:00:00Z,     2026-03-01T12:00:00Z, -,                    -,             as far ahead as allowed",
                "2026-03-01T13:00:00.001Z, 2026-03-01T12:00:00Z, -,                    IN_THE_FUTURE, a millisecond further",
                "1970-01-01T00:00:00Z,     2026-03-01T12:00:00Z, -,                    -,             the first instant there is",
                "1969-12-31T23:59:59.999Z, 2026-03-01T12:00:00Z, -,                    BEFORE_1970,   the one before",
                "2026-01-30T12:00:00Z,     2026-03-01T12:00:00Z, 2026-03-01T12:00:00Z, -,             as late as allowed",
                "2026-01-30T11:59:59.999Z, 2026-03-01T12:00:00Z, 2026-03-01T12:00:00Z, TOO_LATE,      a millisecond later",
                "2020-01-01T00:00:00Z,     2026-03-01T12:00:00Z, 2020-01-02T00:00:00Z, -,             an old trace is late only behind itself",
            })
    void acceptsWhatLiesBetweenHistoryAndSkew(Instant at, Instant sent, Instant newest, Reason reason, String why) {
        Rejection refused = TIMES.refusal(
                at.toEpochMilli(), sent.toEpochMilli(), newest == null ? EventTimes.NONE : newest.toEpochMilli());
        assertEquals(reason, refused == null ? null : refused.reason(), why);
        if (refused != null) {
            assertEquals(
                    "at: " + at, refused.detail().substring(0, refused.detail().indexOf(" (expected: ")));
        }
    }

    @Test
    void saysWhatWasExpectedOfTheTime() {
        long noon = Instant.parse("2026-03-01T12:00:00Z").toEpochMilli();
        Rejection future = TIMES.refusal(noon + 7_200_000, noon, EventTimes.NONE);
        assertNotNull(future);
        assertEquals(
                "at: 2026-03-01T14:00:00Z (expected: at most PT1H after the record was sent, 2026-03-01T12:00:00Z)",
                future.detail());
    }

    @Test
    void nothingIsTooLateBeforeAnythingWasSeen() {
        assertNull(TIMES.refusal(0, 0, EventTimes.NONE));
        assertEquals(EventTimes.NONE, TIMES.oldest(EventTimes.NONE));
    }

    @Test
    void pagesAreTakenBackNewestFirstAndDroppedOldestFirst() {
        Pages pages = new Pages();
        assertEquals(0, pages.add());
        assertEquals(1, pages.add());
        assertEquals(2, pages.add());
        pages.dropOldest();
        assertEquals(2, pages.takeNewest());
        assertEquals(2, pages.add());
        assertEquals(1, pages.first());
        assertEquals(3, pages.next());
    }

    @Test
    void pagesThatAreNotThereCannotBeTakenNorDropped() {
        assertThrows(IllegalStateException.class, () -> new Pages().takeNewest());
        assertThrows(IllegalStateException.class, () -> new Pages(4, 4).dropOldest());
        assertThrows(IllegalArgumentException.class, () -> new Pages(4, 3));
    }
}
