package io.fairstream.query.volunteers;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fairstream.query.DocumentLines;
import io.fairstream.testing.SyntheticVolunteers;
import java.time.Instant;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Alice's h1 worked for einstein on 2 and 4 March, bob's h2 for einstein and rosetta on the 2nd: see {@link SyntheticVolunteers}. */
class WorkReportTest {
    @ParameterizedTest(name = "by {0} of {1} {2} {3}, {4} to {5}: {7}")
    @CsvSource(delimiter = '|', textBlock = """
        # by; user, host, project; begin and end; rows: keys, CPU and GPU seconds, counts of those that are no key
        PROJECT |       |    |          |          |          | einstein 28800 3600 u2 h2, rosetta 7200 0 u1 h1 | who did most for whom
        PROJECT | alice |    |          |          |          | einstein 28800 0 u1 h1                          | a user's projects
        PROJECT | bob   |    |          |          |          | einstein 0 3600 u1 h1, rosetta 7200 0 u1 h1     | a GPU counts for what it did
        PROJECT |       | h1 |          |          |          | einstein 28800 0 u1 h1                          | a host's projects
        APP     |       |    | rosetta  |          |          | rosetta/fold 7200 0 u1 h1                       | a project's apps
        USER    |       |    | einstein |          |          | bob 0 3600 p1 h1, alice 28800 0 p1 h1           | a project's users
        USER    |       |    |          |          |          | bob 7200 3600 p2 h1, alice 28800 0 p1 h1        | all
        HOST    |       |    | rosetta  |          |          | bob h2 7200 0 p1                                | a project's hosts
        HOST    |       | h1 |          | 03T00:00 |          | alice h1 14400 0 p1                             | from an instant on
        HOST    |       | h1 |          |          | 03T00:00 | alice h1 14400 0 p1                             | until an instant
        HOST    |       | h1 |          | 02T08:59 | 02T09:00 | alice h1 14400 0 p1                             | counts in the hour in which it ended
        HOST    |       | h1 |          | 02T09:00 | 03T00:00 |                                                 | and in no other
        USER    | carol |    |          |          |          |                                                 | who did nothing has no row
        """)
    void rowsAreOfThoseWhoseWorkIsWanted(
            WorkBy by,
            @Nullable String user,
            @Nullable String host,
            @Nullable String project,
            @Nullable String begin,
            @Nullable String end,
            @Nullable String rows,
            String why) {
        WorkReport report = new WorkReport(
                by, new WorkReport.Wanted(user, host, project), instant(begin), instant(end), WorkUnit.EC);
        assertEquals(
                rows == null ? "" : rows,
                DocumentLines.rows(report.of(SyntheticVolunteers.CHARGES)).stream()
                        .map(row -> line(by, row))
                        .collect(Collectors.joining(", ")),
                why);
    }

    private static @Nullable Instant instant(@Nullable String text) {
        return text == null ? null : Instant.parse("2026-03-" + text + ":00Z");
    }

    private static String line(WorkBy by, Map<String, Object> row) {
        String key = switch (by) {
            case PROJECT -> row.get("project") + "";
            case APP -> row.get("project") + "/" + row.get("app");
            case USER -> row.get("user") + "";
            case HOST -> row.get("user") + " " + row.get("host");
        };
        StringBuilder line =
                new StringBuilder(key + " " + whole(row.get("cpuSeconds")) + " " + whole(row.get("gpuSeconds")));
        for (String count : new String[] {"users", "projects", "hosts"}) {
            if (row.containsKey(count)) {
                line.append(' ').append(count.charAt(0)).append(row.get(count));
            }
        }
        return line.toString();
    }

    private static long whole(@Nullable Object number) {
        return Math.round(Double.parseDouble(String.valueOf(number)));
    }
}
