package io.fairstream.it.hosts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.app.FairstreamApp;
import io.fairstream.it.harness.Counts;
import io.fairstream.it.harness.Site;
import io.fairstream.it.harness.TestCluster;
import io.fairstream.it.harness.TopologyProcess;
import io.fairstream.schemas.Allocation;
import io.fairstream.schemas.AppVersion;
import io.fairstream.schemas.Assignment;
import io.fairstream.schemas.Balance;
import io.fairstream.schemas.Charge;
import io.fairstream.schemas.ChargeKind;
import io.fairstream.schemas.Daily;
import io.fairstream.schemas.DailyScope;
import io.fairstream.schemas.Host;
import io.fairstream.schemas.HostReport;
import io.fairstream.schemas.Project;
import io.fairstream.schemas.Topics;
import io.fairstream.schemas.WorkDone;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * A month of two hundred volunteers' hosts, disturbed in every way: reports come twice and out of order, the topology is killed,
 * loses its state, and a second instance comes and goes. What the topics then say is what the rules alone make of the reports.
 * {@code -Dlaws.seed=N} for another month.
 */
class ITHosts {
    private static final long SEED = Long.getLong("laws.seed", 20260302);

    @RegisterExtension
    static final TestCluster CLUSTER = new TestCluster();

    /**
     * Hosts' reports are shuffled, so that some are a month older than the newest. A dead process holds its tasks for the session and its
     * transaction open until it times out: both are short here.
     */
    private static final Map<String, String> SETTINGS = Map.of(
            "event.max.lateness", "P90D",
            "active.window.days", Integer.toString(Books.WINDOW),
            "kafka.session.timeout.ms", "3000",
            "kafka.heartbeat.interval.ms", "500",
            "kafka.transaction.timeout.ms", "3000");

    private static final List<HostReport> REPORTS = HostHistory.arrivals(SEED, 200);
    private static final Books BOOKS = new Books(REPORTS);
    private static final Instant SINCE = HostHistory.START.minus(Duration.ofDays(1));
    private static final Duration INTERVAL = Duration.ofHours(7);

    private static @Nullable Site disturbed;

    @BeforeAll
    static void playTheMonth() {
        Site site = CLUSTER.site("hosts", SETTINGS);
        disturbed = site;
        decide(site);
        int quarter = REPORTS.size() / 4;
        killInTheMiddle(site, quarter);
        site.whileRunning(Map.of(), () -> {
            send(site, quarter, 2 * quarter);
            FairstreamApp second = site.start(
                    Map.of("state.dir", site.directory().resolve("second").toString()));
            send(site, 2 * quarter, 3 * quarter);
            site.awaitCaughtUp();
            second.close();
        });
        site.deleteState();
        site.whileRunning(Map.of(), () -> send(site, 3 * quarter, REPORTS.size()));
    }

    private static void decide(Site site) {
        for (String project : HostHistory.PROJECTS) {
            int number = HostHistory.PROJECTS.indexOf(project);
            site.send(
                    Topics.PROJECTS,
                    project,
                    new Project(project, "", 1.0, List.of(new AppVersion("linux", number == 0, false)), List.of()));
            site.send(
                    Topics.ALLOCATIONS,
                    project,
                    Allocation.newBuilder()
                            .setTarget(project)
                            .setProject(project)
                            .setInitialBalance(1e15 * number)
                            .setAccrual(1e14)
                            .setInterval((double) INTERVAL.toSeconds())
                            .setStart(SINCE)
                            .build());
        }
        site.flush();
    }

    private static void send(Site site, int from, int to) {
        REPORTS.subList(from, to).forEach(report -> site.send(Topics.HOST_REPORTS, report.getHost(), report));
        site.flush();
    }

    /** It knows all decisions, has accounted some of the reports, and is given the others. */
    private static void killInTheMiddle(Site site, int sent) {
        TopologyProcess process = site.process(Map.of());
        site.awaitCaughtUp();
        send(site, 0, sent / 2);
        long deadline = System.nanoTime() + Duration.ofMinutes(5).toNanos();
        while (site.progress(Topics.HOST_REPORTS) == 0) {
            assertTrue(process.isAlive() && System.nanoTime() < deadline, process::log);
        }
        send(site, sent / 2, sent);
        process.kill();
    }

