package io.fairstream.rules.ledger.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.rules.UtcDays;
import io.fairstream.rules.account.balance.Allocation;
import io.fairstream.rules.account.balance.BalanceAccount;
import io.fairstream.rules.account.balance.ChargeBy;
import io.fairstream.rules.account.daily.Active;
import io.fairstream.rules.account.daily.DailyAccount;
import io.fairstream.rules.account.daily.DailyRow;
import io.fairstream.rules.account.daily.WorkSum;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What holds for many hosts and all that they charge, whatever they report. */
class FleetLawTest {
    private static final int SMALL = Integer.getInteger("fairstream.histories", 2000);
    private static final HostHistory.Traits ALL = new HostHistory.Traits(true, true, true);
    private static final HostHistory.Traits HONEST = new HostHistory.Traits(true, false, false);
    private static final long LAST_DAY = HostWords.DAY + 90;

    private static List<HostReport> arrivals(Random random, int hosts, int most, HostHistory.Traits traits) {
        List<HostReport> arrivals = new ArrayList<>();
        for (int host = 0; host < hosts; host++) {
            arrivals.addAll(HostHistory.disturbed(HostHistory.of(random, host, most, traits), random));
        }
        return interleaved(arrivals, random);
    }

    /** The reports of different hosts in any order, those of each in theirs. */
    private static List<HostReport> interleaved(List<HostReport> byHost, Random random) {
        List<HostReport> mixed = new ArrayList<>();
        List<HostReport> shuffled = new ArrayList<>(byHost);
        Collections.shuffle(shuffled, random);
        Map<String, List<HostReport>> queues = new HashMap<>();
        byHost.forEach(report ->
                queues.computeIfAbsent(report.host(), host -> new ArrayList<>()).add(report));
        Map<String, Integer> next = new HashMap<>();
        for (HostReport any : shuffled) {
            int place = next.merge(any.host(), 1, Integer::sum) - 1;
            mixed.add(Objects.requireNonNull(queues.get(any.host())).get(place));
        }
        return mixed;
    }

    private static Fleet play(List<HostReport> arrivals) {
        Fleet fleet = new Fleet();
        arrivals.forEach(fleet::apply);
        return fleet;
    }

    private static void assertLaws(Fleet fleet, List<HostReport> arrivals) {
        assertEquals(
                arrivals.size(),
                fleet.counts.values().stream().mapToInt(Integer::intValue).sum());
        assertProjectsAndUsersAddUp(fleet);
        assertTotalsAreDeltasBeforeThem(fleet.total);
        fleet.projects.values().forEach(FleetLawTest::assertTotalsAreDeltasBeforeThem);
        fleet.users.values().forEach(FleetLawTest::assertTotalsAreDeltasBeforeThem);
        WorkSum hosts = fleet.ledgers.values().stream()
                .map(ledger -> WorkSum.of(ledger.work()))
                .reduce(WorkSum.NOTHING, WorkSum::plus);
        assertEquals(hosts, fleet.total.totalBefore(LAST_DAY));
        assertActive(fleet.total, arrivals);
    }

    private static void assertProjectsAndUsersAddUp(Fleet fleet) {
        for (DailyRow row : fleet.total.rows(HostWords.DAY - 60, LAST_DAY)) {
            assertEquals(row.delta(), sum(fleet.projects, row.day()));
            assertEquals(row.delta(), sum(fleet.users, row.day()));
        }
    }

    private static WorkSum sum(Map<String, DailyAccount> accounts, long day) {
        return accounts.values().stream().map(account -> account.sum(day, day)).reduce(WorkSum.NOTHING, WorkSum::plus);
    }

    private static void assertTotalsAreDeltasBeforeThem(DailyAccount account) {
        List<DailyRow> rows = account.rows(HostWords.DAY - 60, LAST_DAY);
        for (int i = 1; i < rows.size(); i++) {
            assertEquals(rows.get(i - 1).closing(), rows.get(i).total());
        }
        assertEquals(WorkSum.NOTHING, rows.get(0).total());
    }

