package io.fairstream.query.volunteers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.fairstream.query.DocumentLines;
import io.fairstream.query.columns.Document;
import io.fairstream.query.columns.Section;
import io.fairstream.query.records.Failure;
import io.fairstream.schemas.DailyScope;
import io.fairstream.testing.SyntheticVolunteers;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Alice and bob worked on 2 March, alice alone on the 4th: see {@link SyntheticVolunteers}. */
class DailyReportTest {
    private static Document report(
            DailyScope scope, @Nullable String id, @Nullable String begin, @Nullable String end) {
        return new DailyReport(scope, id, instant(begin), instant(end), WorkUnit.EC).of(SyntheticVolunteers.DAILY);
    }

    private static @Nullable Instant instant(@Nullable String text) {
        return text == null ? null : Instant.parse("2026-03-" + text + ":00Z");
    }

    @ParameterizedTest(name = "{0} {1}, {2} to {3}: {5}")
    @CsvSource(delimiter = '|', textBlock = """
        # scope, id, begin and end; whose, day, CPU seconds on it and before it
        TOTAL   |       |          |          | -2 21600 0, -3 0 21600, -4 14400 21600                | a day of nothing between two
        USER    | alice |          |          | alice-2 14400 0, alice-3 0 14400, alice-4 14400 14400 | hers
        USER    | bob   |          |          | bob-2 7200 0, bob-3 0 7200, bob-4 0 7200              | to the last day of which anything is known
        PROJECT |       | 04T00:00 |          | einstein-4 14400 14400, rosetta-4 0 7200              | each from a day on
        USER    | bob   |          | 03T00:00 | bob-2 7200 0                                          | the end is not in it
        USER    | bob   |          | 03T00:01 | bob-2 7200 0, bob-3 0 7200                            | the day in which it is belongs to it
        USER    | bob   | 02T23:59 | 03T00:00 | bob-2 7200 0                                          | so does that of the begin
        """)
    void eachDayHasWhatWasDoneOnItAndBeforeIt(
            DailyScope scope,
            @Nullable String id,
            @Nullable String begin,
            @Nullable String end,
            String days,
            String why) {
        assertEquals(
                days,
                DocumentLines.rows(report(scope, id, begin, end)).stream()
                        .map(row -> row.getOrDefault("id", "")
                                + String.valueOf(row.get("day")).replace("2026-03-0", "-")
                                + " " + whole(row.get("cpuSeconds")) + " " + whole(row.get("totalCpuSeconds")))
                        .collect(Collectors.joining(", ")),
                why);
    }

    private static long whole(@Nullable Object number) {
        return Math.round(Double.parseDouble(String.valueOf(number)));
    }

    @ParameterizedTest(name = "{0}, {1} to {2}")
    @CsvSource(delimiter = '|', textBlock = """
        bob | 05T00:00 |          | daily: user bob has rows from 2026-03-02 to 2026-03-04, none of them in the period
        bob |          | 02T00:00 | daily: user bob has rows from 2026-03-02 to 2026-03-04, none of them in the period
        """)
    void aPeriodWithoutDaysIsSaid(String id, @Nullable String begin, @Nullable String end, String warning) {
        assertEquals(
                List.of(new Section.Warning(warning)),
                report(DailyScope.USER, id, begin, end).sections().stream()
                        .filter(Section.Warning.class::isInstance)
                        .toList());
    }

    @ParameterizedTest(name = "{0} {1}")
    @CsvSource({
        "USER,    cy,       daily: user cy has no row (expected: an id that report daily --scope user shows)",
        "PROJECT, alice,    daily: project alice has no row (expected: an id that report daily --scope project shows)",
    })
    void whoHasNoHistoryIsNotKnown(DailyScope scope, String id, String message) {
        assertEquals(
                message,
                assertThrows(Failure.class, () -> report(scope, id, null, null)).getMessage());
    }
}