    private static Site site() {
        return Objects.requireNonNull(disturbed);
    }

    @Test
    void noRecordIsLostOrCountedTwice() {
        Counts.of(site(), Topics.HOST_REPORTS, REPORTS.size()).assertNothingLost(seed("host-reports"));
        Counts.of(site(), Topics.PROJECTS, HostHistory.PROJECTS.size()).assertNothingLost(seed("projects"));
        Counts.of(site(), Topics.ALLOCATIONS, HostHistory.PROJECTS.size()).assertNothingLost(seed("allocations"));
        assertEquals(Map.of(), Counts.reasons(site()), seed("rejections"));
    }

    @Test
    void hostsDidWhatTheRulesMakeOfTheirReports() {
        Map<String, Quantities> done = new TreeMap<>();
        Map<String, Quantities> cut = new TreeMap<>();
        for (Host host : site().table(Topics.HOSTS).values()) {
            done.put(host.getHost(), Quantities.of(host));
            cut.put(host.getHost(), host.getCapped() == null ? Quantities.NOTHING : Quantities.of(host.getCapped()));
        }
        assertEquals(BOOKS.hosts(), done, seed("done"));
        assertEquals(BOOKS.cuts(), cut, seed("cut"));
        assertTrue(cut.values().stream().anyMatch(each -> !each.equals(Quantities.NOTHING)), seed("nobody lied"));
    }

    @Test
    void daysAreWhatTheRulesMakeOfTheReports() {
        Map<String, Map<String, Quantities>> days = new TreeMap<>();
        dailyRows()
                .forEach((account, rows) -> rows.values().stream()
                        .filter(row -> !Quantities.of(row.getDelta()).equals(Quantities.NOTHING))
                        .forEach(row -> days.computeIfAbsent(account, any -> new TreeMap<>())
                                .put(row.getDay(), Quantities.of(row.getDelta()))));
        BOOKS.days.values().forEach(done -> done.values().removeIf(Quantities.NOTHING::equals));
        assertEquals(BOOKS.days, days, seed("days"));
    }

    @Test
    void projectsAndUsersAddUpToTheTotalOfEachDay() {
        Map<String, Quantities> total = deltas(DailyScope.TOTAL);
        assertTrue(total.size() > 25, seed("days: " + total.size()));
        assertEquals(total, deltas(DailyScope.PROJECT), seed("projects"));
        assertEquals(total, deltas(DailyScope.USER), seed("users"));
    }

    private static Map<String, Quantities> deltas(DailyScope scope) {
        Map<String, Quantities> deltas = new TreeMap<>();
        for (Daily row : site().table(Topics.DAILY).values()) {
            if (row.getScope() == scope) {
                deltas.merge(row.getDay(), Quantities.of(row.getDelta()), Quantities::plus);
            }
        }
        deltas.values().removeIf(Quantities.NOTHING::equals);
        return deltas;
    }

    @Test
    void theTotalOfADayIsThatOfTheDayBeforeAndItsDelta() {
        dailyRows().forEach((account, rows) -> {
            Quantities total = Quantities.NOTHING;
            for (Daily row : rows.values()) {
                assertEquals(total, Quantities.of(row.getTotal()), () -> seed(account + " " + row.getDay()));
                total = total.plus(Quantities.of(row.getDelta()));
            }
        });
    }

    @Test
    void hostsAddUpToTheTotal() {
        Quantities hosts = site().table(Topics.HOSTS).values().stream()
                .map(Quantities::of)
                .reduce(Quantities.NOTHING, Quantities::plus);
        Quantities total = deltas(DailyScope.TOTAL).values().stream().reduce(Quantities.NOTHING, Quantities::plus);
        assertEquals(total, hosts, seed("hosts"));
    }

