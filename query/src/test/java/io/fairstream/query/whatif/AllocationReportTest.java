package io.fairstream.query.whatif;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.fairstream.app.TopologyConfigs.Rules;
import io.fairstream.app.config.Settings;
import io.fairstream.client.negotiation.Quota;
import io.fairstream.query.columns.Document;
import io.fairstream.query.columns.Report;
import io.fairstream.query.columns.Section;
import io.fairstream.query.columns.ShownReport;
import io.fairstream.query.records.Failure;
import io.fairstream.schemas.FactorSource;
import io.fairstream.schemas.Priority;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Alice has three times the effective priority of bob, who holds 10; dave of physics holds 4. */
class AllocationReportTest {
    private static final Instant NOON = Instant.parse("2026-03-02T12:00:00Z");
    private static final GroupSettings NO_GROUPS = new GroupSettings(Map.of(), List.of(), List.of());

    private static final List<Priority> ROWS = List.of(
            row("alice", null, 3, 0), row("bob", null, 1, 10), row("physics.dave", "physics", 1, 4), group("physics"));

    private static Priority row(String name, @Nullable String parent, double factor, double weight) {
        return Priority.newBuilder()
                .setCustomer(name)
                .setParent(parent)
                .setRealPriority(0.5)
                .setEffectivePriority(0.5 * factor)
                .setPriorityFactor(factor)
                .setFactorSource(FactorSource.DEFAULT)
                .setResourcesInUse(weight > 0 ? 1 : 0)
                .setWeightInUse(weight)
                .setAccumulatedUsage(0)
                .setWeightedAccumulatedUsage(0)
                .setLastUsage(NOON)
                .setAsOf(NOON)
                .setHalfLifeSeconds(86_400)
                .build();
    }

    private static Priority group(String name) {
        return Priority.newBuilder(row(name, "<none>", 1, 4)).setGroup(true).build();
    }

    private static AllocationReport divide(
            double slots, @Nullable Map<String, Demand> demands, GroupSettings groups, boolean hasPreemption) {
        return AllocationReport.of(
                ROWS,
                NOON,
                true,
                new AllocationReport.Request(
                        slots,
                        demands,
                        groups,
                        hasPreemption,
                        Rules.of(Settings.parse(Map.of())).factors()));
    }

    private static List<String> lines(Document document, int report) {
        List<? extends Report<?>> reports = document.sections().stream()
                .filter(Report.class::isInstance)
                .map((Section section) -> (Report<?>) section)
                .toList();
        return ShownReport.lines(reports.get(report));
    }

    private static List<String> warnings(AllocationReport report) {
        return report.document().sections().stream()
                .filter(Section.Warning.class::isInstance)
                .map(section -> ((Section.Warning) section).text())
                .toList();
    }

    @Test
    void withoutDemandsAllWhoWereActiveWantEverything() {
        AllocationReport report = divide(42, null, NO_GROUPS, true);
        assertEquals(
                List.of("At 2026-03-02T12:00:00Z: of 42.00 slot weight 28.00 is free, 28.00 is given.", ""),
                ShownReport.sentences(report.document()));
        assertEquals(
                List.of(
                        "SUBMITTER|EFFECTIVE PRIORITY|SHARE|LIMIT|IN USE|DEMAND|GETS|CLAIMS|LOSES|STOPPED",
                        "physics.dave|0.5000|42.9 %|14.00|4|42|14|0|0|has its share",
                        "bob|0.5000|42.9 %|8.00|10|42|8|0|0|has its share",
                        "alice|1.5000|14.3 %|6.00|0|42|6|0|0|has its share",
                        "||||14|126|28|0|0|"),
                lines(report.document(), 0));
        assertEquals(List.of("no --quota: accounting groups have no effect"), warnings(report));
    }

    @Test
    void whoWantsSomethingDividesWhatIsFree() {
        Map<String, Demand> demands = Map.of("erin", new Demand(2, false, 0), "frank", new Demand(9, true, 0));
        assertEquals(
                List.of(
                        "SUBMITTER|EFFECTIVE PRIORITY|SHARE|LIMIT|IN USE|DEMAND|GETS|STOPPED",
                        "erin has all it requested",
                        "frank left out"),
                lines(divide(20, demands, NO_GROUPS, false).document(), 0).stream()
                        .filter(line -> line.matches("(SUB|erin|frank).*"))
                        .map(line -> line.startsWith("SUB") ? line : line.replaceFirst("\\|.*\\|", " "))
                        .toList());
    }

    @Test
    void groupsHaveATableOfTheirOwnAndProgramsThePool() {
        GroupSettings quota = new GroupSettings(Map.of("PHYSICS", new Quota.Static(10)), List.of(), List.of());
        Document document = divide(42, null, quota, true).document();
        assertEquals(
                "GROUP|QUOTA|WITH SUBGROUPS|IN USE|REQUESTED|ENTITLED|GETS",
                lines(document, 1).get(0));
        List<String> physics = lines(document, 1).stream()
                .filter(line -> line.toLowerCase(Locale.ROOT).startsWith("physics|10|"))
                .toList();
        assertEquals(1, physics.size(), lines(document, 1).toString());
        Report<?> pool = (Report<?>) document.sections().get(document.sections().size() - 1);
        assertEquals(List.of(Map.of("at", NOON, "slots", 42.0, "free", 28.0, "gets", 28.0)), ShownReport.fields(pool));
    }

    @Test
    void aRowThatIsNotFiniteTakesNoPart() {
        Priority broken = Priority.newBuilder(row("broken", null, 1, 1))
                .setRealPriority(Double.NaN)
                .build();
        AllocationReport report = AllocationReport.of(
                List.of(broken, ROWS.get(0)),
                NOON,
                true,
                new AllocationReport.Request(
                        10,
                        null,
                        NO_GROUPS,
                        true,
                        Rules.of(Settings.parse(Map.of())).factors()));
        assertEquals(1, warnings(report).size());
        assertEquals(true, warnings(report).get(0).startsWith("warning: \"broken\" is left out"));
        assertEquals(3, lines(report.document(), 0).size());
    }

    @Test
    void aGroupWantsNothingItself() {
        Map<String, Demand> demands = Map.of("physics", new Demand(1, false, 0));
        Failure failure = assertThrows(Failure.class, () -> divide(10, demands, NO_GROUPS, true));
        assertEquals("submitter: \"physics\" (expected: no accounting group)", failure.getMessage());
    }

    @Test
    void aTimeThatIsNotAskedForIsNoEarlierThanARowsOwn() {
        AllocationReport.Request request = new AllocationReport.Request(
                10, null, NO_GROUPS, true, Rules.of(Settings.parse(Map.of())).factors());
        Instant early = NOON.minusSeconds(60);
        assertEquals(
                true,
                ShownReport.sentences(
                                AllocationReport.of(ROWS, early, false, request).document())
                        .get(0)
                        .startsWith("At 2026-03-02T12:00:00Z: "));
        assertThrows(Failure.class, () -> AllocationReport.of(ROWS, early, true, request));
    }
}
