package io.fairstream.query.explain;

import static io.fairstream.query.DocumentLines.part;
import static io.fairstream.query.DocumentLines.rows;
import static io.fairstream.query.DocumentLines.sentences;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.query.columns.Document;
import io.fairstream.query.explain.Explanation.Charged;
import io.fairstream.rules.decay.HalfLife;
import io.fairstream.rules.journal.Entry.RateChange;
import io.fairstream.rules.priority.Edit;
import io.fairstream.rules.priority.Edit.Decision;
import io.fairstream.schemas.FactorSource;
import io.fairstream.schemas.Priority;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Alice had slot1 of weight 8 on the first day and has slot2 of weight 4 since; half-life and question are of a day, on 4 March. */
class CustomerReportTest {
    private static final long DAY = 86_400_000;
    private static final long BEGIN = Instant.parse("2026-03-02T00:00:00Z").toEpochMilli();

    private static Explained alice(Edit... edits) {
        Match first = new Match("slot1", BEGIN, true);
        Match second = new Match("slot2", BEGIN + DAY, true);
        List<Charged<Match>> uses = List.of(
                new Charged<>(new RateChange(BEGIN, 1, 8, BEGIN), first),
                new Charged<>(new RateChange(BEGIN + DAY, -1, -8, BEGIN), first),
                new Charged<>(new RateChange(BEGIN + DAY, 1, 4, BEGIN + DAY), second));
        Journal journal =
                new Journal(row(), uses, Map.of(first, new Journal.Names("pool1", "1.0")), List.of(edits), null);
        List<Edit> edited = new ArrayList<>(journal.edits());
        Explanation<Match> parts = Explanation.of(uses, edited, new HalfLife(86_400), BEGIN + 2 * DAY);
        return new Explained(journal, parts, null, null, 0);
    }

    private static Priority row() {
        return Priority.newBuilder()
                .setCustomer("alice")
                .setRealPriority(4.125)
                .setEffectivePriority(8.25)
                .setPriorityFactor(2)
                .setFactorSource(FactorSource.EXPLICIT)
                .setLeases(List.of())
                .setResourcesInUse(1)
                .setWeightInUse(4)
                .setAccumulatedUsage(0)
                .setWeightedAccumulatedUsage(0)
                .setAsOf(Instant.ofEpochMilli(BEGIN + 3 * DAY))
                .setHalfLifeSeconds(86_400)
                .setGroup(false)
                .build();
    }

    private static final Factor GOOD =
            new Factor(2, FactorSource.EXPLICIT, "set permanently by root", null, null, null);

    private static Document report(Explained explained, By by, int limit, @Nullable Double reaches) {
        return new CustomerReport(explained, GOOD, Parts.of(explained, by.grouping())).document(limit, reaches, null);
    }

    private static Document ahead(Factor factor, int days, int points, Plan plan) {
        Explained explained = alice();
        return new CustomerReport(explained, factor, Parts.of(explained, By.MATCH.grouping()))
                .document(Explain.ALL, null, new Projection(Duration.ofDays(days), points, plan));
    }

    /** Four days of 4.125 on, half a day each; slot1 and 2 are given back after a day, and a job of weight 6 has the second day. */
    @Test
    void aProjectionBeginsWithThePresentAndGoesAsPlanned() {
        Plan plan = new Plan(Duration.ofDays(1), List.of(new Plan.Job(6, Duration.ofDays(1), Duration.ofDays(1))));
        Document document = ahead(GOOD, 4, 4, plan);
        assertEquals(
                List.of(
                        "0 2026-03-04T00:00:00Z 4.125 4.125 4.125 8.25",
                        "86400 2026-03-05T00:00:00Z 4.0625 2.0625 4.0625 8.125",
                        "172800 2026-03-06T00:00:00Z 4.03125 1.03125 5.03125 10.0625",
                        "259200 2026-03-07T00:00:00Z 4.015625 0.515625 2.515625 5.03125",
                        "345600 2026-03-08T00:00:00Z 4.0078125 0.5 1.2578125 2.515625"),
                part(
                        document,
                        "projection",
                        "inSeconds",
                        "at",
                        "ifUseStays",
                        "ifUseStops",
                        "ifSubmitted",
                        "effectiveIfSubmitted"));
        assertEquals(
                part(document, "sum", "realPriority", "effectivePriority"),
                part(document, "projection", "ifSubmitted", "effectiveIfSubmitted")
                        .subList(0, 1));
    }

