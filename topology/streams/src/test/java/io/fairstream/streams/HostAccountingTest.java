package io.fairstream.streams;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.rules.usage.BalanceAccount.ChargeUnit;
import io.fairstream.schemas.Allocation;
import io.fairstream.schemas.Balance;
import io.fairstream.schemas.Daily;
import io.fairstream.schemas.HostReport;
import io.fairstream.schemas.PlainJson;
import io.fairstream.schemas.Topics;
import io.fairstream.streams.runtime.TopologyConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Reports of volunteers' hosts through the whole topology, with complete outputs. The story begins at 22:13:20. */
class HostAccountingTest {
    private static final long HOUR = 3600;
    private static final long DAY = 24 * HOUR;

    /** Seconds from the begin of the story. */
    private static final long FIRST_MIDNIGHT = 6400;

    private static final String ALICE =
            "\"user\":\"alice\",\"processors\":4,\"gpus\":1,\"cpuFlopsEach\":1e9,\"gpuFlopsEach\":1e12,\"usableGpu\":true";
    private static final String BOB = "\"user\":\"bob\",\"processors\":1,\"cpuFlopsEach\":1e9";

    private final StringBuilder story = new StringBuilder();
    private final Map<String, Daily> daily = new HashMap<>();
    private final List<Changelog> changelogs =
            List.of(new Changelog("host-ledger"), new Changelog("project-account"), new Changelog("daily-account"));
    private Pipeline pipeline = new Pipeline();

    @AfterEach
    void close() {
        pipeline.close();
    }

    @Test
    void whatAHostDidIsChargedToItsUserItsProjectsAndAll() {
        tell("the first report is a baseline", () -> report("h1", 0, ALICE, done("p", 7200, 9e12, 5)));
        tell("an hour of four processors", () -> report("h1", HOUR, ALICE, done("p", 7200 + 4 * HOUR, 16e12, 6)));
        tell("delivered again", () -> report("h1", HOUR, ALICE, done("p", 7200 + 4 * HOUR, 16e12, 6)));
        tell("over midnight", () -> report("h1", 3 * HOUR, ALICE, done("p", 7200 + 8 * HOUR, 30e12, 6)));
        tell("a host that claims too much", () -> {
            report("h2", 3 * HOUR, BOB, done("p", 0, 0, 0) + "," + done("q", 0, 0, 0));
            report("h2", 4 * HOUR, BOB, done("p", HOUR, 3.6e12, 1) + "," + done("q", HOUR, 3.6e12, 0));
        });
        tell("late: it began from zero in between", () -> report("h1", 2 * HOUR, ALICE, done("p", 10, 1e10, 0)));
        tell("a report that cannot be meant", () -> report("h1", 5 * HOUR, ALICE, done("p", -1, 0, 0)));
        expect("hosts");
    }

    @Test
    void anAllocationAccruesAndIsCharged() {
        tell("an allocation", () -> allocate("p", "", 1e13, 1e9, null));
        tell("delivered again", () -> allocate("p", "", 1e13, 1e9, null));
        tell("the app cannot have one, too", () -> allocate("p", "a", 1, 1, null));
        report("h1", 0, ALICE, done("p", 0, 0, 0));
        tell("charged", () -> report("h1", HOUR, ALICE, done("p", HOUR, 2e12, 1)));
        tell("taken back", () -> pipeline.send(Topics.ALLOCATIONS, "p", null));
        tell("to an app instead, with a cap", () -> allocate("p", "a", 0, 1e9, 1e12));
        tell("which cannot be meant", () -> allocate("p", "a", 0, -1, null));
        tell("whose key is another", () -> pipeline.send(Topics.ALLOCATIONS, "q", allocation("p", "a", 0, 1, null)));
        expect("allocations");
    }

