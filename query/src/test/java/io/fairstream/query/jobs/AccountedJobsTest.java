package io.fairstream.query.jobs;

import static io.fairstream.testing.SyntheticUse.accounting;
import static io.fairstream.testing.SyntheticUse.at;
import static io.fairstream.testing.SyntheticUse.job;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fairstream.query.columns.Column;
import io.fairstream.query.columns.Report;
import io.fairstream.schemas.Job;
import io.fairstream.schemas.JobAccounting;
import io.fairstream.schemas.JobState;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AccountedJobsTest {
    /** A day and an hour on 4 processors, of which a quarter was used. */
    private static final Job DONE = job(7, JobState.COMPLETE)
            .setOutcome("FAILED")
            .setSignal(9)
            .setStartTime(at(1))
            .setEndTime(at(26))
            .setTimeLimitMinutes(2880L)
            .setGroups(List.of("physics", "theory"))
            .build();

    private static final JobAccounting MEASURED = accounting(7, 100, 25)
            .setRealMemoryHighwaterKiB(2048)
            .setRealMemoryKiBSeconds(12_345_678)
            .setEnergyMillijoules(7_500)
            .build();

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        // sacct's name, or that in JSON; what programs get and what people see
        "JobID,             7,              7",
        "jobid,             7,              7",
        "JobName,           job7,           job7",
        "name,              job7,           job7",
        "Account,           root/physics,   root/physics",
        "bank,              root/physics,   root/physics",
        "Group,             physics theory, physics theory",
        "State,             FAILED,         FAILED",
        "ExitCode,          0:9,            0:9",
        "Start,             2026-03-02T01:00:00Z, 2026-03-02T01:00:00Z",
        "Elapsed,           90000,          1-01:00:00",
        "elapsedSeconds,    90000,          1-01:00:00",
        "TimelimitRaw,      2880,           '2,880'",
        "CPUTime,           360000000000,   4-04:00:00",
        "ReservedCPU,       0,              00:00:00",
        "TotalCPU,          90000000000,    1-01:00:00",
        "MaxRSS,            2048,           2048K",
        "RSSIntegral,       12345678,       '12,345,678'",
        "ConsumedEnergy,    7500,           7J",
        "Priority,          ,               ",
    })
    void programsGetExactValuesAndPeopleWhatSacctShows(String name, @Nullable String value, @Nullable String shown) {
        JobRow row = new JobRow(DONE, MEASURED);
        Column<JobRow> column = column(row, name);
        assertEquals(value, text(column.value().apply(row)), "value");
        Object cell = column.shown().apply(row);
        assertEquals(
                shown,
                cell == null
                        ? null
                        : column.format().over(List.of(cell), ZoneOffset.UTC).apply(cell),
                "shown");
    }

    @ParameterizedTest(name = "{0}, {1}, {2}, {3}")
    @CsvSource({
        // what a job of two has; what people see of it without asking
        "'',     '',  '',   '',                   ''",
        "urgent, '',  '',   '',                   QOS",
        "'',     p,   '',   '',                   WCKey",
        "'',     '',  lab,  '',                   Reservation",
        "'',     '',  '',   'cpu=4,gres/gpu=2',   AllocTRES",
        "normal, p,   lab,  'cpu=4',              QOS WCKey Reservation AllocTRES",
    })
    void whatHardlyAJobHasIsShownIfOneHasIt(String qos, String wckey, String reservation, String tres, String shown) {
        Job special = job(8, JobState.RUNNING)
                .setQos(qos)
                .setWckey(wckey)
                .setReservation(reservation)
                .setTres(tres)
                .build();
        List<JobRow> rows = List.of(new JobRow(DONE, MEASURED), new JobRow(special, null));
        Set<String> rare = Set.of("QOS", "WCKey", "Reservation", "AllocTRES");
        assertEquals(
                shown,
                String.join(
                        " ",
                        AccountedJobs.report(rows, at(30)).columns().stream()
                                .filter(Column::isShown)
                                .map(Column::header)
                                .filter(rare::contains)
                                .toList()));
    }

    @ParameterizedTest
    @CsvSource({"PENDING, ", "HELD, ", "RUNNING, cpu=4", "COMPLETE, cpu=4"})
    void whatAJobAsksForIsNotAllocated(JobState state, @Nullable String tres) {
        Job job = job(8, state)
                .setTres("cpu=4")
                .setStartTime(state == JobState.COMPLETE ? at(1) : null)
                .build();
        assertEquals(tres, new JobRow(job, null).tres());
    }

    @ParameterizedTest(name = "{0} of a job that nobody measured")
    @CsvSource({"TotalCPU", "MaxRSS", "RSSIntegral", "TotalGPU", "ConsumedEnergy"})
    void whatNobodyMeasuredIsUnknownAndNot0(String name) {
        JobRow row = new JobRow(DONE, accounting(7, 100, 0).build());
        assertEquals(null, column(row, name).value().apply(row));
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "maxrss,       true,  the case of letters does not matter",
        "CPUTime,      true,  sacct's name",
        "processors,   true,  JSON's name",
        "AveDiskRead,  false, nothing has it",
        "'',           false, nothing",
    })
    void aColumnHasSacctsNameAndThatInJson(String name, boolean isThere, String why) {
        assertEquals(isThere, AccountedJobs.hasColumn(name), why);
    }

    private static Column<JobRow> column(JobRow row, String name) {
        Report<JobRow> report = AccountedJobs.report(List.of(row), at(30));
        return report.columns().stream()
                .filter(column -> column.isCalled(name))
                .findFirst()
                .orElseThrow();
    }

    private static @Nullable String text(@Nullable Object value) {
        return value == null ? null : Objects.toString(value);
    }
}