    @Test
    void thoseWhoWereActiveAreCounted() {
        for (Daily row : Objects.requireNonNull(dailyRows().get("TOTAL|")).values()) {
            List<@Nullable Long> active = List.of(row.getActiveHosts(), row.getActiveGpuHosts(), row.getActiveUsers());
            assertEquals(BOOKS.active(row.getDay()), active, () -> seed("active on " + row.getDay()));
        }
    }

    /** The rows of each account in the order of the days. */
    private static Map<String, Map<String, Daily>> dailyRows() {
        Map<String, Map<String, Daily>> accounts = new TreeMap<>();
        for (Daily row : site().table(Topics.DAILY).values()) {
            accounts.computeIfAbsent(row.getScope() + "|" + row.getId(), any -> new TreeMap<>())
                    .put(row.getDay(), row);
        }
        return accounts;
    }

    @Test
    void balancesAreWhatAccruedWithoutWhatWasCharged() {
        Map<String, Double> charged = new TreeMap<>();
        Map<String, TreeMap<Instant, Double>> hours = new TreeMap<>();
        for (Charge charge : site().charges()) {
            if (charge.getKind() == ChargeKind.TARGET && charge.getEntry() instanceof WorkDone done) {
                double flops = done.getParts().stream()
                        .mapToDouble(part -> 1e6 * (part.getCpuMflop() + part.getGpuMflop()))
                        .sum();
                charged.merge(charge.getAccount(), flops, Double::sum);
                hours.computeIfAbsent(charge.getAccount(), any -> new TreeMap<>())
                        .merge(done.getTo().minusMillis(1).truncatedTo(ChronoUnit.HOURS), flops, Double::sum);
            }
        }
        Map<String, Balance> balances = site().table(Topics.BALANCES);
        assertEquals(HostHistory.PROJECTS, List.copyOf(new TreeMap<>(balances).keySet()), seed("targets"));
        balances.forEach((project, row) -> {
            double flops = Objects.requireNonNull(charged.get(project));
            TreeMap<Instant, Double> charges = Objects.requireNonNull(hours.get(project));
            charges.values().removeIf(amount -> amount == 0);
            Instant asOf = charges.lastKey();
            long intervals = Duration.between(SINCE, asOf).dividedBy(INTERVAL);
            double initial = 1e15 * HostHistory.PROJECTS.indexOf(project);
            assertEquals(asOf, row.getAsOf(), () -> seed(project));
            assertEquals(flops, row.getCharged(), 1e-9 * flops, () -> seed(project));
            assertEquals(initial + 1e14 * intervals - flops, row.getBalance(), 1e-9 * flops, () -> seed(project));
        });
    }

    @Test
    void targetsAreChargedWhatWasDoneForTheirProjects() {
        Map<String, Quantities> done = new TreeMap<>();
        BOOKS.days.forEach((account, days) ->
                done.put(account, days.values().stream().reduce(Quantities.NOTHING, Quantities::plus)));
        site().table(Topics.BALANCES).forEach((project, row) -> {
            Quantities sum = Objects.requireNonNull(done.get("PROJECT|" + project));
            double flops = 1e6 * (sum.cpuMflop() + sum.gpuMflop());
            assertEquals(flops, row.getCharged(), 1e-9 * flops, () -> seed(project));
        });
    }

    @Test
    void everyHostHasProjectsSinceItsLastReport() {
        Map<String, Assignment> assignments = site().table(Topics.ASSIGNMENTS);
        Map<String, Instant> at = new TreeMap<>();
        Map<String, Instant> expected = new TreeMap<>();
        assignments.forEach((host, row) -> at.put(host, row.getAt()));
        site().table(Topics.HOSTS).forEach((host, row) -> expected.put(host, row.getLastReport()));
        assertEquals(expected, at, seed("assigned at"));
        List<Assignment> tooFew = new ArrayList<>(assignments.values());
        tooFew.removeIf(row -> row.getChoices().size() >= 2);
        assertEquals(List.of(), tooFew, seed("fewer than two projects"));
    }

    private static String seed(String what) {
        return "seed " + SEED + ", " + what;
    }
}