    @Test
    void otherUnitsTakeEffectAtTheNextStart() {
        allocate("p", "", 1e13, 0, null);
        report("h1", 0, ALICE, done("p", 0, 0, 0));
        report("h1", HOUR, ALICE, done("p", 3600, 2e12, 1));
        Balance byWork = pipeline.row(Topics.BALANCES, "p");
        assertEquals("FLOPs 8.0E12", byWork.getUnit() + " " + byWork.getBalance());
        restart(ChargeUnit.SECONDS);
        Balance byTime = pipeline.row(Topics.BALANCES, "p");
        assertEquals("s 9.9999999964E12", byTime.getUnit() + " " + byTime.getBalance());
        restart(ChargeUnit.FLOPS);
        assertEquals(byWork, pipeline.row(Topics.BALANCES, "p"));
        restart(ChargeUnit.FLOPS);
        assertTrue(pipeline.table(Topics.BALANCES).isEmpty(), "nothing has changed");
    }

    /** Half a day of work, a floating-point operation each nanosecond, of which only what comes after the start is charged. */
    @Test
    void workBeforeAnAllocationBeginsIsNotCharged() {
        for (boolean isAllocatedFirst : new boolean[] {true, false}) {
            assertEquals(3.6e12, charged(11 * HOUR, isAllocatedFirst), "begins an hour before the end");
            assertEquals(
                    3.6e12, charged(11 * HOUR + HOUR / 2, isAllocatedFirst), "from the hour on in which it begins");
            assertEquals(0, charged(12 * HOUR, isAllocatedFirst), "at the end");
            assertEquals(4.32e13, charged(0, isAllocatedFirst), "as the work does");
        }
    }

    /** The charge of an allocation that starts this many seconds after midnight. */
    private double charged(long start, boolean isAllocatedFirst) {
        pipeline.close();
        pipeline = new Pipeline();
        Allocation allocation = Allocation.newBuilder(allocation("p", "", 0, 0, null))
                .setStart(Pipeline.at(FIRST_MIDNIGHT + start))
                .build();
        if (isAllocatedFirst) {
            pipeline.send(Topics.ALLOCATIONS, "p", allocation);
        }
        report("h1", FIRST_MIDNIGHT, BOB, done("p", 0, 0, 0));
        report("h1", FIRST_MIDNIGHT + DAY / 2, BOB, done("p", 43_200, 4.32e13, 0));
        if (!isAllocatedFirst) {
            pipeline.send(Topics.ALLOCATIONS, "p", allocation);
        }
        Balance row = pipeline.row(Topics.BALANCES, "p");
        return Objects.requireNonNull(row.getCharged());
    }

    /** The third report adds nothing, and the allocation begins when the work was done. */
    @Test
    void daysAndBalancesDoNotDependOnTheOrderOfReports() {
        Map<String, Object> inOrder = tablesOf(0, 1, 2);
        assertEquals(
                86_400.0,
                ((Daily) Objects.requireNonNull(inOrder.get("project|p|2023-11-15")))
                        .getDelta()
                        .getCpuSeconds());
        assertEquals(0.0, ((Balance) Objects.requireNonNull(inOrder.get("p"))).getBalance());
        assertEquals(inOrder, tablesOf(0, 2, 1));
        assertEquals(inOrder, tablesOf(1, 0, 2));
        assertEquals(inOrder, tablesOf(1, 2, 0));
        assertEquals(inOrder, tablesOf(2, 0, 1));
        assertEquals(inOrder, tablesOf(2, 1, 0));
    }

    /** The rows of daily, hosts and balances once reports of three midnights came in an order. */
    private Map<String, Object> tablesOf(int... order) {
        pipeline.close();
        pipeline = new Pipeline();
        daily.clear();
        Allocation.Builder allocation = Allocation.newBuilder(allocation("p", "", 0, 1, null));
        Instant start = Pipeline.at(FIRST_MIDNIGHT + DAY);
        pipeline.send(
                Topics.ALLOCATIONS,
                "p",
                allocation.setStart(start).setInterval(1e9).build());
        Map<String, Object> tables = new HashMap<>();
        for (int number : order) {
            String done = done("p", number == 0 ? 0 : (double) DAY, number == 0 ? 0 : 9e12, 0) + ","
                    + done("q", 5, 1e9 * number, number);
            pipeline.sentAt(Pipeline.at(FIRST_MIDNIGHT + 3 * DAY));
            pipeline.report("h1", FIRST_MIDNIGHT + number * DAY, ALICE + ",\"projects\":[" + done + "]");
            read();
            tables.putAll(pipeline.table(Topics.BALANCES));
            tables.putAll(pipeline.table(Topics.HOSTS));
        }
        tables.putAll(daily);
        tables.values().removeIf(Objects::isNull);
        return tables;
    }

