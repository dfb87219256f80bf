package io.fairstream.query.priority;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fairstream.query.priority.Listing.Layout;
import io.fairstream.schemas.Priority;
import io.fairstream.testing.SyntheticPool;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

class ListingTest {

    @Test
    void withoutGroupsTheLowestEffectivePriorityComesFirstAndEqualOnesByName() {
        List<Priority> rows =
                List.of(SyntheticPool.row("b", 2, 1), SyntheticPool.row("c", 0.5, 0), SyntheticPool.row("a", 2, 1));
        assertEquals(List.of("c", "a", "b"), names(rows, Layout.TREE, Column.MOST, ListingTest::anybody));
    }

    @Test
    void withoutPrioritiesTheLeastUsageComesFirstAndWithNeitherTheName() {
        List<Priority> rows =
                List.of(SyntheticPool.row("b", 1, 5), SyntheticPool.row("a", 2, 7), SyntheticPool.row("c", 3, 1));
        assertEquals(List.of("c", "b", "a"), names(rows, Layout.FLAT, Column.USAGE, ListingTest::anybody));
        assertEquals(List.of("a", "b", "c"), names(rows, Layout.FLAT, Set.of(Column.GROUP_ID), ListingTest::anybody));
    }

    @Test
    void usersStandBelowTheirGroupsInGroupsBelowGroupsAndTheRootIsLast() {
        assertEquals(
                List.of(
                        "group_biology",
                        "  carol@pool",
                        "group_physics",
                        "  alice@pool",
                        "  group_physics.cms",
                        "    bob@pool",
                        "<none>",
                        "  erin@pool",
                        "  dave@pool",
                        "  frank@pool"),
                names(SyntheticPool.WITH_GROUPS, Layout.TREE, Column.MOST, ListingTest::anybody));
    }

    @Test
    void flatIsOneOrderOfAll() {
        assertEquals(
                List.of(
                        "erin@pool",
                        "dave@pool",
                        "<none>",
                        "group_biology",
                        "group_biology.carol@pool",
                        "frank@pool",
                        "group_physics.cms",
                        "group_physics.cms.bob@pool",
                        "group_physics",
                        "group_physics.alice@pool"),
                names(SyntheticPool.WITH_GROUPS, Layout.FLAT, Column.MOST, ListingTest::anybody));
    }

    @Test
    void groupsFirstIsFromTheTopOfTheTreeDown() {
        assertEquals(
                List.of(
                        "<none>",
                        "group_biology",
                        "group_physics",
                        "group_physics.cms",
                        "erin@pool",
                        "dave@pool",
                        "group_biology.carol@pool",
                        "frank@pool",
                        "group_physics.cms.bob@pool",
                        "group_physics.alice@pool"),
                names(SyntheticPool.WITH_GROUPS, Layout.GROUPS_FIRST, Column.MOST, ListingTest::anybody));
    }

    @Test
    void whoUsedSomethingExactlyADayAgoIsActiveAndASecondEarlierIsNot() {
        List<String> names = names(SyntheticPool.WITH_GROUPS, Layout.FLAT, Column.MOST, ListingTest::active);
        assertEquals(9, names.size());
        assertEquals("dave@pool", names.get(0));
    }

    @Test
    void whoNeverUsedAnythingIsNotActive() {
        List<Priority> rows = List.of(SyntheticPool.row("new", 0.5, 0));
        assertEquals(List.of(), names(rows, Layout.FLAT, Column.MOST, ListingTest::active));
    }

    @Test
    void groupsThatAreNotChosenStandAboveMembersThatAre() {
        Predicate<Priority> bob = row -> row.getCustomer().startsWith("group_physics.cms.bob");
        assertEquals(
                List.of("group_physics", "  group_physics.cms", "    bob@pool"),
                names(SyntheticPool.WITH_GROUPS, Layout.TREE, Column.MOST, bob));
    }

