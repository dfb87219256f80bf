package io.fairstream.query.audit;

import static io.fairstream.testing.SyntheticUse.at;
import static io.fairstream.testing.SyntheticUse.booked;
import static io.fairstream.testing.SyntheticUse.held;
import static io.fairstream.testing.SyntheticUse.holding;
import static io.fairstream.testing.SyntheticUse.job;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.rules.decay.HalfLife;
import io.fairstream.rules.decay.UsagePeriods;
import io.fairstream.rules.share.Billing;
import io.fairstream.rules.share.Billing.Tariff;
import io.fairstream.rules.share.UsageTerms;
import io.fairstream.schemas.AssociationUsage;
import io.fairstream.schemas.Charge;
import io.fairstream.schemas.HoldingChange;
import io.fairstream.schemas.Job;
import io.fairstream.schemas.JobState;
import io.fairstream.schemas.ShareKind;
import io.fairstream.schemas.UsagePeriod;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Synthetic books that balance, with a half-life of an hour and periods from midnight on: alice had 2 nodes from 1 to 2 and has 3
 * since 4, bob had one from 0 to 4; all in root/physics, as of 5.
 */
class AssociationReconciliationsTest {
    private static final double HOUR = 3600;
    private static final double H_BY_LN2 = HOUR / Math.log(2);
    private static final UsageTerms TERMS = new UsageTerms(
            new HalfLife(HOUR),
            UsagePeriods.of(at(0).toEpochMilli(), Duration.ofHours(1), Duration.ofHours(4), 0.5),
            Tariff.of(Billing.of("node=1", Billing.Mode.SUM)));
    private static final String ALICE = "root/physics/alice";
    private static final String BOB = "root/physics/bob";

    private static final List<Charge> CHARGES = List.of(
            holding(ALICE, 1, held(1, 1, 2).setHoldings(1).build()),
            booked(ALICE, 1, 1, 2, 2),
            holding(ALICE, 2, held(4, 4, 3).setHoldings(1).build()),
            holding(BOB, 3, held(0, 0, 1).setHoldings(1).build()),
            booked(BOB, 3, 0, 4, 1));

    /** From 1 to 2 alice's use grows to h/ln 2 nodes' worth, halves thrice by 5, and grows by 1.5 h/ln 2 in the last hour. */
    private static final AssociationUsage.Builder OF_ALICE =
            row(ALICE, 7200, 3, (1 / 8.0 + 1.5) * H_BY_LN2, at(5), new UsagePeriod(2L, 7200.0));

    private static final AssociationUsage.Builder OF_BOB =
            row(BOB, 14400, 0, 15 / 16.0 * H_BY_LN2, at(4), new UsagePeriod(4L, 14400.0));

    private static AssociationUsage.Builder row(
            String path, double raw, double weight, double smooth, Instant asOf, UsagePeriod... periods) {
        return AssociationUsage.newBuilder()
                .setPath(path)
                .setKind(ShareKind.USER)
                .setUser(path.substring(path.lastIndexOf('/') + 1))
                .setRawUsage(raw)
                .setPeriods(List.of(periods))
                .setPeriodUsage(0)
                .setSmoothUsage(smooth)
                .setWeightInUse(weight)
                .setAsOf(asOf)
                .setHalfLifeSeconds(HOUR)
                .setPeriodEpoch(at(0))
                .setPeriodCount(4)
                .setDecayFactor(0.5);
    }

    private static AssociationUsage bank(String path, double raw) {
        double smooth = (1 / 8.0 + 1.5 + 15 / 32.0) * H_BY_LN2;
        return row(path, raw, 3, smooth, at(5), new UsagePeriod(2L, 7200.0), new UsagePeriod(4L, 14400.0))
                .setKind(ShareKind.BANK)
                .setUser(null)
                .build();
    }

    private static List<AssociationUsage> rows() {
        return List.of(OF_ALICE.build(), OF_BOB.build(), bank("root/physics", 21600), bank("root", 21600));
    }

    @Test
    void booksBalanceWhenRowsAreWhatWasCharged() {
        assertEquals(List.of(), wrong(CHARGES, rows()));
        assertEquals(
                List.of("2 users in banks, 21,600.00000 node-s", "2 banks"),
                checks(CHARGES, rows(), true).stream().map(Check::detail).toList());
    }

