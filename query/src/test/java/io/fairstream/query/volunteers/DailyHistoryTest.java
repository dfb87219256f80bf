package io.fairstream.query.volunteers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.fairstream.query.volunteers.DailyHistory.Day;
import io.fairstream.schemas.Daily;
import io.fairstream.schemas.DailyScope;
import io.fairstream.schemas.Work;
import io.fairstream.testing.SyntheticVolunteers;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The rows are of 2 and 4 March. */
class DailyHistoryTest {
    private final DailyHistory total = history(DailyScope.TOTAL, "");

    private static DailyHistory history(DailyScope scope, String id) {
        List<Daily> rows = SyntheticVolunteers.DAILY.stream()
                .filter(row -> row.getScope() == scope && row.getId().equals(id))
                .toList();
        return new DailyHistory(rows, LocalDate.parse("2026-03-04"));
    }

    @ParameterizedTest(name = "{0} to {1}: {2}")
    @CsvSource({
        ",           ,           '2 3 4', all of it",
        "2026-03-03, ,           '3 4',   begins between two rows",
        ",           2026-03-03, '2 3',   ends between two rows",
        "2026-03-03, 2026-03-03, '3',     only a day without a row",
        "2020-01-01, 2030-01-01, '2 3 4', nothing is known of the days before and after",
        "2026-03-05, 2026-03-09, '',      after the last row",
        "2026-02-01, 2026-03-01, '',      before the first",
        "2026-03-04, 2026-03-02, '',      the wrong way round",
    })
    void showsTheDaysOfTheRangeThatItReaches(@Nullable LocalDate from, @Nullable LocalDate to, String days) {
        assertEquals(
                days,
                String.join(
                        " ",
                        total.days(from, to).stream()
                                .map(day -> "" + day.day().getDayOfMonth())
                                .toList()));
    }

    @Test
    void onADayWithoutARowNothingWasDoneAndNobodyWasActive() {
        Day between = total.days(null, null).get(1);
        assertEquals(new Work(0.0, 0.0, 0.0, 0.0, 0L, 0L), between.delta());
        assertEquals(List.of(0L, 0L, 0L), List.of(between.hosts(), between.gpuHosts(), between.users()));
    }

    @Test
    void whoFallsSilentIsShownAsLongAsAnythingIsKnown() {
        List<Daily> alone = List.of(SyntheticVolunteers.DAILY.get(0));
        List<Day> days = new DailyHistory(alone, LocalDate.parse("2026-03-04")).days(null, null);
        assertEquals(3, days.size());
        Work delta = days.get(0).delta();
        for (Day idle : days.subList(1, 3)) {
            assertEquals(0.0, idle.delta().getCpuFlops());
            assertEquals(
                    days.get(0).total().getCpuFlops() + delta.getCpuFlops(),
                    idle.total().getCpuFlops());
            assertEquals(
                    days.get(0).total().getJobsSucceeded() + delta.getJobsSucceeded(),
                    idle.total().getJobsSucceeded());
        }
    }

    @Test
    void onlyTheTotalCountsWhoIsActive() {
        assertNull(
                history(DailyScope.PROJECT, "einstein").days(null, null).get(1).hosts());
    }

    @Test
    void theTotalOfADayIsThatOfTheDayBeforeWithWhatWasDoneOnIt() {
        List<Day> days = total.days(null, null);
        for (int i = 1; i < days.size(); i++) {
            Day before = days.get(i - 1);
            Work total = days.get(i).total();
            assertEquals(before.total().getCpuFlops() + before.delta().getCpuFlops(), total.getCpuFlops());
            assertEquals(before.total().getGpuSeconds() + before.delta().getGpuSeconds(), total.getGpuSeconds());
            assertEquals(before.total().getJobsFailed() + before.delta().getJobsFailed(), total.getJobsFailed());
        }
    }
}
