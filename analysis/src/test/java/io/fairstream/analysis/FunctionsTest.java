package io.fairstream.analysis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.query.columns.Report;
import io.fairstream.query.records.Failure;
import io.fairstream.schemas.AccountingAt.AssociationUsageAt;
import io.fairstream.schemas.AccountingAt.JobAccountingAt;
import io.fairstream.schemas.AccountingAt.NodeAt;
import io.fairstream.schemas.AccountingAt.UserAccountingAt;
import io.fairstream.schemas.AssociationUsage;
import io.fairstream.schemas.FactorSource;
import io.fairstream.schemas.JobAccounting;
import io.fairstream.schemas.Lease;
import io.fairstream.schemas.LeaseKind;
import io.fairstream.schemas.Node;
import io.fairstream.schemas.Priority;
import io.fairstream.schemas.PriorityAt;
import io.fairstream.schemas.ShareKind;
import io.fairstream.schemas.Topics;
import io.fairstream.schemas.UserAccounting;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The functions of SQL against those of Java, digit by digit. */
class FunctionsTest {
    private static final Instant AS_OF = Instant.parse("2026-03-02T08:00:00.123Z");
    private static final int ROWS = 200;

    private final Random random = new Random(11);
    private final List<Instant> times = new ArrayList<>(List.of(AS_OF, AS_OF.plusMillis(1)));

    FunctionsTest() {
        for (int i = 0; i < 6; i++) {
            times.add(AS_OF.plusMillis((long) (random.nextDouble() * 400 * 86_400_000L)));
        }
    }

    @Test
    void priorities() throws Exception {
        GivenRows rows = new GivenRows();
        List<Priority> all = new ArrayList<>();
        for (int i = 0; i < ROWS; i++) {
            all.add(priority(i));
            rows.with(Topics.PRIORITIES, all.get(i));
        }
        try (SqlSession session = new SqlSession(rows, ZoneOffset.UTC, "500MB")) {
            for (Instant at : times) {
                String t = "timestamptz '" + at + "'";
                List<List<@Nullable Object>> found = ask(
                        session,
                        "select real_priority_at(p, " + t + "), priority_factor_at(p, " + t + "), priority_at(p, " + t
                                + "), accumulated_usage_at(p, " + t + "), weighted_usage_at(p, " + t
                                + ") from priorities p order by customer");
                for (int i = 0; i < ROWS; i++) {
                    Priority expected = PriorityAt.evaluate(all.get(i), at);
                    assertEquals(
                            List.of(
                                    expected.getRealPriority(),
                                    expected.getPriorityFactor(),
                                    expected.getEffectivePriority(),
                                    expected.getAccumulatedUsage(),
                                    expected.getWeightedAccumulatedUsage()),
                            found.get(i),
                            at + " of " + all.get(i));
                }
            }
        }
    }