    @Test
    void aHundredThousandthOfANodeSecondIsMissed() {
        AssociationUsage less =
                AssociationUsage.newBuilder(OF_ALICE).setRawUsage(7199.99999).build();
        assertEquals(
                List.of(
                        "association-usage = charges: \"root/physics/alice\" rawUsage: 7199.99999 (expected: 7200.0)",
                        "bank = sum of what is below it: \"root/physics\" rawUsage: 21600.0 (expected: 21599.99999)"),
                wrong(CHARGES, with(less)));
    }

    @Test
    void useInTheWrongPeriodIsTold() {
        AssociationUsage shifted = AssociationUsage.newBuilder(OF_BOB)
                .setPeriods(List.of(new UsagePeriod(3L, 14400.0)))
                .build();
        assertEquals(
                List.of(
                        "association-usage = charges: \"root/physics/bob\" period 3: 14400.0 (expected: 0.0)",
                        "bank = sum of what is below it: \"root/physics\" period 3: 0.0 (expected: 14400.0)"),
                wrong(CHARGES, with(shifted)));
    }

    @Test
    void aCorrectionIsTakenBackAndAPeriodThatCountsNoMoreIsNotMissed() {
        List<Charge> charges = new ArrayList<>(CHARGES);
        charges.add(holding(
                BOB,
                3,
                held(0, 4, 1).setHoldings(1).setBooked(-1).setEndedAt(at(4)).build()));
        charges.add(booked(BOB, 3, 0, 1, 1));
        double smooth = H_BY_LN2 / 2 / 16;
        AssociationUsage corrected = row(BOB, 3600, 0, smooth, at(5)).build();
        List<AssociationUsage> rows = List.of(OF_ALICE.build(), corrected);
        assertEquals(
                List.of("bank = sum of what is below it: \"root/physics\": no row (expected: one)"),
                wrong(charges, rows));
    }

    @Test
    void whatIsUsedNowIsComparedToo() {
        AssociationUsage more =
                AssociationUsage.newBuilder(OF_BOB).setWeightInUse(1e-6).build();
        assertTrue(
                wrong(CHARGES, with(more))
                        .get(0)
                        .startsWith("association-usage = charges: \"root/physics/bob\" weightInUse: 1.0E-6"),
                wrong(CHARGES, with(more)).toString());
        AssociationUsage smoother = AssociationUsage.newBuilder(OF_ALICE)
                .setSmoothUsage(OF_ALICE.getSmoothUsage() * (1 + 1e-6))
                .build();
        assertEquals(2, wrong(CHARGES, with(smoother)).size());
    }

    @Test
    void rowsWithoutChargesAndChargesWithoutRowsAreTold() {
        AssociationUsage carol = row("root/physics/carol", 5, 0, 0, at(0)).build();
        List<AssociationUsage> rows = List.of(OF_ALICE.build(), carol);
        List<String> wrong = wrong(CHARGES, rows);
        assertEquals(
                List.of(
                        "association-usage = charges: \"root/physics/bob\": no row (expected: one); \"root/physics/carol\""
                                + " rawUsage: 5.0 (expected: 0.0)",
                        "bank = sum of what is below it: \"root/physics\": no row (expected: one)"),
                wrong);
    }

    @Test
    void whoHasSharesOnlyNeedsNoBankAndNoCharge() {
        AssociationUsage listed =
                row("root/biology/dave", 0, 0, 0, Instant.EPOCH).setShares(3.0).build();
        List<AssociationUsage> rows = new ArrayList<>(rows());
        rows.add(listed);
        assertEquals(List.of(), wrong(CHARGES, rows));
    }

    @Test
    void aPathThatIsABankAndAUserHasBoth() {
        List<Charge> charges = new ArrayList<>(CHARGES);
        charges.add(holding("root/physics", 9, held(5, 5, 1).setHoldings(1).build()));
        AssociationUsage both = AssociationUsage.newBuilder(bank("root/physics", 21600))
                .setWeightInUse(4)
                .build();
        AssociationUsage root = AssociationUsage.newBuilder(bank("root", 21600))
                .setWeightInUse(4)
                .build();
        assertEquals(List.of(), wrong(charges, List.of(OF_ALICE.build(), OF_BOB.build(), both, root)));
    }

