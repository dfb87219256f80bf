package io.fairstream.it.jobs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fairstream.app.FairstreamApp;
import io.fairstream.it.harness.ClusterHistory;
import io.fairstream.it.harness.Counts;
import io.fairstream.it.harness.Site;
import io.fairstream.it.harness.TestCluster;
import io.fairstream.schemas.AccountingAt.JobAccountingAt;
import io.fairstream.schemas.AccountingAt.UserAccountingAt;
import io.fairstream.schemas.JobAccounting;
import io.fairstream.schemas.JobEvent;
import io.fairstream.schemas.Node;
import io.fairstream.schemas.Topics;
import io.fairstream.schemas.UserAccounting;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The laws of jobs and sessions end to end: any order, once, nothing lost, and every microsecond of a node accounted. */
class ITJobs {
    private static final long SEED = Long.getLong("laws.seed", 20260302);

    @RegisterExtension
    static final TestCluster CLUSTER = new TestCluster();

    @Test
    void anyOrderRepeatsALostStateAndASecondInstanceChangeNoTotal() {
        ClusterHistory history = new ClusterHistory(SEED, 40, 12);
        List<Object> records = history.delivered();
        Site site = CLUSTER.site("jobs");
        ClusterHistory.send(site, records.subList(0, records.size() / 3)).run();
        site.deleteState();
        site.whileRunning(Map.of(), () -> {
            ClusterHistory.send(site, records.subList(records.size() / 3, records.size() / 2));
            FairstreamApp second = site.start(
                    Map.of("state.dir", site.directory().resolve("second").toString()));
            ClusterHistory.send(site, records.subList(records.size() / 2, records.size()));
            site.awaitCaughtUp();
            second.close();
        });

        assertJobs(site, history);
        assertUsers(site, history);
        assertNodes(site, history);
        assertNothingLost(site, records);
    }

    private static void assertJobs(Site site, ClusterHistory history) {
        Map<String, JobAccounting> rows = new TreeMap<>();
        site.table(Topics.JOB_ACCOUNTING)
                .forEach((key, row) -> rows.put(key, JobAccountingAt.evaluate(row, ClusterHistory.END)));
        assertEquals(history.allocated, numbers(rows, JobAccounting::getCpuTimeAllocatedMicros));
        assertEquals(withoutNothing(history.used), numbers(rows, JobAccounting::getCpuTimeUsedMicros));
        Set<String> jobs = new TreeSet<>(site.table(Topics.JOBS).keySet());
        assertEquals(40, jobs.size(), jobs::toString);
    }

    private static void assertUsers(Site site, ClusterHistory history) {
        Map<String, UserAccounting> rows = new TreeMap<>();
        site.table(Topics.USER_ACCOUNTING)
                .forEach((key, row) -> rows.put(key, UserAccountingAt.evaluate(row, ClusterHistory.END)));
        assertEquals(history.usersAllocated, numbers(rows, UserAccounting::getCpuTimeAllocatedMicros));
        assertEquals(withoutNothing(history.usersUsed), numbers(rows, UserAccounting::getCpuTimeUsedMicros));
    }

    private static void assertNodes(Site site, ClusterHistory history) {
        Map<String, Node> rows = site.table(Topics.NODES);
        assertEquals(withoutNothing(history.down), numbers(rows, Node::getDownMicros));
        long capacity = 0;
        for (Node row : rows.values()) {
            long covered =
                    row.getCoveredUntil().toEpochMilli() - row.getCoveredFrom().toEpochMilli();
            assertEquals(row.getProcessors() * covered * 1000, row.getCapacityMicros(), row::toString);
            assertEquals(
                    row.getCapacityMicros(),
                    row.getSessionsMicros() + row.getSystemMicros() + row.getIdleMicros() + row.getDownMicros(),
                    row::toString);
            capacity += row.getCapacityMicros();
        }
        assertEquals(
                capacity,
                site.table(Topics.USER_ACCOUNTING).values().stream()
                        .mapToLong(UserAccounting::getCpuTimeUsedMicros)
                        .sum(),
                "every microsecond of the cluster is somebody's");
    }

    private static void assertNothingLost(Site site, List<Object> records) {
        long events = records.stream().filter(JobEvent.class::isInstance).count();
        Counts.of(site, Topics.JOB_EVENTS, events).assertNothingLost("job-events");
        Counts.of(site, Topics.SESSION_DELTAS, records.size() - events).assertNothingLost("session-deltas");
        assertEquals(Map.of(), Counts.reasons(site));
    }

    private static <R> Map<String, Long> numbers(Map<String, R> rows, ToLongFunction<R> number) {
        Map<String, Long> numbers = new TreeMap<>();
        rows.forEach((key, row) -> numbers.put(key, number.applyAsLong(row)));
        return withoutNothing(numbers);
    }

    private static Map<String, Long> withoutNothing(Map<String, Long> numbers) {
        Map<String, Long> some = new TreeMap<>(numbers);
        some.values().removeIf(number -> number == 0);
        return some;
    }
}