    private Priority priority(int number) {
        List<Lease> leases = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            LeaseKind kind = List.of(LeaseKind.values()).get(random.nextInt(3));
            leases.add(new Lease(
                    kind,
                    1.0 + random.nextInt(100),
                    AS_OF.minusSeconds(random.nextInt(3)),
                    AS_OF.plusSeconds(1 + random.nextInt(200 * 86400)),
                    2.5,
                    FactorSource.EXPLICIT));
        }
        boolean isGroup = random.nextInt(4) == 0;
        return Priority.newBuilder()
                .setCustomer(String.format("customer%04d", number))
                .setRealPriority(random.nextInt(5) == 0 ? 0.5 : 0.5 + random.nextDouble() * 1e4)
                .setEffectivePriority(1)
                .setPriorityFactor(random.nextBoolean() ? 1000.0 : 1 + random.nextDouble())
                .setFactorSource(FactorSource.DEFAULT)
                .setLeases(leases)
                .setResourcesInUse(random.nextInt(5))
                .setWeightInUse(random.nextInt(3) * random.nextDouble())
                .setAccumulatedUsage(random.nextInt(1_000_000) / 1e3)
                .setWeightedAccumulatedUsage(random.nextDouble() * 1e6)
                .setAsOf(AS_OF)
                .setHalfLifeSeconds(random.nextInt(6) == 0 ? 1e-4 : 86400 * random.nextDouble() * 10)
                .setGroup(isGroup)
                .setSubtreeWeightInUse(isGroup ? Double.valueOf(random.nextDouble() * 100) : null)
                .build();
    }

    @Test
    void usages() throws Exception {
        GivenRows rows = new GivenRows();
        List<AssociationUsage> all = new ArrayList<>();
        for (int i = 0; i < ROWS; i++) {
            all.add(AssociationUsage.newBuilder()
                    .setPath(String.format("root/user%04d", i))
                    .setKind(ShareKind.USER)
                    .setRawUsage(1)
                    .setPeriods(List.of())
                    .setPeriodUsage(0)
                    .setSmoothUsage(random.nextDouble() * 1e7)
                    .setWeightInUse(random.nextInt(3) * random.nextDouble())
                    .setAsOf(AS_OF)
                    .setHalfLifeSeconds(1 + random.nextDouble() * 1e6)
                    .setPeriodEpoch(Instant.EPOCH)
                    .setPeriodCount(4)
                    .setDecayFactor(0.5)
                    .build());
            rows.with(Topics.ASSOCIATION_USAGE, all.get(i));
        }
        try (SqlSession session = new SqlSession(rows, ZoneOffset.UTC, "500MB")) {
            for (Instant at : times) {
                List<List<@Nullable Object>> found = ask(
                        session, "select usage_at(a, timestamptz '" + at + "') from association_usage a order by path");
                for (int i = 0; i < ROWS; i++) {
                    assertEquals(
                            List.of(AssociationUsageAt.evaluate(all.get(i), at).getSmoothUsage()), found.get(i));
                }
            }
        }
    }

    @Test
    void accountsOfUsersAndJobs() throws Exception {
        UserAccounting user = UserAccounting.newBuilder()
                .setUser("alice")
                .setCpuTimeAllocatedMicros(1_000_000_000_001L)
                .setCpuTimeReservedMicros(7)
                .setCpuTimeUsedMicros(0)
                .setRealMemoryKiBSeconds(0)
                .setVirtualMemoryKiBSeconds(0)
                .setRealMemoryHighwaterKiB(0)
                .setVirtualMemoryHighwaterKiB(0)
                .setProcessorsAllocated(1000)
                .setProcessorsReserved(3)
                .setAsOf(AS_OF)
                .setDecayedCpuAllocatedSeconds(123.456)
                .setDecayedCpuReservedSeconds(0)
                .setDecayedCpuUsedSeconds(0)
                .setDecayedRealMemoryKiBSeconds(0)
                .setDecayedVirtualMemoryKiBSeconds(0)
                .setHalfLifeSeconds(86400)
                .build();
        JobAccounting job = JobAccounting.newBuilder()
                .setCluster("c")
                .setUser("alice")
                .setUserId(1L)
                .setJobId(1)
                .setCpuTimeAllocatedMicros(5)
                .setCpuTimeReservedMicros(1_999_999)
                .setCpuTimeUsedMicros(0)
                .setRealMemoryKiBSeconds(0)
                .setVirtualMemoryKiBSeconds(0)
                .setRealMemoryHighwaterKiB(0)
                .setVirtualMemoryHighwaterKiB(0)
                .setProcessorsAllocated(64)
                .setProcessorsReserved(2)
                .setAsOf(AS_OF)
                .setRuns(1)
                .setFinal$(false)
                .build();
        GivenRows rows = new GivenRows().with(Topics.USER_ACCOUNTING, user).with(Topics.JOB_ACCOUNTING, job);
        try (SqlSession session = new SqlSession(rows, ZoneOffset.UTC, "500MB")) {
            for (Instant at : times) {
                String t = ", timestamptz '" + at + "')";
                UserAccounting later = UserAccountingAt.evaluate(user, at);
                assertEquals(
                        List.of(
                                seconds(later.getCpuTimeAllocatedMicros()),
                                seconds(later.getCpuTimeReservedMicros()),
                                later.getDecayedCpuAllocatedSeconds()),
                        ask(
                                        session,
                                        "select cpu_allocated_at(u" + t + ", cpu_reserved_at(u" + t
                                                + ", decayed_cpu_allocated_at(u" + t + " from user_accounting u")
                                .get(0));
                JobAccounting laterJob = JobAccountingAt.evaluate(job, at);
                assertEquals(
                        List.of(
                                seconds(laterJob.getCpuTimeAllocatedMicros()),
                                seconds(laterJob.getCpuTimeReservedMicros())),
                        ask(
                                        session,
                                        "select cpu_allocated_at(j" + t + ", cpu_reserved_at(j" + t
                                                + " from job_accounting j")
                                .get(0));
            }
        }
    }

    @Test
    void silentNodes() throws Exception {
        Node node = Node.newBuilder()
                .setCluster("c")
                .setNode("n")
                .setProcessors(64)
                .setSessionsMicros(0)
                .setSystemMicros(0)
                .setIdleMicros(0)
                .setDownMicros(17)
                .setCapacityMicros(17)
                .setCoveredFrom(AS_OF)
                .setCoveredUntil(AS_OF)
                .setSilenceMicros(300_000_000)
                .build();
        try (SqlSession session = new SqlSession(new GivenRows().with(Topics.NODES, node), ZoneOffset.UTC, "500MB")) {
            times.add(AS_OF.plusSeconds(300));
            times.add(AS_OF.plusMillis(300_001));
            for (Instant at : times) {
                assertEquals(
                        List.of(seconds(NodeAt.evaluate(node, at).getDownMicros())),
                        ask(session, "select down_at(n, timestamptz '" + at + "') from nodes n")
                                .get(0));
            }
        }
    }

    @Test
    void noInstantBeforeTheRowsOwn() throws Exception {
        GivenRows rows = new GivenRows().with(Topics.PRIORITIES, priority(1));
        try (SqlSession session = new SqlSession(rows, ZoneOffset.UTC, "500MB")) {
            Failure failure = assertThrows(
                    Failure.class,
                    () -> ask(session, "select priority_at(p, '2026-03-01T00:00:00Z') from priorities p"));
            assertTrue(
                    assertNotNullMessage(failure)
                            .contains("expected: not before the row's own, 2026-03-02 08:00:00.123+00"),
                    failure.getMessage());
        }
    }

    /** Each takes rows of the tables that it names. */
    @Test
    void eachIsDocumented() throws Exception {
        try (SqlSession session = new SqlSession(new GivenRows(), ZoneOffset.UTC, "500MB")) {
            for (Functions.Function function : Functions.ALL) {
                String table = function.table().isEmpty() ? "user_accounting" : function.table();
                assertEquals(
                        List.of(),
                        ask(session, "select " + function.name() + "(r, now()) from " + table + " r"),
                        function.call());
            }
        }
    }

    private static String assertNotNullMessage(Failure failure) {
        String message = failure.getMessage();
        assertNotNull(message);
        return message == null ? "" : message;
    }

    private static BigDecimal seconds(long micros) {
        return BigDecimal.valueOf(micros, 6);
    }

    private static List<List<@Nullable Object>> ask(SqlSession session, String question) throws InterruptedException {
        List<List<@Nullable Object>> found = new ArrayList<>();
        session.ask(new Statement(question, 1, 1), report -> collect(report, found));
        return found;
    }

    private static <R> void collect(Report<R> report, List<List<@Nullable Object>> to) {
        report.rows().each(row -> {
            List<@Nullable Object> cells = new ArrayList<>();
            report.columns().forEach(column -> cells.add(column.value().apply(row)));
            to.add(cells);
        });
    }
}