    @Test
    void aUserWhoLentAHostForADayCountsAsActiveThenInAnyOrder() {
        String bob = ALICE.replace("alice", "bob");
        List<Runnable> reports = List.of(
                () -> report("h1", FIRST_MIDNIGHT, ALICE, done("p", 0, 0, 0)),
                () -> report("h1", FIRST_MIDNIGHT + HOUR, bob, done("p", 0, 0, 0)),
                () -> report("h1", FIRST_MIDNIGHT + DAY, bob, done("p", 0, 0, 0)));
        for (int[] order : new int[][] {{0, 1, 2}, {0, 2, 1}, {2, 0, 1}, {2, 1, 0}}) {
            pipeline.close();
            pipeline = new Pipeline();
            daily.clear();
            for (int number : order) {
                reports.get(number).run();
            }
            read();
            assertEquals("1 1 2", active("2023-11-15"), () -> Arrays.toString(order));
            assertEquals("1 1 2", active("2023-11-16"), () -> Arrays.toString(order));
        }
    }

    /** Days past the first 128 are in pages; a late report finds its day there. */
    @Test
    void aHistoryOfAYearIsCorrectedByALateReport() {
        pipeline.close();
        pipeline = new Pipeline(withHistory(Duration.ofDays(3650)));
        report("late", 0, BOB, done("p", 0, 0, 0));
        report("h1", 0, ALICE, done("p", 0, 0, 0));
        for (int day = 1; day <= 300; day++) {
            report("h1", DAY * day, ALICE, done("p", day * 100.0, 0, day));
        }
        read();
        restart(withHistory(Duration.ofDays(3650)));
        report("late", HOUR, BOB, done("p", 50, 0, 1));
        read();
        Daily first = row("total||2023-11-14");
        assertEquals(1, first.getDelta().getJobsSucceeded());
        double total = 0;
        for (int day = 0; day <= 300; day++) {
            Daily row = row(
                    "total||" + Pipeline.START.plusSeconds(DAY * day).toString().substring(0, 10));
            assertEquals(total, row.getTotal().getCpuSeconds(), 1e-6, row::getDay);
            total += row.getDelta().getCpuSeconds();
        }
        assertEquals(30_050.0, total, 1e-6);
    }

    @Test
    void aHostThatFallsSilentIsActiveForTheWindow() {
        report("h1", 0, ALICE, done("p", 0, 0, 0));
        report("h2", 0, BOB, done("p", 0, 0, 0));
        for (int day = 1; day < 5; day++) {
            report("h2", DAY * day, BOB, done("p", 10.0 * day, 0, 0));
        }
        read();
        assertEquals("2 1 2", active("2023-11-14"));
        assertEquals("2 1 2", active("2023-11-16"));
        assertEquals("1 0 1", active("2023-11-17"));
        assertEquals("1 0 1", active("2023-11-18"));
        assertNull(row("user|bob|2023-11-15").getActiveHosts());
    }

    @Test
    void aGpuThatIsUsableOnlyLaterOnADayCountsFromThatDayOn() {
        report("h1", 0, ALICE.replace("true", "false"), done("p", 0, 0, 0));
        read();
        assertEquals("1 0 1", active("2023-11-14"));
        report("h1", HOUR, ALICE, done("p", 0, 0, 0));
        report("h1", DAY, ALICE.replace("true", "false"), done("p", 0, 0, 0));
        report("h1", 4 * DAY, ALICE, done("p", 0, 0, 0));
        read();
        assertEquals("1 1 1", active("2023-11-14"));
        assertEquals("1 1 1", active("2023-11-15"));
        assertEquals("1 1 1", active("2023-11-16"));
        assertEquals("1 0 1", active("2023-11-17"));
        assertEquals("1 1 1", active("2023-11-18"));
    }

