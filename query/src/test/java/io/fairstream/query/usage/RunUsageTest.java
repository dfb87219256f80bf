package io.fairstream.query.usage;

import static io.fairstream.testing.SyntheticUse.at;
import static io.fairstream.testing.SyntheticUse.booked;
import static io.fairstream.testing.SyntheticUse.held;
import static io.fairstream.testing.SyntheticUse.holding;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.fairstream.query.usage.PayerLines.By;
import io.fairstream.query.usage.PayerLines.Line;
import io.fairstream.rules.decay.HalfLife;
import io.fairstream.rules.decay.UsagePeriods;
import io.fairstream.rules.share.Billing;
import io.fairstream.rules.share.Billing.Tariff;
import io.fairstream.rules.share.UsageTerms;
import io.fairstream.schemas.Charge;
import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Synthetic runs; a minute is a sixtieth of the hours that times are told in. */
class RunUsageTest {
    private static final Period DAY = new Period(at(0), at(24));
    private static final double MINUTE = 1 / 60.0;
    private static final String ALICE = "root/physics/alice";

    /** The example of flux's manual, flux-account-view-usage-report(1): 540, of which 180, 120, 0 and 240 by size. */
    @Test
    void fluxsOwnExampleComesOut() {
        List<Charge> charges = List.of(
                booked("root/A/50001", 1, 1, 1 + 3 * MINUTE, 1),
                booked("root/A/50001", 2, 2, 2 + MINUTE, 2),
                booked("root/A/50001", 3, 3, 3 + MINUTE, 4));
        assertEquals(
                List.of("root/A 50001 540 180 120 0 240"),
                lines(use(NodeSizes.of(List.of(1, 2, 3, 4)), charges).lines(By.ASSOCIATION)));
    }

    @Test
    void aRunThatEndsAtTheBeginIsInThePeriodAndOneThatEndsAtTheEndIsNot() {
        List<Charge> charges = List.of(
                booked(ALICE, 1, -1, -MINUTE, 1),
                booked(ALICE, 2, -200, 0, 1),
                booked(ALICE, 3, 23, 24, 1),
                booked("root/physics/bob", 4, 23, 24 - MINUTE, 1));
        assertEquals(
                List.of("root/physics alice 720000 720000", "root/physics bob 3540 3540"),
                lines(use(NodeSizes.ALL, charges).lines(By.ASSOCIATION)));
    }

    /** flux's report asks only for runs that began within a week before the period: there these 200 hours are lost. */
    @Test
    void aRunCountsHoweverLongBeforeThePeriodItBegan() {
        assertEquals(
                new BigDecimal("720000.00000"),
                use(NodeSizes.ALL, List.of(booked(ALICE, 2, -200, 0, 1)))
                        .total()
                        .amount());
    }

    @Test
    void whatIsHeldCountsWhenTheRunEndsAndWhatIsTakenBackDoesNot() {
        List<Charge> charges = List.of(
                holding(ALICE, 1, held(1, 1, 2).setHoldings(1).build()),
                holding(ALICE, 1, held(1, 2, 2).setHoldings(-1).build()),
                holding(ALICE, 1, held(2, 2, 3).setHoldings(1).build()),
                holding(
                        ALICE,
                        1,
                        held(2, 3, 3)
                                .setHoldings(-1)
                                .setBooked(1)
                                .setEndedAt(at(3))
                                .build()),
                holding(ALICE, 1, held(1, 2, 2).setBooked(1).setEndedAt(at(3)).build()),
                booked(ALICE, 2, 1, 5, 7),
                holding(
                        ALICE,
                        2,
                        held(1, 5, 7)
                                .setHoldings(1)
                                .setBooked(-1)
                                .setEndedAt(at(5))
                                .build()));
        assertEquals(
                List.of("root/physics alice 18000 0 7200 10800"),
                lines(use(NodeSizes.of(List.of(1, 2, 3)), charges).lines(By.ASSOCIATION)));
    }