    @Test
    void theRootAloneIsNoGroup() {
        List<Priority> rows = List.of(SyntheticPool.ROOT, SyntheticPool.DAVE);
        assertEquals(List.of("dave@pool"), names(rows, Layout.TREE, Column.MOST, ListingTest::anybody));
        assertEquals(List.of("dave@pool"), names(rows, Layout.FLAT, Column.MOST, ListingTest::anybody));
    }

    @Test
    void rowsHaveTheirGroupsNumberAndWhatItIsSortedBy() {
        List<ListedRow> listed =
                new Listing(Layout.TREE, false, Column.MOST, ListingTest::anybody).rows(SyntheticPool.WITH_GROUPS);
        assertEquals(
                List.of(1, 1, 2, 2, 3, 3, 0, 0, 0, 0),
                listed.stream().map(ListedRow::groupId).toList());
        assertEquals(40, listed.get(1).order());
        assertEquals(200, listed.get(5).order());
        assertEquals(Double.POSITIVE_INFINITY, listed.get(9).order());
    }

    @Test
    void rolledUpGroupsHaveWhatTheirSubtreesUse() {
        List<ListedRow> listed =
                new Listing(Layout.TREE, true, Column.MOST, ListingTest::anybody).rows(SyntheticPool.WITH_GROUPS);
        assertEquals(30, inUse("group_physics", listed));
        assertEquals(20, inUse("group_physics.cms", listed));
        assertEquals(40 + 30 + 4, inUse("<none>", listed));
        assertEquals(10, inUse("group_physics.alice@pool", listed));
        Priority physics = row("group_physics", listed);
        assertEquals(2, physics.getResourcesInUse());
        assertEquals(7200, physics.getAccumulatedUsage());
        assertEquals(30 * 3600, physics.getWeightedAccumulatedUsage());
        assertEquals(SyntheticPool.NOON.minusSeconds(20 * 3600), physics.getBeginUsage());
        assertEquals(300, physics.getEffectivePriority());
    }

    @Test
    void aGroupOfWhichThereIsNoRowIsTheRoot() {
        List<Priority> rows = List.of(
                SyntheticPool.BIOLOGY,
                SyntheticPool.user("group_gone.zoe@pool", "group_gone", 1, 1, SyntheticPool.NOON));
        assertEquals(
                List.of("group_biology", "  group_gone.zoe@pool"),
                names(rows, Layout.TREE, Column.MOST, ListingTest::anybody));
    }

    @Test
    void groupsThatAreInEachOtherAreAtTheTop() {
        List<Priority> rows = List.of(
                SyntheticPool.group("a", "b", 1, 1),
                SyntheticPool.group("b", "a", 2, 1),
                SyntheticPool.group("c", "a", 3, 1));
        assertEquals(List.of("a", "b", "c"), names(rows, Layout.TREE, Column.MOST, ListingTest::anybody));
    }

    @Test
    void namesOfGroupsAreTheSameInAnyCase() {
        List<Priority> rows = List.of(
                SyntheticPool.BIOLOGY,
                SyntheticPool.user("Group_Biology.zoe@pool", "GROUP_BIOLOGY", 1, 1, SyntheticPool.NOON));
        assertEquals(
                List.of("group_biology", "  zoe@pool"), names(rows, Layout.TREE, Column.MOST, ListingTest::anybody));
    }

    private static List<String> names(
            Collection<Priority> rows, Layout layout, Set<Column> columns, Predicate<Priority> shown) {
        return new Listing(layout, false, columns, shown)
                .rows(rows).stream().map(ListedRow::name).toList();
    }

    private static boolean anybody(Priority row) {
        return !row.getCustomer().isEmpty();
    }

    private static boolean active(Priority row) {
        return Listing.isActive(row, SyntheticPool.NOON.minus(Duration.ofHours(24)));
    }

    private static double inUse(String name, List<ListedRow> listed) {
        return row(name, listed).getWeightInUse();
    }

    private static Priority row(String name, List<ListedRow> listed) {
        return listed.stream()
                .map(ListedRow::priority)
                .filter(row -> row.getCustomer().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
