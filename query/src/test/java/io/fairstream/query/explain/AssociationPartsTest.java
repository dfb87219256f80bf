package io.fairstream.query.explain;

import static io.fairstream.query.DocumentLines.part;
import static io.fairstream.query.DocumentLines.sentences;
import static io.fairstream.testing.SyntheticUse.at;
import static io.fairstream.testing.SyntheticUse.booked;
import static io.fairstream.testing.SyntheticUse.held;
import static io.fairstream.testing.SyntheticUse.holding;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.query.columns.Document;
import io.fairstream.rules.decay.HalfLife;
import io.fairstream.rules.decay.UsagePeriods;
import io.fairstream.rules.share.Billing;
import io.fairstream.rules.share.Billing.Tariff;
import io.fairstream.rules.share.UsageTerms;
import io.fairstream.schemas.AccountingAt.AssociationUsageAt;
import io.fairstream.schemas.AssociationUsage;
import io.fairstream.schemas.Charge;
import io.fairstream.schemas.ShareKind;
import io.fairstream.schemas.UsagePeriod;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Synthetic: alice had 2 nodes from 1 to 2, one from 3 to 4, and has 3 since 4; periods and half-life of an hour from midnight on, of
 * which four count; as of 5.
 */
class AssociationPartsTest {
    private static final double HOUR = 3600;
    private static final double H_BY_LN2 = HOUR / Math.log(2);
    private static final String ALICE = "root/physics/alice";
    private static final UsageTerms TERMS = new UsageTerms(
            new HalfLife(HOUR),
            UsagePeriods.of(0, Duration.ofHours(1), Duration.ofHours(4), 0.5),
            Tariff.of(Billing.of("node=1", Billing.Mode.SUM)));

    private static final List<Charge> CHARGES = List.of(
            holding(ALICE, 1, held(1, 1, 2).setHoldings(1).build()),
            booked(ALICE, 1, 1, 2, 2),
            holding(ALICE, 2, held(3, 3, 1).setHoldings(1).build()),
            booked(ALICE, 2, 3, 4, 1),
            holding(ALICE, 3, held(4, 4, 3).setHoldings(1).build()));

    private static final AssociationUsage ROW = AssociationUsage.newBuilder()
            .setPath(ALICE)
            .setKind(ShareKind.USER)
            .setUser("alice")
            .setRawUsage(10_800)
            .setPeriods(List.of(new UsagePeriod(2L, 7200.0), new UsagePeriod(4L, 3600.0)))
            .setPeriodUsage(900 + 1800)
            .setSmoothUsage((1 / 8.0 + 1 / 4.0 + 1.5) * H_BY_LN2)
            .setWeightInUse(3)
            .setAsOf(at(5))
            .setHalfLifeSeconds(HOUR)
            .setPeriodEpoch(at(0))
            .setPeriodCount(4)
            .setDecayFactor(0.5)
            .build();

    private static AssociationParts parts(AssociationUsage row, List<Charge> charges) {
        return AssociationParts.of(row, charges, TERMS, null);
    }

    @Test
    void periodsAndRunsAddUpToTheRow() {
        AssociationParts parts = parts(ROW, CHARGES);
        assertTrue(parts.isWhole());
        assertEquals(
                List.of("2 1 7200.0 0.125 until 6", "4 1 3600.0 0.5 until 8"),
                parts.periods().stream()
                        .map(part ->
                                part.index() + " " + part.runs() + " " + part.used() + " " + part.factor() + " until "
                                        + Duration.between(at(0), part.fades()).toHours())
                        .toList());
        assertEquals(
                List.of("tux/2 1800.0 0.0", "tux/1 900.0 0.0", "tux/3 0.0 3.0"),
                parts.runs().stream()
                        .map(run -> run.key().job() + " " + parts.counts(run) + " " + run.weight())
                        .toList());
        assertEquals(1.5 * H_BY_LN2, parts.runs().get(2).smooth(), 1e-6);
        assertEquals(at(8), parts.faded());
        assertEquals(List.of(at(6), at(7), at(8)), parts.ahead(9));
    }

    @ParameterizedTest(name = "ended at {0}, asked at {1}: {3}")
    @CsvSource({
        // hour of a run's end, hour asked about; what its 3600 node-seconds count
        "1.5, 1.75, 3600, all of it in the hour of its end",
        "1.5, 2,    1800, half of it in the next",
        "1.5, 2.99, 1800, to its last moment",
        "1.5, 3,    900,  a quarter",
        "1.5, 4,    450,  an eighth in the fourth",
        "1.5, 5,    0,    four hours count and no more",
        "2,   2,    3600, an end at a full hour is of the hour that begins",
        "2,   3,    1800, and counts half in the one after it",
    })
    void aRunCountsHalfInEachHourAfterThatOfItsEnd(double end, double asked, double counts, String why) {
        AssociationUsage row = AssociationUsage.newBuilder(ROW)
                .setPeriods(List.of())
                .setPeriodUsage(0)
                .setSmoothUsage(0)
                .setAsOf(at(asked))
                .build();
        AssociationParts parts = parts(row, List.of(booked(ALICE, 1, end - 1, end, 1)));
        assertEquals(counts, parts.periodUsage(), why);
        assertEquals(counts, parts.counts(parts.runs().get(0)), why);
    }