    @Test
    void whatDependsOnDeletedChargesIsNotChecked() {
        List<Check> checks = checks(CHARGES.subList(1, 5), rows(), false);
        assertEquals(
                List.of("not checked: older records of charges are deleted", "2 banks"),
                checks.stream().map(Check::detail).toList());
    }

    @Test
    void whatIsHeldByNameInAPartitionAtAQosIsWhatJobsHold() {
        List<Charge> named = CHARGES.stream()
                .map(charge -> charge.getThing().equals("tux/2") && charge.getEntry() instanceof HoldingChange entry
                        ? Charge.newBuilder(charge)
                                .setEntry(HoldingChange.newBuilder(entry)
                                        .setTres(Map.of("billing", 9L, "gres/gpu:a100", 3L))
                                        .setPartition("gpu")
                                        .setQos("urgent")
                                        .build())
                                .build()
                        : charge)
                .toList();
        Job.Builder running = job(2, JobState.RUNNING)
                .setProcessors(24)
                .setNodes(3)
                .setGpus(3)
                .setTres("cpu=24,node=3,gres/gpu=3,gres/gpu:a100=3,billing=9")
                .setPartition("gpu");
        assertEquals(
                List.of("ok 1 jobs"), heldNow(named, running.setQos("urgent").build()));
        assertEquals(1, heldNow(named, running.setQos("normal").build()).size());
        assertTrue(heldNow(named, running.build()).get(0).startsWith("WRONG"));
    }

    @Test
    void whatIsHeldIsWhatJobsHold() {
        Job running = job(2, JobState.RUNNING)
                .setProcessors(24)
                .setNodes(3)
                .setGpus(3)
                .setPartition("")
                .build();
        Job suspended = job(4, JobState.SUSPENDED).build();
        assertEquals(List.of("ok 1 jobs"), heldNow(CHARGES, running, suspended));
        assertEquals(
                List.of(
                        "WRONG \"root/physics/alice\" for job \"tux/2\", AllocatedResources[processors=24, nodes=3, gpus=3, memoryMiB=0, otherTres={}, partition=, qos=]:"
                                + " charged for 1 (expected: 0)"),
                heldNow(CHARGES));
        assertEquals(
                List.of("WRONG \"root/physics/alice\" for job \"tux/2\", AllocatedResources[processors=24, nodes=3, "
                        + "gpus=3, memoryMiB=0, otherTres={}, partition=, qos=]: not charged"),
                heldNow(CHARGES.subList(0, 2), running));
        assertEquals(
                List.of("ok 1 jobs"),
                heldNow(
                        List.of(holding(
                                "UNKNOWN/UNKNOWN",
                                2,
                                HoldingChange.newBuilder(held(4, 4, 3).build())
                                        .setHoldings(1)
                                        .build())),
                        Job.newBuilder(running).setBank("").setUser("").build()));
    }

    private static List<String> heldNow(List<Charge> charges, Job... jobs) {
        HoldingReconciliation book = new HoldingReconciliation(List.of(jobs));
        charges.forEach(book::charge);
        Check check = book.checks(true).get(0);
        return List.of((check.holds() ? "ok " : "WRONG ") + check.detail());
    }

    private static List<AssociationUsage> with(AssociationUsage other) {
        return rows().stream()
                .map(row -> row.getPath().equals(other.getPath()) ? other : row)
                .toList();
    }

    private static List<Check> checks(List<Charge> charges, List<AssociationUsage> rows, boolean isWhole) {
        AssociationReconciliations books = new AssociationReconciliations(rows, TERMS);
        charges.forEach(books::charge);
        return books.checks(isWhole);
    }

    private static List<String> wrong(List<Charge> charges, List<AssociationUsage> rows) {
        return checks(charges, rows, true).stream()
                .filter(check -> !check.holds())
                .map(check -> check.name() + ": " + check.detail())
                .toList();
    }
}
