package io.fairstream.query.audit;

import static io.fairstream.testing.SyntheticUse.HOUR_MICROS;
import static io.fairstream.testing.SyntheticUse.accounting;
import static io.fairstream.testing.SyntheticUse.allocation;
import static io.fairstream.testing.SyntheticUse.at;
import static io.fairstream.testing.SyntheticUse.node;
import static io.fairstream.testing.SyntheticUse.usage;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.schemas.Charge;
import io.fairstream.schemas.ChargeKind;
import io.fairstream.schemas.JobAccounting;
import io.fairstream.schemas.Node;
import io.fairstream.schemas.UserAccounting;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Synthetic books that balance: a node of 4 processors for two hours, of which alice's job has 3 from 0:30 on. */
class UsageReconciliationsTest {
    private static final List<Charge> CHARGES = List.of(
            allocation(ChargeKind.USER, "alice", 7, "root/physics", 0, 0, 3),
            allocation(ChargeKind.JOB, "alice", 7, "root/physics", 0, 0, 3),
            allocation(ChargeKind.USER, "alice", 7, "root/physics", 0.5, 3, -3),
            allocation(ChargeKind.JOB, "alice", 7, "root/physics", 0.5, 3, -3),
            usage("alice", "n1", 0, 2, 5 * HOUR_MICROS),
            usage(ChargeKind.JOB, "tux/7", "alice", "n1", 0, 2, 5 * HOUR_MICROS),
            usage("SYSTEM", "n1", 0, 2, -1),
            usage(ChargeKind.JOB, "tux/0/SYSTEM", "SYSTEM", "n1", 0, 2, -1),
            usage("IDLE", "n1", 0, 2, 3 * HOUR_MICROS + 1),
            usage(ChargeKind.JOB, "tux/0/IDLE", "IDLE", "n1", 0, 2, 3 * HOUR_MICROS + 1));

    private static final JobAccounting JOB = accounting(7, 4.5, 5)
            .setCpuTimeReservedMicros(HOUR_MICROS * 3 / 2)
            .setRealMemoryKiBSeconds(5 * HOUR_MICROS / 1000)
            .setRealMemoryHighwaterKiB(5)
            .setProcessorsAllocated(3)
            .setAsOf(at(2))
            .build();

    private static final UserAccounting ALICE = accounting("alice", 4.5, 5)
            .setCpuTimeReservedMicros(HOUR_MICROS * 3 / 2)
            .setRealMemoryKiBSeconds(5 * HOUR_MICROS / 1000)
            .setRealMemoryHighwaterKiB(5)
            .setProcessorsAllocated(3)
            .setAsOf(at(2))
            .build();

    private static final List<JobAccounting> JOBS =
            List.of(JOB, nobody(0, "SYSTEM", -1), nobody(0, "IDLE", 3 * HOUR_MICROS + 1));

    private static final List<UserAccounting> USERS = List.of(
            ALICE,
            accounting("SYSTEM", 0, 0).setCpuTimeUsedMicros(-1).build(),
            accounting("IDLE", 0, 0)
                    .setCpuTimeUsedMicros(3 * HOUR_MICROS + 1)
                    .setRealMemoryKiBSeconds((3 * HOUR_MICROS + 1) / 1000)
                    .setRealMemoryHighwaterKiB(3)
                    .build());

    private static final Node NODE = node("n1", 4, 2, 5 * HOUR_MICROS, -1, 3 * HOUR_MICROS + 1, 0);

    private static JobAccounting nobody(long id, String user, long micros) {
        return accounting(id, 0, 0)
                .setUser(user)
                .setSubmitted(null)
                .setCpuTimeUsedMicros(micros)
                .setRealMemoryKiBSeconds(micros / 1000)
                .setRealMemoryHighwaterKiB(micros / HOUR_MICROS)
                .build();
    }

    @Test
    void booksBalanceWhenRowsAreWhatWasCharged() {
        assertEquals(List.of(), wrong(CHARGES, JOBS, USERS, List.of(NODE)));
    }

    @Test
    void rowsOfDifferentInstantsAreTakenToTheNewest() {
        UserAccounting earlier = UserAccounting.newBuilder(ALICE)
                .setAsOf(at(1))
                .setCpuTimeAllocatedMicros(HOUR_MICROS * 3 / 2)
                .build();
        assertEquals(List.of(), wrong(CHARGES, JOBS, List.of(earlier, USERS.get(1), USERS.get(2)), List.of(NODE)));
    }

