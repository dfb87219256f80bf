package io.fairstream.query.priority;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.query.columns.Report;
import io.fairstream.query.columns.ShownReport;
import io.fairstream.query.priority.Listing.Layout;
import io.fairstream.query.priority.UserPriorities.Query;
import io.fairstream.query.records.Failure;
import io.fairstream.schemas.Priority;
import io.fairstream.testing.SyntheticPool;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UserPrioritiesTest {
    private static UserPriorities of(List<Priority> rows, Query query) {
        return new UserPriorities(rows, query, SyntheticPool.NOON);
    }

    private static Query query(Set<Column> columns, String... names) {
        return new Query(List.of(names), List.of(), null, Layout.FLAT, false, columns);
    }

    private static Report<?> report(UserPriorities priorities) {
        return (Report<?>) priorities.table().sections().get(1);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({"PT0.9S,<now>", "PT1S,0+00:00", "PT9H5M,0+09:05", "PT58H59M59S,2+10:59", "-PT5M,<now>"})
    void timesSinceAreWrittenAsHTCondorDoes(Duration time, String expected) {
        assertEquals(expected, Column.since(time));
    }

    @Test
    void totalsAreOfSubmittersForGroupsOnlyRepeatThem() {
        Query query = new Query(
                List.of("group_physics", "group_physics.alice", "frank"),
                List.of(),
                null,
                Layout.TREE,
                false,
                Set.of(Column.IN_USE, Column.TOTAL_USAGE, Column.EFFECTIVE_PRIORITY, Column.GROUP_ORDER));
        UserPriorities priorities = of(SyntheticPool.WITH_GROUPS, query);
        assertEquals(List.of("Priorities at 2026-03-02T12:00:00Z"), ShownReport.sentences(priorities.table()));
        assertEquals(
                List.of(
                        "USER|GROUP ORDER|EFFECTIVE PRIORITY|WEIGHTED IN USE|TOTAL USAGE (WGHTED-HRS)",
                        "group_physics|300.00|300.00|10|10.00",
                        "  alice@pool|300.00|300.00|10|10.00",
                        "<none>|<last>|20.00|40|40.00",
                        "  frank@pool|<last>|90.00|6|6.00",
                        "Number of users: 2|||16|16.00"),
                ShownReport.lines(report(priorities)));
    }

    @Test
    void programsGetWholeRowsOrTheColumnsExactly() {
        UserPriorities priorities = of(List.of(SyntheticPool.FRANK), query(Column.MOST));
        assertTrue(ShownReport.records(report(priorities))
                .get(0)
                .startsWith("{\"customer\":\"frank@pool\",\"realPriority\":9.0,"));
        Map<String, Object> fields = ShownReport.fields(report(priorities)).get(0);
        assertEquals("frank@pool", fields.get("customer"));
        assertEquals(21_600.0, fields.get("weightedAccumulatedUsage"));
        assertEquals(0.0, fields.get("sinceLastUsageSeconds"));
    }

    @Test
    void boundsTakeNoRoomUnlessSomebodyHasOne() {
        Priority bounded =
                Priority.newBuilder(SyntheticPool.FRANK).setCeiling(5.0).build();
        String without = ShownReport.lines(report(of(List.of(SyntheticPool.FRANK), query(Column.MOST))))
                .get(0);
        assertEquals(
                "USER|EFFECTIVE PRIORITY|PRIORITY FACTOR|WEIGHTED IN USE|TOTAL USAGE (WGHTED-HRS)|TIME SINCE LAST USAGE",
                without);
        assertEquals(
                without + "|SUBMITTER CEILING",
                ShownReport.lines(report(of(List.of(bounded), query(Column.MOST))))
                        .get(0));
    }

    @Test
    void allColumnsAreAllButThoseOfGroupsOrder() {
        List<String> lines = ShownReport.lines(UserPriorities.row(
                Priority.newBuilder(SyntheticPool.FRANK)
                        .setFloor(1.0)
                        .setCeiling(5.0)
                        .build(),
                "{}"));
        assertEquals(
                "USER|EFFECTIVE PRIORITY|REAL PRIORITY|PRIORITY FACTOR|WEIGHTED IN USE|TOTAL USAGE (WGHTED-HRS)|USAGE START"
                        + " TIME|LAST USAGE TIME|TIME SINCE LAST USAGE|SUBMITTER FLOOR|SUBMITTER CEILING",
                lines.get(0));
        assertEquals(
                "frank@pool|90.00|9.00|10.00|6|6.00|2026-03-02T06:00:00Z|2026-03-02T12:00:00Z|<now>|1|5", lines.get(1));
        assertEquals(
                EnumSet.allOf(Column.class).size() + 1 + 3,
                report(of(List.of(SyntheticPool.FRANK), query(Column.ALL)))
                        .columns()
                        .size(),
                "the name before them; rank, ranked and weightInUseOfAll behind");
    }

    private static Priority used(String customer, double effectivePriority, Instant asOf) {
        return Priority.newBuilder(SyntheticPool.FRANK)
                .setCustomer(customer)
                .setEffectivePriority(effectivePriority)
                .setRealPriority(effectivePriority / SyntheticPool.FRANK.getPriorityFactor())
                .setAsOf(asOf)
                .build();
    }

    /** A view of one row showed "#1 of 1". */
    @Test
    void ranksAreAmongAllRowsAlsoThoseThatAreNotShown() {
        Priority own = used("own", 90, SyntheticPool.NOON);
        List<Priority> all = List.of(
                used("better", 80, SyntheticPool.NOON), own, used("tie", 90, SyntheticPool.NOON), SyntheticPool.FRANK);
        Map<String, Object> fields = fields(List.of(own), all);
        assertEquals(2, fields.get("rank"));
        assertEquals(4, fields.get("ranked"));
        assertEquals(24.0, fields.get("weightInUseOfAll"));
    }

    /** The refusal named others and when they last used something. */
    @Test
    void beforeAnotherRowsInstantOnesOwnIsShownWithoutARank() {
        Priority own = used("own", 90, SyntheticPool.NOON);
        List<Priority> all = List.of(own, used("later", 80, SyntheticPool.NOON.plusSeconds(1)));
        Map<String, Object> fields = fields(List.of(own), all);
        assertEquals("own", fields.get("customer"));
        assertEquals(null, fields.get("rank"));
        assertEquals(null, fields.get("weightInUseOfAll"));
    }

    private static Map<String, Object> fields(List<Priority> seen, List<Priority> all) {
        UserPriorities priorities = new UserPriorities(seen, all, query(Column.MOST), SyntheticPool.NOON);
        return ShownReport.fields(report(priorities)).get(0);
    }

    @Test
    void namesThatAreNobodysAreKnown() {
        assertEquals(
                List.of("nobody"),
                of(SyntheticPool.WITH_GROUPS, query(Column.MOST, "frank", "nobody"))
                        .unknownNames());
    }

    @Test
    void anInstantBeforeARowsOwnIsRefused() {
        Query query = query(Column.MOST);
        List<Priority> rows = List.of(SyntheticPool.FRANK);
        Instant before = SyntheticPool.NOON.minusSeconds(1);
        assertThrows(Failure.class, () -> new UserPriorities(rows, query, before));
    }

    @ParameterizedTest(name = "{3}")
    @CsvSource({
        "false, 2026-03-02T12:00:30Z, '',                                            rows of now",
        "false, 2026-05-02T12:00:00Z, the newest row is of 2026-03-02T12:00:00Z: by, a pool of the past",
        "true,  2026-05-02T12:00:00Z, '',                                            a time that was asked for",
        "false, 2026-03-02T11:50:00Z, 'the newest row is of 2026-03-02T12:00:00Z, ahead', a clock ahead of ours",
    })
    void hintsSayWhyOneSeesLess(boolean isChosen, Instant now, String expected, String why) {
        String hints = String.join(
                "", of(List.of(SyntheticPool.FRANK), query(Column.MOST)).hints(isChosen, now));
        assertTrue(hints.startsWith(expected) && hints.isEmpty() == expected.isEmpty(), why + ": " + hints);
    }

    @Test
    void whenNobodyIsActiveItIsSaidHowToSeeAll() {
        Query active = active(SyntheticPool.NOON.plusSeconds(1));
        assertEquals(
                List.of("none of 1 customers is shown (--all-users shows also who used nothing lately)"),
                of(List.of(SyntheticPool.FRANK), active).hints(true, SyntheticPool.NOON));
    }

    private static Query active(@Nullable Instant since) {
        return new Query(List.of(), List.of(), since, Layout.FLAT, false, Column.MOST);
    }

    @Test
    void adsHaveHTCondorsAttributesAndABlankLineBehind() {
        assertEquals(
                List.of(
                        "AccountingGroup = \"<none>\"",
                        "AccumulatedUsage = 3600.0",
                        "BeginUsageTime = 1772431200",
                        "Ceiling = -1",
                        "Floor = 0.0",
                        "IsAccountingGroup = false",
                        "LastUpdate = 1772452800",
                        "LastUsageTime = 1772452800",
                        "Name = \"frank@pool\"",
                        "Priority = 90.0",
                        "PriorityFactor = 10.0",
                        "ResourcesUsed = 1",
                        "WeightedAccumulatedUsage = 21600.0",
                        "WeightedResourcesUsed = 6.0",
                        ""),
                ShownReport.sentences(
                        of(List.of(SyntheticPool.FRANK), query(Column.MOST)).ads()));
    }

    @Test
    void theLegacyAdNumbersItsAttributes() {
        List<String> ad = ShownReport.sentences(of(List.of(SyntheticPool.FRANK, SyntheticPool.DAVE), query(Column.MOST))
                .legacyAd());
        assertEquals("LastUpdate = 1772452800", ad.get(0));
        assertTrue(ad.contains("Name1 = \"dave@pool\"") && ad.contains("Name2 = \"frank@pool\""), ad.toString());
        assertEquals("NumSubmittors = 2", ad.get(ad.size() - 1));
    }
}
