package io.fairstream.it.groups;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fairstream.app.FairstreamApp;
import io.fairstream.app.config.Keys;
import io.fairstream.it.harness.Site;
import io.fairstream.it.harness.TestCluster;
import io.fairstream.rules.decay.HalfLife;
import io.fairstream.rules.priority.AccountState;
import io.fairstream.rules.priority.Groups;
import io.fairstream.rules.priority.PriorityAccount;
import io.fairstream.schemas.AccountEdit;
import io.fairstream.schemas.MatchEvent;
import io.fairstream.schemas.Matched;
import io.fairstream.schemas.Priority;
import io.fairstream.schemas.PriorityAt;
import io.fairstream.schemas.RateChange;
import io.fairstream.schemas.SetFactor;
import io.fairstream.schemas.Topics;
import io.fairstream.schemas.Unmatched;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class ITGroups {
    @RegisterExtension
    static final TestCluster CLUSTER = new TestCluster();

    private static final Instant START = Instant.parse("2026-03-02T08:00:00Z");
    private static final long PATIENCE_MILLIS = 60_000;
    private static final String ALICE = "physics.theory.alice@pool";
    private static final String BOB = "physics.bob@pool";
    private static final String CAROL = "carol@pool";

    @Test
    void groupsAreChargedWhatTheirMembersAreAcrossPartitionsAndRestarts() {
        List<String> names = List.of("physics", "physics.theory", "physics.theory.strings", "chem");
        Site site = CLUSTER.site("tree", Map.of("groups", String.join(",", names)));
        List<MatchEvent> history = history(20260302);
        site.matches(history.subList(0, history.size() / 2)).run();
        site.matches(history.subList(history.size() / 2, history.size())).run();

        Groups groups = Groups.of(names);
        HalfLife halfLife = new HalfLife(site.settings().get(Keys.PRIORITY_HALFLIFE));
        Map<String, PriorityAccount> accounts = new HashMap<>();
        site.charges().stream()
                .filter(charge -> !groups.isGroup(charge.getAccount()))
                .forEach(charge ->
                        charge(accounts, halfLife, groups, charge.getAccount(), use((RateChange) charge.getEntry())));
        Map<String, Priority> rows = site.table(Topics.PRIORITIES);
        Instant end = START.plusSeconds(40_000);
        for (String group : groups.all()) {
            PriorityAccount account = Objects.requireNonNull(accounts.get(group), group);
            account.applyLateEntries();
            AccountState expected = account.state().at(end.toEpochMilli(), halfLife);
            Priority row = PriorityAt.evaluate(Objects.requireNonNull(rows.get(group), group), end);
            assertEquals(expected.realPriority(), row.getRealPriority(), 1e-9 * expected.realPriority(), group);
            assertEquals(expected.accumulatedUsage(), row.getAccumulatedUsage(), group);
            assertEquals(expected.resourcesInUse(), row.getResourcesInUse(), group);
            assertEquals(expected.subtreeWeightInUse(), row.getSubtreeWeightInUse(), 1e-9, group);
        }
    }

    @Test
    void aChangedDefaultFactorReachesCustomersAtTheNextStart() {
        Site site = CLUSTER.site("factor");
        site.edits(List.of(new AccountEdit(
                CAROL, START, "root", SetFactor.newBuilder().setFactor(3).build(), null)));
        site.matches(List.of(matched("slot1", BOB, 2, 0), matched("slot2", CAROL, 1, 0)))
                .run();
        assertEquals(1, row(site, BOB).getPriorityFactor());

        FairstreamApp changed = site.start(Map.of("priority.factor.default", "1000"));
        Priority bob = await(site, BOB, row -> row.getPriorityFactor() == 1000);
        assertEquals(500, bob.getEffectivePriority());
        assertEquals(3, row(site, CAROL).getPriorityFactor());
        changed.close();
    }

    @Test
    void whatIsInUseMovesWhenGroupsChange() {
        Site site = CLUSTER.site("moved", Map.of("partitions", "1"));
        site.matches(List.of(matched("slot1", ALICE, 4, 0), matched("slot2", BOB, 2, 3600)))
                .run();

        FairstreamApp first = site.start(Map.of("groups", "physics"));
        Priority physics = await(site, "physics", row -> row.getResourcesInUse() == 2);
        Priority later = PriorityAt.evaluate(physics, physics.getAsOf().plusSeconds(86_400));
        assertEquals(0.5 * 0.5 + 6 * 0.5, later.getRealPriority(), 1e-9, "counted since the change");
        first.close();

        FairstreamApp second = site.start(Map.of("groups", "physics, physics.theory"));
        await(site, "physics.theory", row -> row.getResourcesInUse() == 1);
        await(site, "physics", row -> row.getResourcesInUse() == 1 && Objects.equals(row.getSubtreeWeightInUse(), 6.0));
        site.matches(List.of(unmatched("slot1", 7200), unmatched("slot2", 7200)));
        assertEquals(
                0.0, await(site, "physics", row -> row.getResourcesInUse() == 0).getWeightInUse());
        assertEquals(
                4 * 3600,
                await(site, "physics.theory", row -> row.getResourcesInUse() == 0)
                        .getWeightedAccumulatedUsage());
        await(site, "physics", row -> Objects.equals(row.getSubtreeWeightInUse(), 0.0));
        second.close();

        FairstreamApp third = site.start(Map.of());
        await(site, "physics", row -> !row.getGroup());
        third.close();
    }

    private static Priority row(Site site, String customer) {
        return Objects.requireNonNull(site.table(Topics.PRIORITIES).get(customer), customer);
    }

    private static Priority await(Site site, String customer, Predicate<Priority> isThere) {
        long deadline = System.currentTimeMillis() + PATIENCE_MILLIS;
        Priority row = null;
        while (System.currentTimeMillis() < deadline) {
            row = site.table(Topics.PRIORITIES).get(customer);
            if (row != null && isThere.test(row)) {
                return row;
            }
        }
        throw new AssertionError("\"" + customer + "\" is still " + row);
    }

    private static List<MatchEvent> history(long seed) {
        Random random = new Random(seed);
        List<String> customers = List.of(ALICE, BOB, CAROL, "Physics.Theory.Strings.dan@pool", "chem.eve@pool");
        List<MatchEvent> events = new ArrayList<>();
        for (int i = 0; i < 2000; i++) {
            String slot = "slot" + random.nextInt(40);
            long at = 10L * i + random.nextInt(3000);
            events.add(
                    random.nextInt(3) == 0
                            ? unmatched(slot, at)
                            : matched(
                                    slot, customers.get(random.nextInt(customers.size())), 1 + random.nextInt(4), at));
        }
        return events;
    }

    private static io.fairstream.rules.journal.Entry.RateChange use(RateChange change) {
        return new io.fairstream.rules.journal.Entry.RateChange(
                change.getAt().toEpochMilli(),
                change.getResources(),
                change.getWeight(),
                change.getSince().toEpochMilli());
    }

    /** Charges the customer and each group around it. */
    private static void charge(
            Map<String, PriorityAccount> accounts,
            HalfLife halfLife,
            Groups groups,
            String customer,
            io.fairstream.rules.journal.Entry.RateChange change) {
        accounts.computeIfAbsent(customer, name -> new PriorityAccount(halfLife))
                .add(change);
        String group = groups.charged(customer);
        if (group != null) {
            charge(accounts, halfLife, groups, group, Groups.passedOn(customer, group, change));
        }
    }

    private static MatchEvent matched(String slot, String customer, double weight, long seconds) {
        return new MatchEvent(slot, "", START.plusSeconds(seconds), new Matched(customer, weight, ""));
    }

    private static MatchEvent unmatched(String slot, long seconds) {
        return new MatchEvent(slot, "", START.plusSeconds(seconds), new Unmatched(""));
    }
}