    @Test
    void atALaterInstantLessCounts() {
        AssociationParts parts = parts(AssociationUsageAt.evaluate(ROW, at(6.5)), CHARGES);
        assertTrue(parts.isWhole());
        assertEquals(900, parts.periodUsage());
        assertEquals(1, parts.periods().size());
        assertEquals(0, parts(AssociationUsageAt.evaluate(ROW, at(8)), CHARGES).periodUsage());
    }

    @Test
    void whatIsTakenBackIsNoPart() {
        List<Charge> charges = List.of(
                CHARGES.get(2),
                CHARGES.get(3),
                holding(ALICE, 2, held(3, 3, 1).setHoldings(-1).build()),
                holding(
                        ALICE,
                        2,
                        held(3, 4, 1)
                                .setHoldings(1)
                                .setBooked(-1)
                                .setEndedAt(at(4))
                                .build()));
        assertEquals(List.of(), parts(ROW, charges).runs());
    }

    /** It held something and was not yet booked. */
    @Test
    void aSuspendedRunIsAPartOfTheSmoothUsage() {
        List<Charge> charges = List.of(
                CHARGES.get(0), holding(ALICE, 1, held(1, 2, 2).setHoldings(-1).build()));
        AssociationParts parts = parts(ROW, charges);
        assertEquals(H_BY_LN2 / 8, parts.smoothUsage(), 1e-6);
        assertNull(parts.runs().get(0).endedAt());
        assertEquals(0, parts.runs().get(0).weight());
    }

    @Test
    void aMissingEntryIsNoticed() {
        assertFalse(parts(ROW, CHARGES.subList(0, 4)).isWhole());
        assertFalse(parts(ROW, CHARGES.subList(2, 5)).isWhole());
        assertTrue(AssociationParts.of(ROW, CHARGES.subList(2, 5), TERMS, at(3)).isWhole(), "older ones are deleted");
    }

    @Test
    void partsAreRowsWithUnits() {
        Document document = new AssociationReport(parts(ROW, CHARGES)).document(2);
        assertEquals(
                List.of(
                        "2026-03-02T02:00:00Z 1 7200.0 0.125 900.0 2026-03-02T06:00:00Z",
                        "2026-03-02T04:00:00Z 1 3600.0 0.5 1800.0 2026-03-02T08:00:00Z"),
                part(document, "period", "from", "runs", "nodeSeconds", "factor", "periodUsage", "countsUntil"));
        assertEquals(
                List.of(
                        "tux/2 2026-03-02T03:00:00Z 2026-03-02T04:00:00Z 0.0 3600.0 1800.0",
                        "tux/1 2026-03-02T01:00:00Z 2026-03-02T02:00:00Z 0.0 7200.0 900.0"),
                part(document, "run", "job", "from", "until", "weight", "nodeSeconds", "periodUsage"));
        assertEquals(
                List.of("2026-03-02T06:00:00Z 900.0", "2026-03-02T07:00:00Z 450.0", "2026-03-02T08:00:00Z 0.0"),
                part(document, "outlook", "at", "periodUsage"));
        assertEquals(
                List.of("2700.0 3.0 3600.0"), part(document, "sum", "periodUsage", "weightInUse", "halfLifeSeconds"));
    }

    @Test
    void sentencesSayWhatTheRowsAreOf() {
        assertEquals(
                List.of(
                        "root/physics/alice at 2026-03-02T05:00:00Z: 2,700.00 node-s count of finished runs, 9,738.19 with"
                                + " smooth decay, 3 node-s/s in use.",
                        "The sums are of all 3 runs.",
                        "A run counts from its end on; with smooth decay each second of it does as it passes. The half-life is"
                                + " 1 h 0 min.",
                        "What counts if no run ends, and with smooth decay if 3 stay in use, or if use stops:"),
                sentences(new AssociationReport(parts(ROW, CHARGES)).document(2)));
    }

    @Test
    void whatDeletedEntriesCountedIsAPart() {
        Document document = new AssociationReport(AssociationParts.of(ROW, CHARGES.subList(2, 5), TERMS, at(3)))
                .document(Explain.ALL);
        assertEquals(List.of("2026-03-02T03:00:00Z 900.0"), part(document, "earlier", "before", "periodUsage"));
    }
}
