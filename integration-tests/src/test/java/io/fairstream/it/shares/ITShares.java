package io.fairstream.it.shares;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fairstream.app.FairstreamApp;
import io.fairstream.it.harness.Counts;
import io.fairstream.it.harness.Site;
import io.fairstream.it.harness.TestCluster;
import io.fairstream.schemas.AccountingAt.AssociationUsageAt;
import io.fairstream.schemas.AssociationUsage;
import io.fairstream.schemas.FairShare;
import io.fairstream.schemas.JobEvent;
import io.fairstream.schemas.ShareKind;
import io.fairstream.schemas.ShareNode;
import io.fairstream.schemas.Topics;
import io.fairstream.schemas.UsagePeriod;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The laws of usage in banks and of the ranking end to end. */
class ITShares {
    private static final long SEED = Long.getLong("laws.seed", 20260302);
    private static final int RESTARTS = 10;
    private static final double CLOSE = 1e-9;
    private static final Map<String, String> SETTINGS = Map.of(
            "usage.halflife", "PT1H",
            "usage.reset.period", "P1D",
            "usage.epoch", BankHistory.START.toString(),
            "usage.weights", "cpu=1",
            "kafka.session.timeout.ms", "3000",
            "kafka.heartbeat.interval.ms", "500",
            "fairshare.interval", "0");
    private static final Instant END = BankHistory.START.plusSeconds(BankHistory.END);

    @RegisterExtension
    static final TestCluster CLUSTER = new TestCluster();

    @Test
    void oneRunAndTenRestartsInAnyOrderGiveTheSameUsageAndPlaces() {
        BankHistory history = new BankHistory(SEED, 120);
        Site once = CLUSTER.site("shares-once", SETTINGS);
        shares(send(once, history.events)).run();
        Map<String, AssociationUsage> rows = rows(once);
        assertUsage(history, rows);
        assertBanks(rows);

        Site often = CLUSTER.site("shares-often", SETTINGS);
        List<JobEvent> delivered = history.delivered();
        shares(often);
        for (int i = 0; i < RESTARTS; i++) {
            FairstreamApp app = often.start(Map.of());
            send(often, delivered.subList(part(delivered, i), part(delivered, i + 1)));
            app.close();
            if (i == RESTARTS / 2) {
                often.deleteState();
            }
        }
        often.run();
        assertSame(rows, rows(often));
        assertBanks(rows(often));
        assertSamePlaces(once.table(Topics.FAIR_SHARE), often.table(Topics.FAIR_SHARE));
        Counts.of(often, Topics.JOB_EVENTS, delivered.size()).assertNothingLost("job-events");
        Counts.of(often, Topics.SHARES, BankHistory.shares().size()).assertNothingLost("shares");
    }

    private static int part(List<?> all, int of) {
        return (int) ((long) all.size() * of / RESTARTS);
    }

    private static Site send(Site site, List<JobEvent> events) {
        events.forEach(event -> site.send(Topics.JOB_EVENTS, event.getCluster() + "/" + event.getJobId(), event));
        return site.flush();
    }

    private static Site shares(Site site) {
        for (ShareNode node : BankHistory.shares()) {
            site.send(Topics.SHARES, node.getPath(), node);
        }
        return site.flush();
    }

    private static Map<String, AssociationUsage> rows(Site site) {
        Map<String, AssociationUsage> rows = new TreeMap<>();
        site.table(Topics.ASSOCIATION_USAGE)
                .forEach((path, row) -> rows.put(path, AssociationUsageAt.evaluate(row, END)));
        return rows;
    }

    private static void assertUsage(BankHistory history, Map<String, AssociationUsage> rows) {
        history.smooth.forEach((path, smooth) -> {
            AssociationUsage row = Objects.requireNonNull(rows.get(path), path);
            assertEquals(smooth, row.getSmoothUsage(), CLOSE * smooth, path);
            assertEquals(history.periods.getOrDefault(path, Map.of()), periods(row), path);
        });
        assertEquals(0, Objects.requireNonNull(rows.get("root/physics/idle")).getRawUsage());
    }

    private static Map<Long, Double> periods(AssociationUsage row) {
        Map<Long, Double> periods = new TreeMap<>();
        for (UsagePeriod period : row.getPeriods()) {
            periods.put(period.getIndex(), period.getNodeSeconds());
        }
        return periods;
    }

    /** A bank has what its children have, at every level. */
    private static void assertBanks(Map<String, AssociationUsage> rows) {
        for (AssociationUsage bank : rows.values()) {
            if (bank.getKind() == ShareKind.BANK) {
                List<AssociationUsage> held = rows.values().stream()
                        .filter(row -> row.getPath().startsWith(bank.getPath() + "/"))
                        .filter(row -> row.getPath().indexOf('/', bank.getPath().length() + 1) < 0)
                        .toList();
                assertEquals(sum(held), periods(bank), bank::getPath);
                double smooth = held.stream()
                        .mapToDouble(AssociationUsage::getSmoothUsage)
                        .sum();
                assertEquals(smooth, bank.getSmoothUsage(), CLOSE * smooth, bank::getPath);
                assertEquals(
                        held.stream().mapToDouble(AssociationUsage::getRawUsage).sum(),
                        bank.getRawUsage(),
                        bank::getPath);
            }
        }
    }

    private static Map<Long, Double> sum(List<AssociationUsage> rows) {
        Map<Long, Double> sums = new TreeMap<>();
        for (AssociationUsage row : rows) {
            periods(row).forEach((index, nodeSeconds) -> sums.merge(index, nodeSeconds, Double::sum));
        }
        return sums;
    }

    private static void assertSame(Map<String, AssociationUsage> one, Map<String, AssociationUsage> other) {
        assertEquals(one.keySet(), other.keySet());
        one.forEach((path, row) -> {
            AssociationUsage same = Objects.requireNonNull(other.get(path));
            assertEquals(periods(row), periods(same), path);
            assertEquals(row.getRawUsage(), same.getRawUsage(), path);
            assertEquals(row.getShares(), same.getShares(), path);
            assertEquals(row.getWeightInUse(), same.getWeightInUse(), CLOSE * row.getWeightInUse(), path);
            assertEquals(row.getSmoothUsage(), same.getSmoothUsage(), CLOSE * row.getSmoothUsage(), path);
        });
    }

    private static void assertSamePlaces(Map<String, FairShare> one, Map<String, FairShare> other) {
        assertEquals(places(one), places(other));
        assertEquals(6, one.size(), one::toString);
    }

    private static List<String> places(Map<String, FairShare> rows) {
        List<String> places = new ArrayList<>();
        new TreeMap<>(rows)
                .forEach((path, row) ->
                        places.add(path + " " + row.getRank() + " of " + row.getOf() + ", " + row.getFactor()));
        return places;
    }
}
