package io.fairstream.cli.userprio;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ColumnTest {

    @ParameterizedTest(name = "{0}")
    @CsvSource({"PT0.9S,<now>", "PT1S,0+00:00", "PT9H5M,0+09:05", "PT58H59M59S,2+10:59", "-PT5M,<now>"})
    void timesSinceAreWrittenAsHTCondorDoes(Duration time, String expected) {
        assertEquals(expected, Column.since(time));
    }

    @Test
    void totalsAreOfSubmittersForGroupsOnlyRepeatThem() {
        StringWriter text = new StringWriter();
        List<Line> lines = List.of(
                new Line(Pool.PHYSICS, "group_physics", 1, 1),
                new Line(Pool.ALICE, "  alice@pool", 1, 1),
                new Line(Pool.FRANK, "frank@pool", 0, Double.POSITIVE_INFINITY));
        new ListingTable(Set.of(Column.IN_USE, Column.TOTAL_USAGE, Column.EFFECTIVE_PRIORITY, Column.GROUP_ORDER))
                .printWithTotals(lines, new PrintWriter(text));
        assertEquals(
                List.of(
                        "                    | GROUP  | EFFECTIVE | WEIGHTED | TOTAL USAGE      ",
                        " USER               | ORDER  | PRIORITY  | IN USE   | (WEIGHTED HOURS) ",
                        "--------------------+--------+-----------+----------+------------------",
                        " group_physics      |   1.00 |    300.00 |       10 |            10.00 ",
                        "   alice@pool       |   1.00 |    300.00 |       10 |            10.00 ",
                        " frank@pool         | <last> |     90.00 |        6 |             6.00 ",
                        "--------------------+--------+-----------+----------+------------------",
                        " Number of users: 2 |        |           |       16 |            16.00 "),
                text.toString().lines().toList());
    }

    @ParameterizedTest(name = "{3}")
    @CsvSource({
        "'',                   2026-03-02T13:00:00Z, 2026-03-02T13:00:00Z, 'now'",
        "'',                   2026-03-02T11:59:59Z, 2026-03-02T12:00:00Z, 'or the newest row, of a clock ahead of ours'",
        "latest,               2026-03-05T00:00:00Z, 2026-03-02T12:00:00Z, 'the newest row'",
        "2026-03-02T12:30:00Z, 2026-03-05T00:00:00Z, 2026-03-02T12:30:00Z, 'what is asked for'",
        "2026-03-01T12:30:00Z, 2026-03-05T00:00:00Z, 2026-03-01T12:30:00Z, 'also if rows are newer: they refuse it'",
    })
    void rowsAreEvaluatedAt(String asked, Instant now, Instant expected, String reason) {
        Moment moment = asked.isEmpty() ? null : new Moment.Converter().convert(asked);
        assertEquals(expected, Moment.of(moment, Pool.WITH_GROUPS, now), reason);
    }
}