    @Test
    void whereBothSpeakTheProjectionIsTheOutlookAlsoWhenALeaseEnds() {
        Factor lease = new Factor(
                2,
                FactorSource.LEASE,
                "lease",
                null,
                Instant.ofEpochMilli(BEGIN + 3 * DAY),
                new Factor(10, FactorSource.DEFAULT, "", null, null, null));
        Document document = ahead(lease, 7, 168, Plan.NONE);
        String[] fields = {"inSeconds", "at", "ifUseStays", "ifUseStops", "effectiveIfUseStays", "effectiveIfUseStops"};
        List<String> outlook = part(document, "outlook", fields);
        List<String> projection = part(document, "projection", fields);
        assertEquals(169, projection.size());
        assertEquals(outlook, List.of(projection.get(1), projection.get(24), projection.get(168)));
        assertTrue(projection.get(23).endsWith(" " + 2 * number(document, 23)), "before its end");
        assertTrue(projection.get(24).endsWith(" " + 10 * number(document, 24)), "at its end");
        assertEquals(
                List.of("-"),
                part(document, "projection", "ifSubmitted").stream().distinct().toList());
    }

    private static double number(Document document, int row) {
        return Double.parseDouble(part(document, "projection", "ifUseStops").get(row));
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            value = {
                "MATCH    | slot2 -, slot1 (1.0) 2026-03-03T00:00:00Z",
                "DAY      | 2026-03-03 -, 2026-03-02 2026-03-03T00:00:00Z",
                "RESOURCE | slot2 -, slot1 2026-03-03T00:00:00Z",
                "POOL     | ' -, pool1 2026-03-03T00:00:00Z'",
            })
    void usesAreSummedUpAndWhatGoesOnHasNoEnd(By by, String expected) {
        Document document = report(alice(), by, Explain.ALL, null);
        String part = by.name().toLowerCase(Locale.ROOT);
        assertEquals(List.of(expected.split(", ", -1)), part(document, part, "name", "until"));
        assertEquals(
                part(document, part, "priority"), List.of("2.0", "2.0"), "half of 8 after a day, and 4 x (1 - 1/2)");
    }

    @Test
    void partsAddUpToTheSumNowAndAfterAHalfLife() {
        List<Map<String, Object>> rows = rows(report(alice(), By.MATCH, Explain.ALL, null));
        Map<String, Object> total = rows.stream()
                .filter(row -> "sum".equals(row.get("part")))
                .findFirst()
                .orElseThrow();
        List<Map<String, Object>> parts =
                rows.stream().filter(row -> row.containsKey("priority")).toList();
        assertEquals(number(total, "realPriority"), sum(parts, "priority"), 1e-12);
        assertEquals(number(total, "later"), sum(parts, "later"), 1e-12);
    }

    private static double number(Map<String, Object> row, String field) {
        return Double.parseDouble(String.valueOf(row.get(field)));
    }

    private static double sum(List<Map<String, Object>> rows, String field) {
        return rows.stream().mapToDouble(row -> number(row, field)).sum();
    }

    @Test
    void whatIsNotShownOneByOneIsARow() {
        Document document = report(alice(), By.MATCH, 1, null);
        assertEquals(1, part(document, "match", "name").size());
        assertEquals(
                List.of("1 more 86400.0 691200.0 2.0"),
                part(document, "rest", "name", "resourceSeconds", "weightedSeconds", "priority"));
    }

