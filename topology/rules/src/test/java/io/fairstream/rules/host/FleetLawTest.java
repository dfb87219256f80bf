package io.fairstream.rules.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.rules.HostUsage;
import io.fairstream.rules.UtcDays;
import io.fairstream.rules.UtcDays.Active;
import io.fairstream.rules.usage.Allocation;
import io.fairstream.rules.usage.Allocation.Balance;
import io.fairstream.rules.usage.BalanceAccount;
import io.fairstream.rules.usage.BalanceAccount.ChargeUnit;
import io.fairstream.rules.usage.DailyAccount;
import io.fairstream.rules.usage.DailyAccount.DayEntry;
import io.fairstream.rules.usage.DailyRow;
import io.fairstream.rules.usage.ProjectAccount;
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
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Laws that hold for many hosts and all their charges, whatever they report. */
class FleetLawTest {
    private static final int SMALL = Integer.getInteger("fairstream.histories", 250);
    private static final HostHistory.Traits ALL = new HostHistory.Traits(true, true, true);
    private static final HostHistory.Traits CHANGING = new HostHistory.Traits(true, true, true, true);
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
        HostUsage.Sum hosts = fleet.ledgers.values().stream()
                .map(ledger -> HostUsage.Sum.of(ledger.work()))
                .reduce(HostUsage.Sum.EMPTY, HostUsage.Sum::plus);
        assertEquals(hosts, fleet.total.totalBefore(LAST_DAY));
        assertActive(fleet.total, arrivals);
    }

    private static void assertProjectsAndUsersAddUp(Fleet fleet) {
        for (DailyRow row : Fleet.allRows(fleet.total, HostWords.DAY - 60, LAST_DAY)) {
            assertEquals(row.delta(), sum(fleet.projects, row.day()));
            assertEquals(row.delta(), sum(fleet.users, row.day()));
        }
    }

    private static HostUsage.Sum sum(Map<String, DailyAccount> accounts, long day) {
        return accounts.values().stream()
                .map(account -> account.days().getOrDefault(day, DayEntry.EMPTY).delta())
                .reduce(HostUsage.Sum.EMPTY, HostUsage.Sum::plus);
    }

    private static void assertTotalsAreDeltasBeforeThem(DailyAccount account) {
        List<DailyRow> rows = Fleet.allRows(account, HostWords.DAY - 60, LAST_DAY);
        for (int i = 1; i < rows.size(); i++) {
            assertEquals(rows.get(i - 1).closing(), rows.get(i).total());
        }
        assertEquals(HostUsage.Sum.EMPTY, rows.get(0).total());
    }

    private static void assertActive(DailyAccount total, List<HostReport> arrivals) {
        for (DailyRow row : Fleet.allRows(total, HostWords.DAY, HostWords.DAY + 40)) {
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

    /** Balances that start, end and are capped in the middle, so that it matters when they are charged. */
    private static void allocate(Fleet fleet) {
        for (int number = 1; number <= 3; number++) {
            String project = "p" + number;
            long start = HostWords.START + (number - 1) * 7L * UtcDays.MILLIS + 1000;
            Double cap = number == 1 ? null : (Double) 2e15;
            Long end = number == 3 ? (Long) (start + 9 * UtcDays.MILLIS) : null;
            fleet.balances
                    .computeIfAbsent(project, name -> new ProjectAccount())
                    .allocate(new Allocation(project, project, "", 1e15, 1e13, Duration.ofHours(1), start, end, cap));
        }
    }

    /** All orders within the bound give the tables of the order in which the reports were made. */
    private static void assertSameTables(Random random, int hosts, int most, int places, HostHistory.Traits traits) {
        Fleet ordered = new Fleet();
        Fleet shuffled = new Fleet();
        allocate(ordered);
        List<HostReport> arrivals = new ArrayList<>();
        for (int host = 0; host < hosts; host++) {
            List<HostReport> reports = HostHistory.of(random, host, most, traits);
            reports.forEach(ordered::apply);
            arrivals.addAll(HostHistory.disturbed(reports, places, random));
        }
        interleaved(arrivals, random).forEach(shuffled::apply);
        allocate(shuffled);
        Map<String, Object> expected = ordered.tables(HostWords.DAY - 60, LAST_DAY);
        Map<String, Object> actual = shuffled.tables(HostWords.DAY - 60, LAST_DAY);
        assertEquals(expected.keySet(), actual.keySet());
        expected.forEach((table, rows) -> assertEquals(rows, actual.get(table), table));
    }

    @Test
    void twoHundredHostsOverAMonthKeepEveryLaw() {
        Random random = new Random(20_240_101);
        List<HostReport> arrivals = arrivals(random, 200, 60, ALL);
        assertTrue(arrivals.size() > 10_000);
        Fleet fleet = play(arrivals);
        assertLaws(fleet, arrivals);
        assertEquals(Set.of("APPLIED", "CORRECTED", "DUPLICATE", "WITHOUT_EFFECT"), fleet.counts.keySet());
    }

    @Test
    void theTablesOfTwoHundredHostsDoNotDependOnTheOrderOfReports() {
        assertSameTables(new Random(7), 200, 60, HostLedger.KEPT - 1, new HostHistory.Traits(true, false, true, true));
        assertSameTables(new Random(8), 200, 60, HostLedger.KEPT / 2, CHANGING);
    }

    @Test
    void theTablesOfSmallFleetsDoNotDependOnItEither() {
        for (long seed = 0; seed < SMALL; seed++) {
            Random random = new Random(seed * 7919 + 17);
            int hosts = 1 + (int) (seed * 4 / SMALL);
            try {
                assertSameTables(random, hosts, 1 + random.nextInt(6), HostLedger.KEPT, CHANGING);
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError(e.getMessage() + "\nseed " + seed, e);
            }
        }
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
            HostUsage.Sum done =
                    Objects.requireNonNull(fleet.projects.get(project)).totalBefore(LAST_DAY);
            double charged =
                    charged(account.states(project, ChargeUnit.FLOPS).get(0).balance());
            double flops = done.cpuFlops() + done.gpuFlops();
            assertEquals(flops, charged, 1e-9 * flops);
        });
    }

    private static double charged(@Nullable Balance balance) {
        return Objects.requireNonNull(balance).settled().charged();
    }

    @Test
    void targetsMayBeChargedForTimeInstead() {
        BalanceAccount account = new BalanceAccount();
        Fleet fleet = play(arrivals(new Random(12), 20, 40, ALL));
        fleet.charges.stream()
                .filter(charge -> charge.part().project().equals("p1"))
                .forEach(charge -> account.charge(
                        ChargeUnit.SECONDS, charge.to(), charge.part().work()));
        assertNull(account.allocate(new Allocation("p1", "p1", "", 0, 0, Duration.ofDays(1), 0, null, null)));
        HostUsage.Sum done = Objects.requireNonNull(fleet.projects.get("p1")).totalBefore(LAST_DAY);
        double seconds = done.cpuMicros().add(done.gpuMicros()).doubleValue() / 1e6;
        assertEquals(seconds, charged(account.balance(ChargeUnit.SECONDS)), 1e-9 * seconds);
    }
}
