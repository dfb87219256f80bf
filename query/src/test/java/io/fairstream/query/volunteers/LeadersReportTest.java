package io.fairstream.query.volunteers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.query.DocumentLines;
import io.fairstream.query.columns.Document;
import io.fairstream.query.columns.Report;
import io.fairstream.query.columns.Section;
import io.fairstream.schemas.Daily;
import io.fairstream.schemas.DailyScope;
import io.fairstream.schemas.Preferences;
import io.fairstream.schemas.Work;
import io.fairstream.testing.SyntheticVolunteers;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Alice's CPUs worked on 2 and 4 March 2026, bob's CPUs and GPU on the 2nd: see {@link SyntheticVolunteers}. */
class LeadersReportTest {
    private static final LocalDate TODAY = LocalDate.parse("2026-03-04");

    private static Document report(LeaderQuantity by, @Nullable Integer days, boolean isOptIn, Preferences... wishes) {
        return new LeadersReport(by, days, 10, isOptIn, WorkUnit.EC)
                .of(SyntheticVolunteers.DAILY, List.of(wishes), SyntheticVolunteers.HOSTS, TODAY);
    }

    private static Preferences wish(String user, @Nullable Boolean listed) {
        return new Preferences(user, List.of(), List.of(), List.of(), listed);
    }

    private static String ranks(Document document) {
        return DocumentLines.rows(document).stream()
                .map(row -> row.get("rank") + " " + row.get("user")
                        + (row.containsKey("totalRank") ? " (" + row.get("totalRank") + ")" : ""))
                .collect(Collectors.joining(", "));
    }

    @ParameterizedTest(name = "{0}, {1} days: {3}")
    @CsvSource(delimiter = '|', textBlock = """
        WORK     |   | 1 bob, 2 alice         | a GPU does more than a CPU
        CPU_WORK |   | 1 alice, 2 bob         |
        GPU_TIME |   | 1 bob                  | who has none of it has no row
        CPU_TIME | 3 | 1 alice (1), 2 bob (2) | the last three days are all
        WORK     | 2 | 1 alice (2)            | of late bob did nothing, of all time he did most
        JOBS     | 1 | 1 alice (1)            | today
        """)
    void whoDidMostComesFirst(LeaderQuantity by, @Nullable Integer days, String ranks, @Nullable String why) {
        assertEquals(ranks, ranks(report(by, days, false)), why);
    }

    @ParameterizedTest(name = "alice {0}, bob {1}, opt-in {2}: {3}")
    @CsvSource(delimiter = '|', textBlock = """
        # listed of alice, of bob; opt-in
              |       | false | 1 bob, 2 alice | who did not say is shown
        true  | false | false | 1 alice        | who asked not to be shown is not, and takes no rank
        false | false | false |                | nobody
        true  |       | true  | 1 alice        | where one must ask, who did not say is not shown
        true  | true  | true  | 1 bob, 2 alice | both asked
        """)
    void whoAskedNotToBeShownCountsInTheSumOnly(
            @Nullable Boolean alice, @Nullable Boolean bob, boolean isOptIn, @Nullable String ranks, String why) {
        Document document = report(LeaderQuantity.WORK, null, isOptIn, wish("alice", alice), wish("bob", bob));
        assertEquals(ranks == null ? "" : ranks, ranks(document), why);
        assertEquals(36_000, sum(document).getCpuSeconds(), why);
        assertEquals(3600, sum(document).getGpuSeconds(), why);
        boolean isSomebodyHidden = ranks == null || ranks.indexOf(',') < 0;
        assertEquals(isSomebodyHidden, sentences(document).contains("In the sum only"), sentences(document));
    }

    private static Work sum(Document document) {
        return document.sections().stream()
                .filter(Report.class::isInstance)
                .map(section -> ((Report<?>) section).sum())
                .map(LeadersReport.Line.class::cast)
                .findFirst()
                .orElseThrow()
                .work();
    }

    private static String sentences(Document document) {
        return document.sections().stream()
                .filter(Section.Sentence.class::isInstance)
                .map(section -> ((Section.Sentence) section).text())
                .collect(Collectors.joining(" "));
    }

    @Test
    void aRowHasQuantitiesInBothUnitsAndTheHosts() {
        Map<String, Object> bob =
                DocumentLines.rows(report(LeaderQuantity.WORK, null, false)).get(0);
        assertEquals(3.6072e15, number(bob, "flops"), 1e3);
        assertEquals(8350, number(bob, "ec"), 1e-9);
        assertEquals(2, bob.get("hosts"));
        assertEquals(3.6072e15 / 3.636e15, number(bob, "share"), 1e-12);
    }

    private static double number(Map<String, Object> row, String field) {
        return Double.parseDouble(String.valueOf(row.get(field)));
    }

    /**
     * For any history, a rank is one more than the number of those who did more, rows are in their order, and a top of N is the first N.
     */
    @Test
    void ranksAreOfWhoDidMoreWhateverTheHistory() {
        Random random = new Random(20261123);
        for (int round = 0; round < 200; round++) {
            List<Daily> days = new ArrayList<>();
            Map<String, Double> done = new TreeMap<>();
            for (int user = 0; user < random.nextInt(12); user++) {
                double work = random.nextInt(5);
                done.put("u" + user, work);
                Work delta = new Work(0.0, 0.0, work, 0.0, 0L, 0L);
                days.add(new Daily(
                        DailyScope.USER,
                        "u" + user,
                        "2026-03-04",
                        delta,
                        new Work(0.0, 0.0, 0.0, 0.0, 0L, 0L),
                        null,
                        null,
                        null));
            }
            int top = 1 + random.nextInt(12);
            var rows = DocumentLines.rows(new LeadersReport(LeaderQuantity.WORK, 1, top, false, WorkUnit.FLOPS)
                    .of(days, List.of(), List.of(), TODAY));
            long workers = done.values().stream().filter(work -> work > 0).count();
            assertEquals(Math.min(top, workers), rows.size(), "round " + round);
            int before = 0;
            for (var row : rows) {
                double own = done.getOrDefault(row.get("user"), 0.0);
                long more = done.values().stream().filter(work -> work > own).count();
                assertEquals((int) more + 1, row.get("rank"), done::toString);
                assertTrue(before <= number(row, "rank"), done::toString);
                before = (int) number(row, "rank");
            }
        }
    }
}
