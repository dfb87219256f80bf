package io.fairstream.schemas;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.schemas.AccountingAt.AssociationUsageAt;
import io.fairstream.schemas.AccountingAt.JobAccountingAt;
import io.fairstream.schemas.AccountingAt.NodeAt;
import io.fairstream.schemas.AccountingAt.UserAccountingAt;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class AccountingAtTest {
    private static final Instant EIGHT = Instant.parse("2026-03-02T08:00:00Z");
    private static final Node N7 = PlainJson.read(Node.class, """
            {"cluster": "tux", "node": "n7", "processors": 4, "sessionsMicros": 60000000, "systemMicros": 20000000,
             "idleMicros": 40000000, "downMicros": 0, "capacityMicros": 120000000, "coveredFrom": "2026-03-02T07:59:30Z",
             "coveredUntil": "2026-03-02T08:00:00Z", "silenceMicros": 90000000}""");
    private static final JobAccounting JOB = PlainJson.read(JobAccounting.class, """
            {"cluster": "tux", "jobId": 7, "user": "alice", "bank": "", "partition": "", "cpuTimeAllocatedMicros": 5,
             "cpuTimeReservedMicros": 7, "cpuTimeUsedMicros": 9, "realMemoryKiBSeconds": 1, "virtualMemoryKiBSeconds": 2,
             "realMemoryHighwaterKiB": 3, "virtualMemoryHighwaterKiB": 4, "processorsAllocated": 4, "processorsReserved": 2,
             "asOf": "2026-03-02T08:00:00Z", "runs": 1, "final": false}""");
    private static final UserAccounting ALICE = PlainJson.read(UserAccounting.class, """
            {"user": "alice", "cpuTimeAllocatedMicros": 5, "cpuTimeReservedMicros": 7, "cpuTimeUsedMicros": 9,
             "realMemoryKiBSeconds": 1, "virtualMemoryKiBSeconds": 2, "realMemoryHighwaterKiB": 3,
             "virtualMemoryHighwaterKiB": 4, "processorsAllocated": 4, "processorsReserved": 0,
             "asOf": "2026-03-02T08:00:00Z", "decayedCpuAllocatedSeconds": 100, "decayedCpuReservedSeconds": 8,
             "decayedCpuUsedSeconds": 6, "decayedRealMemoryKiBSeconds": 4, "decayedVirtualMemoryKiBSeconds": 2,
             "halfLifeSeconds": 600}""");

    @Test
    void aRunningJobIsAllocatedMoreAsTimePasses() {
        JobAccounting later = JobAccountingAt.evaluate(JOB, EIGHT.plusMillis(1));
        assertEquals(4005, later.getCpuTimeAllocatedMicros());
        assertEquals(2007, later.getCpuTimeReservedMicros());
        assertEquals(9, later.getCpuTimeUsedMicros());
        assertEquals(EIGHT.plusMillis(1), later.getAsOf());
    }

    @Test
    void afterOneHalfLifeHalfIsLeftAndARateHasAddedItsShare() {
        UserAccounting later = UserAccountingAt.evaluate(ALICE, EIGHT.plusSeconds(600));
        assertEquals(50 + 4 * 0.5 * 600 / Math.log(2), later.getDecayedCpuAllocatedSeconds(), 1e-9);
        assertEquals(4, later.getDecayedCpuReservedSeconds(), 1e-12);
        assertEquals(3, later.getDecayedCpuUsedSeconds(), 1e-12);
        assertEquals(2, later.getDecayedRealMemoryKiBSeconds(), 1e-12);
        assertEquals(1, later.getDecayedVirtualMemoryKiBSeconds(), 1e-12);
        assertEquals(2_400_000_005L, later.getCpuTimeAllocatedMicros());
    }

    /** Periods of 600 s since 08:00 of the first of March; the row stands at the begin of one of them. */
    private static final AssociationUsage IN_PHYSICS = PlainJson.read(AssociationUsage.class, """
            {"path": "root/physics/alice", "kind": "USER", "user": "alice", "rawUsage": 5000,
             "periods": [{"index": 142, "nodeSeconds": 400}, {"index": 143, "nodeSeconds": 100}, {"index": 144, "nodeSeconds": 10}],
             "periodUsage": 160, "smoothUsage": 100, "weightInUse": 4, "asOf": "2026-03-02T08:00:00Z",
             "halfLifeSeconds": 600, "periodEpoch": "2026-03-01T08:00:00Z", "periodCount": 3, "decayFactor": 0.5}""");

    @Test
    void usageInPeriodsFallsWhenOneEndsAndSmoothUsageAllTheTime() {
        assertEquals(IN_PHYSICS, AssociationUsageAt.evaluate(IN_PHYSICS, EIGHT));
        AssociationUsage sooner = AssociationUsageAt.evaluate(IN_PHYSICS, EIGHT.plusMillis(599_999));
        assertEquals(160, sooner.getPeriodUsage());
        AssociationUsage later = AssociationUsageAt.evaluate(IN_PHYSICS, EIGHT.plusSeconds(600));
        assertEquals(30, later.getPeriodUsage());
        assertEquals(2, later.getPeriods().size(), "the oldest does not count any more");
        assertEquals(50 + 4 * 0.5 * 600 / Math.log(2), later.getSmoothUsage(), 1e-9);
        assertEquals(5000, later.getRawUsage());
        assertEquals(
                0,
                AssociationUsageAt.evaluate(IN_PHYSICS, EIGHT.plusSeconds(1800)).getPeriodUsage());
        assertThrows(
                IllegalArgumentException.class, () -> AssociationUsageAt.evaluate(IN_PHYSICS, EIGHT.minusMillis(1)));
    }

    @Test
    void aNodeIsDownOnceNothingCameForLongerThanItsSilence() {
        assertFalse(NodeAt.isDown(N7, EIGHT.plusSeconds(90)));
        assertEquals(N7, NodeAt.evaluate(N7, EIGHT.plusSeconds(90)));
        Node later = NodeAt.evaluate(N7, EIGHT.plusSeconds(91));
        assertTrue(NodeAt.isDown(N7, EIGHT.plusSeconds(91)));
        assertEquals(4 * 91_000_000L, later.getDownMicros());
        assertEquals(120_000_000 + 4 * 91_000_000L, later.getCapacityMicros());
        assertEquals(EIGHT, later.getCoveredUntil());
    }

    @Test
    void aTotalStopsAtTheLargestThereIs() {
        JobAccounting huge = JobAccounting.newBuilder(JOB)
                .setProcessorsAllocated(Integer.MAX_VALUE)
                .setProcessorsReserved(-Integer.MAX_VALUE)
                .build();
        JobAccounting later = JobAccountingAt.evaluate(huge, EIGHT.plusSeconds(86_400));
        assertEquals(Long.MAX_VALUE, later.getCpuTimeAllocatedMicros());
        assertEquals(Long.MIN_VALUE, later.getCpuTimeReservedMicros());
    }

    @Test
    void aTimeBeforeTheRowIsRefused() {
        Instant before = EIGHT.minusMillis(1);
        assertThrows(IllegalArgumentException.class, () -> JobAccountingAt.evaluate(JOB, before));
        assertThrows(IllegalArgumentException.class, () -> UserAccountingAt.evaluate(ALICE, before));
        assertThrows(IllegalArgumentException.class, () -> NodeAt.evaluate(N7, before));
    }

    @Test
    void aTotalThatNoLongerFitsStopsAtTheLargestAsInTheRow() {
        JobAccounting huge = JobAccounting.newBuilder(JOB)
                .setProcessorsAllocated(Integer.MAX_VALUE)
                .build();
        JobAccounting later = JobAccountingAt.evaluate(huge, EIGHT.plusSeconds(7200));
        assertEquals(Long.MAX_VALUE, later.getCpuTimeAllocatedMicros());
        assertEquals(7 + 2 * 7_200_000_000L, later.getCpuTimeReservedMicros());
        JobAccounting full = JobAccounting.newBuilder(JOB)
                .setCpuTimeAllocatedMicros(Long.MAX_VALUE - 5)
                .build();
        assertEquals(
                Long.MAX_VALUE,
                JobAccountingAt.evaluate(full, EIGHT.plusMillis(1)).getCpuTimeAllocatedMicros());
    }
}