    @Test
    void jobsOfOneNumberAreTakenTogether() {
        JobAccounting first = accounting(7, 4.5, 0)
                .setProcessorsAllocated(3)
                .setAsOf(at(2))
                .setCpuTimeReservedMicros(HOUR_MICROS * 3 / 2)
                .build();
        JobAccounting second = accounting(7, 0, 5)
                .setSubmitted(at(1))
                .setRealMemoryKiBSeconds(5 * HOUR_MICROS / 1000)
                .setRealMemoryHighwaterKiB(5)
                .build();
        assertEquals(List.of(), wrong(CHARGES, List.of(first, second, JOBS.get(1), JOBS.get(2)), USERS, List.of(NODE)));
    }

    @Test
    void aBeginThatIsMoreThanFitsIsTakenBackByItsEnd() {
        UsageReconciliation book = new UsageReconciliation(at(24 * 365));
        book.add(at(1), Integer.MAX_VALUE, 0);
        book.add(at(1.5), -Integer.MAX_VALUE, 0);
        assertEquals(HOUR_MICROS / 2 * Integer.MAX_VALUE, book.amount(UsageReconciliation.ALLOCATED));
    }

    @Test
    void aMicrosecondIsMissed() {
        JobAccounting less = JobAccounting.newBuilder(JOB)
                .setCpuTimeAllocatedMicros(JOB.getCpuTimeAllocatedMicros() - 1)
                .build();
        assertEquals(
                List.of(
                        "job-accounting = charges: \"tux/7\" cpuTimeAllocatedMicros: 16199999999 (expected: 16200000000)",
                        "sum of job-accounting = of user-accounting: cpuTimeAllocatedMicros: 16199999999 of jobs"
                                + " (expected: 16200000000, of users)"),
                wrong(CHARGES, List.of(less, JOBS.get(1), JOBS.get(2)), USERS, List.of(NODE)));
    }

    @Test
    void aHighwaterIsNotAddedUpButCompared() {
        UserAccounting higher =
                UserAccounting.newBuilder(ALICE).setRealMemoryHighwaterKiB(6).build();
        assertEquals(
                List.of("user-accounting = charges: \"alice\" realMemoryHighwaterKiB: 6 (expected: 5)"),
                wrong(CHARGES, JOBS, List.of(higher, USERS.get(1), USERS.get(2)), List.of(NODE)));
    }

    @Test
    void rowsWithoutChargesAndChargesWithoutRowsAreTold() {
        List<String> wrong = wrong(
                CHARGES,
                List.of(
                        JOBS.get(0),
                        JOBS.get(1),
                        JOBS.get(2),
                        accounting(8, 0, 0).build()),
                USERS.subList(0, 2),
                List.of());
        assertTrue(wrong.contains("job-accounting = charges: \"tux/8\": an unexplained row"), wrong.toString());
        assertTrue(wrong.contains("user-accounting = charges: \"IDLE\": no row (expected: one)"), wrong.toString());
        assertTrue(wrong.contains("nodes = charges: \"tux/n1\": no row (expected: one)"), wrong.toString());
    }

    @Test
    void processorTimeThatWentNowhereIsTold() {
        Node leaking =
                Node.newBuilder(NODE).setIdleMicros(NODE.getIdleMicros() - 1).build();
        assertEquals(
                List.of(
                        "sessions + system + idle + down = capacity: \"tux/n1\" capacityMicros: 28800000000 (expected:"
                                + " 28799999999, sum of the parts)",
                        "nodes = charges: \"tux/n1\" idleMicros: 10800000000 (expected: 10800000001)"),
                wrong(CHARGES, JOBS, USERS, List.of(leaking)));
    }

    @Test
    void whatDependsOnDeletedChargesIsNotChecked() {
        UsageReconciliations uses = new UsageReconciliations(JOBS, USERS);
        List<Check> checks = new ArrayList<>(uses.checks(false));
        checks.addAll(new NodeReconciliation(List.of(NODE)).checks(false));
        assertEquals(
                List.of(
                        "not checked: older records of charges are deleted",
                        "not checked: older records of charges are deleted",
                        "16,200,000,000 us allocated, 5,400,000,000 us reserved, 28,800,000,000 us of nodes",
                        "1 nodes, 28,800,000,000 us",
                        "not checked: older records of charges are deleted"),
                checks.stream().map(Check::detail).toList());
        assertTrue(checks.stream().allMatch(Check::holds));
    }

    private static List<String> wrong(
            List<Charge> charges, List<JobAccounting> jobs, List<UserAccounting> users, List<Node> nodes) {
        UsageReconciliations uses = new UsageReconciliations(jobs, users);
        NodeReconciliation book = new NodeReconciliation(nodes);
        charges.forEach(charge -> {
            uses.charge(charge);
            book.charge(charge);
        });
        List<Check> checks = new ArrayList<>(uses.checks(true));
        checks.addAll(book.checks(true));
        return checks.stream()
                .filter(check -> !check.holds())
                .map(check -> check.name() + ": " + check.detail())
                .toList();
    }
}
