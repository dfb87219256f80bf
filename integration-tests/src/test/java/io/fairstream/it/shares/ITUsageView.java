package io.fairstream.it.shares;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.app.FairstreamApp;
import io.fairstream.app.TopologyConfigs.ShareRules;
import io.fairstream.client.ClientConfig;
import io.fairstream.client.UsageRanking;
import io.fairstream.client.UsageView;
import io.fairstream.it.harness.Site;
import io.fairstream.it.harness.TestCluster;
import io.fairstream.rules.share.FairShareTerms;
import io.fairstream.rules.share.FairShares.FairShareRow;
import io.fairstream.schemas.AssociationUsage;
import io.fairstream.schemas.FairShare;
import io.fairstream.schemas.JobEvent;
import io.fairstream.schemas.JobState;
import io.fairstream.schemas.ShareNode;
import io.fairstream.schemas.Topics;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A negotiator that ranks from its own view of the live table. */
class ITUsageView {
    private static final long SEED = Long.getLong("laws.seed", 20260302);
    private static final Duration LONGEST = Duration.ofMinutes(10);
    private static final double CLOSE = 1e-9;
    private static final Map<String, String> SETTINGS = Map.of(
            "usage.halflife", "PT1H",
            "usage.reset.period", "P1D",
            "usage.epoch", BankHistory.START.toString(),
            "usage.weights", "cpu=1",
            "fairshare.interval", "0");

    @RegisterExtension
    static final TestCluster CLUSTER = new TestCluster();

    private static UsageView ready(Site site) throws InterruptedException, TimeoutException {
        UsageView view = UsageView.open(new ClientConfig(
                site.settings().consumer(),
                site.settings().registry(),
                site.settings().topicPrefix()));
        view.awaitReady(LONGEST);
        return view;
    }

    /** As the site's topology is configured to. */
    private static UsageRanking rank(UsageView view, Site site, Instant at) {
        FairShareTerms fairShare = ShareRules.of(site.settings());
        return view.rank(fairShare.shares(), fairShare.compared(), at);
    }

    private static Site site(String name, String policy) {
        Map<String, String> settings = new HashMap<>(SETTINGS);
        settings.put("fairshare.policy", policy);
        Site site = CLUSTER.site(name, settings);
        for (ShareNode node : BankHistory.shares()) {
            site.send(Topics.SHARES, node.getPath(), node);
        }
        return site;
    }

    @Test
    void ranksAsTheTopologyDoes() throws InterruptedException, TimeoutException {
        Site site = site("own-view", "flux");
        for (JobEvent event : new BankHistory(SEED, 60).events) {
            site.send(Topics.JOB_EVENTS, event.getCluster() + "/" + event.getJobId(), event);
        }
        site.flush().run();
        try (UsageView view = ready(site)) {
            assertEquals(site.table(Topics.ASSOCIATION_USAGE).size(), view.size());
            Map<String, FairShare> table = site.table(Topics.FAIR_SHARE);
            assertEquals(6, table.size(), table::toString);
            assertPublished(rank(view, site, Instant.EPOCH), table);
        }
    }

    private static void assertPublished(UsageRanking ranking, Map<String, FairShare> table) {
        Set<String> ranked = new HashSet<>();
        for (FairShareRow place : ranking.places().ranking().places()) {
            ranked.add(place.path());
            FairShare row = Objects.requireNonNull(table.get(place.path()), place::path);
            assertEquals(place.policy(), row.getPolicy());
            assertEquals(place.rank() + " of " + place.of(), row.getRank() + " of " + row.getOf(), row::toString);
            assertClose(place.factor(), row.getFactor(), row);
            assertClose(orInfinite(place.levelShare()), orInfinite(row.getLevelShare()), row);
            assertClose(place.normalisedShares(), row.getNormalisedShares(), row);
            assertClose(place.effectiveUsage(), row.getEffectiveUsage(), row);
            assertTrue(!row.getAsOf().isAfter(ranking.asOf()), row::toString);
            if (row.getAsOf().equals(ranking.asOf())) {
                assertClose(place.usage(), row.getUsage(), row);
            }
        }
        assertEquals(table.keySet(), ranked);
        assertTrue(table.values().stream().anyMatch(row -> row.getAsOf().equals(ranking.asOf())), table::toString);
    }

    private static double orInfinite(@Nullable Double levelShare) {
        return levelShare == null ? Double.POSITIVE_INFINITY : levelShare;
    }

    private static void assertClose(double expected, double actual, FairShare row) {
        assertEquals(expected, actual, expected == actual ? 0 : CLOSE * Math.abs(expected), row::toString);
    }

    @Test
    void followsUseAsItComesAndForesees() throws InterruptedException, TimeoutException {
        Site site = site("own-view-live", "condor").flush();
        BlockingQueue<Set<String>> told = new LinkedBlockingQueue<>();
        FairstreamApp app = site.start(Map.of());
        try {
            site.awaitCaughtUp();
            try (UsageView view = ready(site)) {
                assertEquals(
                        6.0 / 5, factors(rank(view, site, BankHistory.START)).get("root/physics/alice"));
                view.addListener(told::add);
                site.send(Topics.JOB_EVENTS, "tux/1", job(0, JobState.RUNNING)).flush();
                awaitTold(told, view, BankHistory.START);
                Map<String, Double> now = factors(rank(view, site, BankHistory.START));
                Map<String, Double> later = factors(rank(view, site, BankHistory.START.plusSeconds(3600)));
                assertEquals(now.get("root/physics/bob"), later.get("root/physics/bob"));
                assertNotEquals(now.get("root/physics/alice"), later.get("root/physics/alice"));
                double alice = Objects.requireNonNull(later.get("root/physics/alice"));
                assertEquals(3.0 / 5 / 4, alice, CLOSE, "8 processors for a half-life: RUP 4");
                site.send(Topics.JOB_EVENTS, "tux/1", job(3600, JobState.COMPLETE))
                        .flush();
                awaitTold(told, view, BankHistory.START.plusSeconds(3600));
                site.awaitCaughtUp();
                assertPublished(rank(view, site, Instant.EPOCH), site.table(Topics.FAIR_SHARE));
            }
        } finally {
            app.close();
        }
    }

    private static JobEvent job(long second, JobState state) {
        return JobEvent.newBuilder()
                .setCluster("tux")
                .setJobId(1)
                .setAt(BankHistory.START.plusSeconds(second))
                .setState(state)
                .setUser("alice")
                .setBank("root/physics")
                .setProcessors(8)
                .build();
    }

    /** Until the view is told that Alice's row is as of the instant. */
    private static void awaitTold(BlockingQueue<Set<String>> told, UsageView view, Instant asOf)
            throws InterruptedException {
        Set<String> changed;
        do {
            changed = told.poll(LONGEST.toSeconds(), TimeUnit.SECONDS);
            assertNotNull(changed, () -> "not told as of " + asOf);
        } while (!changed.contains("root/physics/alice")
                || !view.at("root/physics/alice", Instant.EPOCH)
                        .map(AssociationUsage::getAsOf)
                        .equals(Optional.of(asOf)));
    }

    private static Map<String, Double> factors(UsageRanking ranking) {
        Map<String, Double> factors = new HashMap<>();
        ranking.places().ranking().places().forEach(place -> factors.put(place.path(), place.factor()));
        return factors;
    }
}