    @Test
    void aHostWhoseSequenceIsThatOfTheDayBeforeIsActiveOnceAlsoAfterARestart() {
        report("h1", 0, ALICE, done("p", 0, 0, 0));
        String again = String.format(
                "{\"host\":\"h1\",\"epoch\":\"1\",\"sequence\":0,\"at\":\"%s\",%s}", Pipeline.at(DAY), ALICE);
        pipeline.sentAt(Pipeline.at(DAY)).send(Topics.HOST_REPORTS, "h1", PlainJson.read(HostReport.class, again));
        read();
        restart(withHistory(Pipeline.HISTORY));
        report("h1", DAY + HOUR, ALICE, done("p", 0, 0, 0));
        report("h2", 3 * DAY, BOB, done("p", 0, 0, 0));
        read();
        assertEquals("1 1 1", active("2023-11-15"));
        assertEquals("2 1 2", active("2023-11-17"));
    }

    private String active(String day) {
        Daily row = row("total||" + day);
        return row.getActiveHosts() + " " + row.getActiveGpuHosts() + " " + row.getActiveUsers();
    }

    private static String done(String project, double cpuSeconds, double cpuFlops, int jobs) {
        return String.format(
                "{\"project\":\"%s\",\"cpuSeconds\":%s,\"cpuFlops\":%s,\"jobsSucceeded\":%d}",
                project, cpuSeconds, cpuFlops, jobs);
    }

    private void report(String host, long seconds, String hardware, String projects) {
        pipeline.sentAt(Pipeline.at(seconds)).report(host, seconds, hardware + ",\"projects\":[" + projects + "]");
    }

    private static Allocation allocation(
            String project, String app, double initial, double accrual, @Nullable Double cap) {
        String target = app.isEmpty() ? project : project + "/" + app;
        return Allocation.newBuilder()
                .setTarget(target)
                .setProject(project)
                .setApp(app)
                .setInitialBalance(initial)
                .setAccrual(accrual)
                .setStart(Pipeline.START)
                .setCap(cap)
                .build();
    }

    private void allocate(String project, String app, double initial, double accrual, @Nullable Double cap) {
        Allocation allocation = allocation(project, app, initial, accrual, cap);
        pipeline.send(Topics.ALLOCATIONS, allocation.getTarget(), allocation);
    }

    private static TopologyConfig withHistory(Duration history) {
        return Pipeline.config(history, Pipeline.VOLUNTEERS);
    }

    private void restart(ChargeUnit by) {
        restart(Pipeline.config(Pipeline.HISTORY, new TopologyConfig.Volunteers(by, false, 7, 3)));
    }

    private void restart(TopologyConfig config) {
        Path state = Pipeline.stateDirectory();
        for (Changelog changelog : changelogs) {
            changelog.read(pipeline.driver());
            changelog.restore(state);
        }
        pipeline.close();
        pipeline = new Pipeline(config, Pipeline.SERDE_CONFIG, state);
        pipeline.driver().advanceWallClockTime(Duration.ofSeconds(1));
    }

    private void read() {
        pipeline.records(Topics.DAILY).forEach(record -> {
            if (record.value() == null) {
                daily.remove(record.key());
            } else {
                daily.put(record.key(), record.value());
            }
        });
    }

    private Daily row(String key) {
        return Objects.requireNonNull(daily.get(key), key);
    }

    private void tell(String what, Runnable event) {
        pipeline.everything();
        event.run();
        story.append("# ").append(what).append('\n');
        pipeline.everything().forEach(line -> story.append(line).append('\n'));
    }

    private void expect(String name) {
        Golden.assertSame("stories/" + name + ".txt", story.toString());
    }
}
