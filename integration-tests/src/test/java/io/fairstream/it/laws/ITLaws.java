package io.fairstream.it.laws;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.fairstream.it.harness.Conservation;
import io.fairstream.it.harness.Counts;
import io.fairstream.it.harness.Journal;
import io.fairstream.it.harness.Site;
import io.fairstream.it.harness.Tables;
import io.fairstream.it.harness.TestCluster;
import io.fairstream.rules.priority.Groups;
import io.fairstream.schemas.Delete;
import io.fairstream.schemas.Priority;
import io.fairstream.schemas.ResetUsage;
import io.fairstream.schemas.Topics;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** One random history; {@code -Dlaws.seed=N} for another one. */
class ITLaws {
    @RegisterExtension
    static final TestCluster CLUSTER = new TestCluster();

    private static final long SEED = Long.getLong("laws.seed", 20240102);
    private static final History HISTORY = History.random(SEED);
    private static final Groups GROUPS = Groups.of(History.GROUPS);

    private static @Nullable Site plainSite;
    private static @Nullable Tables plain;

    @BeforeAll
    static void deliverInOrderOfTime() {
        plainSite = site("plain", Map.of());
        deliver(plainSite, HISTORY.deliveries());
        plainSite.run();
        plain = Tables.of(plainSite);
    }

    @Test
    void theOrderAndLatenessOfEventsDoNotMatter() {
        Site site = site("late", Map.of("threads", "1", "commit.interval", "PT0.03S"));
        deliver(site, HISTORY.late(Duration.ofDays(9), SEED + 1));
        site.run();
        Tables.of(site).settled().assertSameAs(plain().settled(), seed("late by up to nine days"));
        conservation().assertHolds(Tables.of(site), seed("late by up to nine days"));
    }

    @Test
    void eventsThatComeWhileTheTopologyRunsCountTheSame() {
        Site site = site("live", Map.of());
        site.whileRunning(Map.of(), () -> {
            for (Delivery delivery : HISTORY.late(Duration.ofDays(2), SEED + 2)) {
                delivery.to(site);
                if (delivery.at() % 128 == 0) {
                    site.flush();
                }
            }
            site.flush();
        });
        Tables.of(site).settled().assertSameAs(plain().settled(), seed("live"));
    }

    @Test
    void aHistoryThatIsReplayedCountsOnce() {
        Site site = site("twice", Map.of());
        deliver(site, HISTORY.late(Duration.ofDays(1), SEED + 3));
        deliver(site, HISTORY.late(Duration.ofDays(8), SEED + 4));
        site.run();
        Tables.of(site).settled().assertSameAs(plain().settled(), seed("replayed"));
        Counts.of(site, Topics.MATCHES, 2 * HISTORY.count(Topics.MATCHES)).assertNothingLost(seed("replayed"));
        Counts.of(site, Topics.ACCOUNT_EDITS, 2 * HISTORY.count(Topics.ACCOUNT_EDITS))
                .assertNothingLost(seed("replayed"));
    }

    @Test
    void theTimeOfTheMatchesIsTheAccumulatedUsage() {
        assertFalse(plain().priorities().isEmpty(), seed("no customers"));
        conservation().assertHolds(plain(), seed("in order"));
    }

    @Test
    void theJournalOfACustomerTelescopes() {
        plain().journal().forEach((customer, journal) -> {
            if (GROUPS.isGroup(customer)) {
                return;
            }
            long open = plain().openMatches().values().stream()
                    .filter(match -> match.getCustomer().equals(customer))
                    .count();
            assertEquals(open, journal.resources(), seed(customer + " holds"));
            Priority row = plain().priorities().get(customer);
            if (row != null && isNeverReset(customer)) {
                assertEquals(journal.usageMillis(row.getAsOf()), Math.round(row.getAccumulatedUsage() * 1000));
            }
        });
    }