    @Test
    void usersBanksAndTheTreeAreSumsOfTheSame() {
        List<Charge> charges = List.of(
                booked("root/physics/alice", 1, 1, 2, 1),
                booked("root/physics/theory/alice", 2, 1, 2, 2),
                booked("root/physics/theory/bob", 3, 1, 2, 4),
                booked("UNKNOWN/bob", 4, 1, 2, 8));
        PayerLines lines = use(NodeSizes.ALL, charges);
        assertEquals(List.of("null bob 43200 43200", "null alice 10800 10800"), lines(lines.lines(By.USER)));
        assertEquals(
                List.of(
                        "UNKNOWN null 28800 28800",
                        "root/physics/theory null 21600 21600",
                        "root/physics null 3600 3600"),
                lines(lines.lines(By.BANK)));
        assertEquals(
                List.of(
                        "UNKNOWN null 28800 28800",
                        "UNKNOWN bob 28800 28800",
                        "root null 25200 25200",
                        "root/physics null 25200 25200",
                        "root/physics alice 3600 3600",
                        "root/physics/theory null 21600 21600",
                        "root/physics/theory alice 7200 7200",
                        "root/physics/theory bob 14400 14400"),
                lines(lines.tree(true)));
        assertEquals(
                List.of(0, 0, 1, 2), lines.tree(false).stream().map(Line::depth).toList());
    }

    @Test
    void weightsSayWhatAHoldingCounts() {
        List<Charge> charges = List.of(booked(ALICE, 1, 1, 2, 2), booked("root/biology/bob", 2, 1, 2, null));
        UsageTerms gpus = terms("gpu=10,cpu=0.5");
        assertEquals(
                List.of("root/physics alice 100800 100800", "root/biology bob 50400 50400"),
                lines(use(gpus, NodeSizes.ALL, charges).lines(By.ASSOCIATION)));
        assertEquals(
                List.of("root/biology bob 28800 28800", "root/physics alice 7200 7200"),
                lines(use(NodeSizes.ALL, charges).lines(By.ASSOCIATION)),
                "of whom nobody says how many nodes, a node for each processor");
    }

    @Test
    void eachRunIsRoundedToAHundredThousandthOfANodeSecondHalfToEven() {
        UsageTerms weights = terms("node=0.00000625");
        Charge second = booked(ALICE, 1, 0, 1 / 3600.0, 1);
        assertEquals(
                new BigDecimal("0.00003"),
                use(weights, NodeSizes.ALL, List.of(second, second, second))
                        .total()
                        .amount());
    }

    @Test
    void sizesRiseAndNoNumberOfNodesIsInNone() {
        NodeSizes sizes = NodeSizes.of(List.of(2, 8));
        assertEquals(List.of(0, 2, 8), sizes.begins());
        assertEquals(List.of(0, 0, 1, 1, 2), List.of(sizes.of(0), sizes.of(1), sizes.of(2), sizes.of(7), sizes.of(8)));
        assertEquals(0, NodeSizes.of(List.of(1, 2)).of(0));
        for (List<Integer> wrong : List.of(List.of(-1), List.of(2, 2), List.of(4, 3))) {
            assertThrows(IllegalArgumentException.class, () -> NodeSizes.of(wrong), wrong.toString());
        }
    }

    private static UsageTerms terms(String weights) {
        return new UsageTerms(
                new HalfLife(604_800), UsagePeriods.DEFAULT, Tariff.of(Billing.of(weights, Billing.Mode.SUM)));
    }

    private static PayerLines use(NodeSizes sizes, List<Charge> charges) {
        return use(terms("node=1"), sizes, charges);
    }

    private static PayerLines use(UsageTerms weights, NodeSizes sizes, List<Charge> charges) {
        RunUsage use = new RunUsage(Posted.query(DAY), association -> true, weights, sizes);
        charges.forEach(use::charge);
        return use.lines();
    }

    private static List<String> lines(List<Line> lines) {
        return lines.stream()
                .map(line -> line.bank() + " " + line.user() + " "
                        + String.join(
                                " ",
                                line.amounts().stream()
                                        .map(amount -> Unit.shortened(amount).toPlainString())
                                        .toList()))
                .toList();
    }
}