    @Test
    void theOutlookIsOfBothPriorities() {
        Document document = report(alice(), By.MATCH, Explain.ALL, 1.0);
        assertEquals(
                List.of("86400 2026-03-05T00:00:00Z 4.0625 2.0625 8.125 4.125"),
                part(
                                document,
                                "outlook",
                                "inSeconds",
                                "at",
                                "ifUseStays",
                                "ifUseStops",
                                "effectiveIfUseStays",
                                "effectiveIfUseStops")
                        .subList(1, 2));
        assertEquals(
                List.of("2.0625 - 2026-03-05T00:00:00Z"),
                part(document, "halves", "value", "ifUseStays", "ifUseStops"));
        assertEquals(1, part(document, "reaches", "ifUseStops").size());
        assertEquals(List.of(), part(document, "best", "value"));
    }

    @Test
    void whoCannotHalveReachesTheBest() {
        Match match = new Match("slot1", BEGIN, true);
        List<Charged<Match>> uses = List.of(
                new Charged<>(new RateChange(BEGIN, 1, 0.6, BEGIN), match),
                new Charged<>(new RateChange(BEGIN + DAY, -1, -0.6, BEGIN), match));
        Explanation<Match> parts = Explanation.of(uses, List.of(), new HalfLife(86_400), BEGIN + DAY);
        Explained explained = new Explained(new Journal(row(), uses, Map.of(), List.of(), null), parts, null, null, 0);
        Document document = report(explained, By.MATCH, Explain.ALL, null);
        assertTrue(
                part(document, "halves", "ifUseStops").contains("-"),
                () -> rows(document).toString());
        assertEquals(List.of("0.5"), part(document, "best", "value"));
    }

    @Test
    void editsAreInTheOrderInWhichTheyActAndLaterOnesAreNotSaid() {
        Document document = report(
                alice(
                        new Edit(BEGIN + 5 * DAY, "eve", new Edit.ResetUsage()),
                        new Edit(BEGIN - 2, "bob", new Edit.Delete()),
                        new Edit(BEGIN - 3, "ann", new Edit.ResetUsage())),
                By.MATCH,
                Explain.ALL,
                null);
        assertEquals(List.of("ann reset the usage", "bob delete"), part(document, "edit", "by", "edit"));
    }

    @Test
    void theHeadlineSaysHowPriorityComesAbout() {
        List<String> sentences = sentences(report(alice(), By.MATCH, Explain.ALL, null));
        assertEquals(
                "alice at 2026-03-04T00:00:00Z: effective priority 8.25 = real priority 4.13 x factor 2",
                sentences.get(0));
        assertEquals(
                "From the journal alone: the row is as of a later instant, 2026-03-05T00:00:00Z.", sentences.get(1));
        assertTrue(sentences.contains("Factor 2: set permanently by root"), sentences.toString());
    }

    @ParameterizedTest(name = "{0} {1} until day {2}: {4}")
    @CsvSource(delimiter = '|', textBlock = """
        # decided on 2 March, for good or until a day after it; the sentence on 4 March
        CEILING | 6  |   | Ceiling 6: since 2026-03-02T00:00:00Z                                  | for good
        CEILING | 6  | 3 | Ceiling 6: since 2026-03-02T00:00:00Z, until 2026-03-05T00:00:00Z      | for a time
        CEILING | 6  | 1 | ''                                                                     | which is over
        CEILING | -1 |   | ''                                                                     | -1 is none
        FLOOR   | 2  |   | Floor of slot weight 2: since 2026-03-02T00:00:00Z                     | for good
        FLOOR   | 2  | 3 | Floor of slot weight 2: since 2026-03-02T00:00:00Z, until 2026-03-05T00:00:00Z | for a time
        FLOOR   | 0  |   | ''                                                                     | 0 is none
        FACTOR  | 2  |   | ''                                                                     | a factor has a line of its own
        """)
    void whatBoundsTheSlotWeightInUseIsSaid(
            Decision.Kind kind, double value, @Nullable Integer untilDay, String sentence, String why) {
        long until = untilDay == null ? Decision.FOR_GOOD : BEGIN + untilDay * DAY;
        List<String> bounds =
                sentences(report(alice(Edits.decide(BEGIN, "eve", kind, value, until)), By.MATCH, Explain.ALL, null))
                        .stream()
                        .filter(each -> each.startsWith("Ceiling") || each.startsWith("Floor"))
                        .toList();
        assertEquals(sentence, String.join("|", bounds), why);
    }
}