    @Test
    void groupsAreChargedWhatThoseInThemAre() {
        Map<String, Journal> expected = new HashMap<>();
        GROUPS.all().forEach(group -> expected.put(group, Journal.EMPTY));
        plain().journal().forEach((customer, journal) -> {
            String group = GROUPS.charged(customer);
            if (group != null) {
                expected.merge(group, journal.settled(), Journal::plus);
            }
        });
        expected.forEach(
                (group, journal) -> assertEquals(journal, plain().journal().get(group), seed(group)));
    }

    @Test
    void noRecordIsLostOrCountedTwice() {
        Site site = Objects.requireNonNull(plainSite);
        Counts matches = Counts.of(site, Topics.MATCHES, HISTORY.count(Topics.MATCHES));
        matches.assertNothingLost(seed("matches"));
        Counts edits = Counts.of(site, Topics.ACCOUNT_EDITS, HISTORY.count(Topics.ACCOUNT_EDITS));
        edits.assertNothingLost(seed("account-edits"));
        assertEquals(List.of(6L, 6L), List.of(matches.deadLetters(), edits.deadLetters()), seed("dead letters"));
        assertEquals(
                Map.of(
                        "BEFORE_1970", 6L,
                        "EDIT_IMPOSSIBLE", 6L,
                        "IN_THE_FUTURE", 6L,
                        "KEY_MISMATCH", 6L,
                        "NAME_EMPTY", 6L,
                        "NO_KEY", 6L,
                        "NO_VALUE", 6L,
                        "WEIGHT_NEGATIVE", 6L,
                        "WEIGHT_NOT_FINITE", 6L),
                Counts.reasons(site),
                seed("reasons"));
    }

    @Test
    void aCleanRestartChangesNothing() {
        Site site = site("restarted", Map.of());
        halves(site, () -> {});
        Tables.of(site).assertSameAs(plain(), seed("restarted"));
    }

    @Test
    void stateThatIsLostIsRestored() {
        Site site = site("restored", Map.of());
        halves(site, site::deleteState);
        Tables.of(site).assertSameAs(plain(), seed("restored"));
    }

    @Test
    void aSecondInstanceTakesOverHalfAndLeavesAgain() {
        Site site = site("rebalanced", Map.of());
        List<Delivery> deliveries = HISTORY.deliveries();
        int third = deliveries.size() / 3;
        String otherState = site.directory().resolve("other").toString();
        site.whileRunning(Map.of(), () -> {
            deliver(site, deliveries.subList(0, third));
            site.whileRunning(
                    Map.of("state.dir", otherState), () -> deliver(site, deliveries.subList(third, 2 * third)));
            deliver(site, deliveries.subList(2 * third, deliveries.size()));
        });
        Tables.of(site).settled().assertSameAs(plain().settled(), seed("rebalanced"));
        Counts.of(site, Topics.MATCHES, HISTORY.count(Topics.MATCHES)).assertNothingLost(seed("rebalanced"));
    }

    /** Stops in the middle, does something and starts again. */
    private static void halves(Site site, Runnable between) {
        List<Delivery> deliveries = HISTORY.deliveries();
        int half = deliveries.size() / 2;
        deliver(site, deliveries.subList(0, half));
        site.run();
        between.run();
        deliver(site, deliveries.subList(half, deliveries.size()));
        site.run();
    }

    private static Site site(String name, Map<String, String> own) {
        Map<String, String> settings = new HashMap<>(own);
        settings.putIfAbsent("threads", "2");
        settings.put("groups", String.join(",", History.GROUPS));
        return CLUSTER.site(name, settings);
    }

    private static void deliver(Site site, List<Delivery> deliveries) {
        deliveries.forEach(delivery -> delivery.to(site));
        site.flush();
    }

    private static Tables plain() {
        return Objects.requireNonNull(plain);
    }

    private static Conservation conservation() {
        return new Conservation(HISTORY.edits());
    }

    private static boolean isNeverReset(String customer) {
        return HISTORY.edits().stream()
                .filter(edit -> edit.getCustomer().equals(customer))
                .noneMatch(edit -> edit.getEdit() instanceof ResetUsage || edit.getEdit() instanceof Delete);
    }

    private static String seed(String what) {
        return "seed " + SEED + ", " + what;
    }
}