    private static void assertActive(DailyAccount total, List<HostReport> arrivals) {
        for (DailyRow row : total.rows(HostWords.DAY, HostWords.DAY + 40)) {
            Set<String> hosts = new HashSet<>();
            Set<String> gpuHosts = new HashSet<>();
            Set<String> users = new HashSet<>();
            for (HostReport report : arrivals) {
                long age = row.day() - UtcDays.day(report.at());
                if (age >= 0 && age < Fleet.WINDOW) {
                    hosts.add(report.host());
                    users.add(report.user());
                    gpuHosts.addAll(report.hardware().hasUsableGpu() ? Set.of(report.host()) : Set.of());
                }
            }
            assertEquals(
                    new Active(hosts.size(), gpuHosts.size(), users.size()),
                    row.entry().active());
        }
    }

    private static void assertSameSums(Fleet one, Fleet other) {
        assertEquals(one.total.totalBefore(LAST_DAY), other.total.totalBefore(LAST_DAY));
        Set<String> names = new HashSet<>(one.projects.keySet());
        names.addAll(other.projects.keySet());
        for (String name : names) {
            assertEquals(
                    one.projects.getOrDefault(name, new DailyAccount()).totalBefore(LAST_DAY),
                    other.projects.getOrDefault(name, new DailyAccount()).totalBefore(LAST_DAY));
        }
    }

    @Test
    void twoHundredHostsOverAMonthKeepEveryLaw() {
        Random random = new Random(20_240_101);
        List<HostReport> arrivals = arrivals(random, 200, 60, ALL);
        assertTrue(arrivals.size() > 10_000);
        Fleet fleet = play(arrivals);
        assertLaws(fleet, arrivals);
        assertEquals(Set.of("Applied", "Corrected", "Duplicate", "WithoutEffect"), fleet.counts.keySet());
    }

    @Test
    void aReorderedReportOfTwoHundredHostsMayMoveWorkBetweenDaysButChangesNoSum() {
        Random random = new Random(7);
        List<HostReport> inOrder = new ArrayList<>();
        List<HostReport> disturbed = new ArrayList<>();
        for (int host = 0; host < 200; host++) {
            List<HostReport> reports = HostHistory.of(random, host, 60, HONEST);
            inOrder.addAll(reports);
            disturbed.addAll(HostHistory.disturbed(reports, random));
        }
        assertSameSums(play(inOrder), play(interleaved(disturbed, random)));
    }

    @Test
    void smallFleetsKeepEveryLaw() {
        for (long seed = 0; seed < SMALL; seed++) {
            Random random = new Random(seed * 7919 + 17);
            int size = 1 + (int) (seed * 4 / SMALL);
            List<HostReport> arrivals = arrivals(random, size, 1 + random.nextInt(6), ALL);
            try {
                assertLaws(play(arrivals), arrivals);
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError(e.getMessage() + "\nseed " + seed + HostHistory.told(arrivals), e);
            }
        }
    }

    @Test
    void whatTargetsAreChargedIsWhatWasDoneForThem() {
        Random random = new Random(11);
        Fleet fleet = play(arrivals(random, 20, 40, ALL));
        assertEquals(Set.of("p1", "p2", "p3"), fleet.balances.keySet());
        fleet.balances.forEach((project, account) -> {
            assertNull(account.allocate(
                    new Allocation(project, project, "", 1e20, 1e12, Duration.ofDays(1), 0, null, null)));
            WorkSum done = Objects.requireNonNull(fleet.projects.get(project)).totalBefore(LAST_DAY);
            double charged = charged(account);
            double flops = done.cpuFlops() + done.gpuFlops();
            assertEquals(flops, charged, 1e-9 * flops);
        });
    }

    private static double charged(BalanceAccount account) {
        return Objects.requireNonNull(account.balance()).settled().charged();
    }

    @Test
    void targetsMayBeChargedForTimeInstead() {
        BalanceAccount account = new BalanceAccount(ChargeBy.TIME);
        Fleet fleet = play(arrivals(new Random(12), 20, 40, ALL));
        fleet.charges.stream()
                .filter(charge -> charge.project().equals("p1"))
                .forEach(charge -> account.charge(charge.to(), charge.work()));
        assertNull(account.allocate(new Allocation("p1", "p1", "", 0, 0, Duration.ofDays(1), 0, null, null)));
        WorkSum done = Objects.requireNonNull(fleet.projects.get("p1")).totalBefore(LAST_DAY);
        double seconds = done.cpuMicros().add(done.gpuMicros()).doubleValue() / 1e6;
        assertEquals(seconds, charged(account), 1e-9 * seconds);
    }
}
