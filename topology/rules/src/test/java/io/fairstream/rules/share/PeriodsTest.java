package io.fairstream.rules.share;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fairstream.rules.decay.HalfLife;
import io.fairstream.rules.decay.UsagePeriods;
import io.fairstream.rules.share.Billing.Tariff;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Periods of 900 s, four of which count; times in seconds. */
class PeriodsTest {
    private static final long EPOCH = 10_000;

    private final AssociationPipeline books = new AssociationPipeline(terms(EPOCH, 900, 3600));

    private static UsageTerms terms(long epoch, long halfLife, long reset) {
        UsagePeriods periods =
                UsagePeriods.of(epoch * 1000, Duration.ofSeconds(halfLife), Duration.ofSeconds(reset), 0.5);
        return new UsageTerms(new HalfLife(halfLife), periods, Tariff.of(Billing.of("node=1", Billing.Mode.SUM)));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ended | asked | usage | why
            10899 | 10899 | 1000  | the running period counts in full
            10899 | 10900 | 500   | half in the next
            10900 | 10900 | 1000  | a period begins with its first instant
            10001 | 13599 | 125   | the oldest that counts
            10001 | 13600 | 0     | as old as the reset period
            5000  | 10899 | 1000  | what was before the epoch is in its first period
            5000  | 10900 | 500   | and fades with that
            """, useHeadersInDisplayName = true)
    void aRunCountsInThePeriodInWhichItEnded(long ended, long asked, double expected, String why) {
        books.tell(ended - 100 + " RUNNING x10 /root/a alice; " + ended + " COMPLETE");
        assertEquals(expected, books.periodUsage("root/a/alice", asked), why);
        assertEquals(expected, books.periodUsage("root/a", asked), why);
        assertEquals(expected, books.periodUsage("root", asked), why);
    }

    @Test
    void anEndSaidLateMovesARunIntoItsPeriod() {
        books.tell("10100 RUNNING x1 #r1 /a alice; 12000 COMPLETE #r2");
        assertEquals(Map.of(2L, 190_000_000L), books.state("a").sums().periods());
        books.tell("10500 COMPLETE #r1");
        assertEquals(Map.of(0L, 40_000_000L), books.state("a").sums().periods());
        assertEquals(100, books.periodUsage("a", 12_000));
    }

    @Test
    void whatIsForgottenIsGoneButNotFromWhatWasEverUsed() {
        books.tell("10000 RUNNING x1 /a alice; 10050 COMPLETE; 11000 RUNNING x1 /a alice job=8; 11060 COMPLETE job=8");
        books.tell("13650 PENDING x1 /a alice job=9");
        assertEquals(2, books.state("a").sums().periods().size(), "who waits is charged nothing");
        books.tell("13650 RUNNING x1 /a alice job=9");
        assertEquals(Map.of(1L, 6_000_000L), books.state("a").sums().periods());
        assertEquals(Map.of(1L, 6_000_000L), books.state("a/alice").sums().periods());
        assertEquals(110, books.state("a").rawUsage());
        assertEquals(110, books.state("a/alice").rawUsage());
        books.renew(terms(EPOCH, 1800, 7200));
        assertEquals(Map.of(0L, 11_000_000L), books.state("a/alice").sums().periods(), "longer periods remember more");
        assertEquals(Map.of(0L, 11_000_000L), books.state("a").sums().periods());
    }

    /** A third of a node for a second is 0.33333; flux rounds each run, and so halves go to the even one. */
    @Test
    void unitsAreHundredThousandthsRoundedAsFluxDoes() {
        UsageTerms thirds = new UsageTerms(
                new HalfLife(900),
                UsagePeriods.DEFAULT,
                Tariff.of(Billing.of("node=0.33333333,gpu=0.0625", Billing.Mode.SUM)));
        AssociationPipeline rounding = new AssociationPipeline(thirds);
        rounding.tell("10 RUNNING nodes=1 /a alice; 11 COMPLETE");
        rounding.tell("10 RUNNING nodes=0 gpus=1 /a bob job=8; 11 COMPLETE job=8");
        assertEquals(33_333, rounding.state("a/alice").sums().units());
        assertEquals(6_250, rounding.state("a/bob").sums().units());
        assertEquals(39_583, rounding.state("a").sums().units());
        UsageTerms tiny = new UsageTerms(
                new HalfLife(900), UsagePeriods.DEFAULT, Tariff.of(Billing.of("gpu=0.015625", Billing.Mode.SUM)));
        AssociationPipeline halves = new AssociationPipeline(tiny);
        halves.tell("10 RUNNING gpus=1 /a alice; 11 COMPLETE; 10 RUNNING gpus=3 /a bob job=8; 11 COMPLETE job=8");
        assertEquals(1562, halves.state("a/alice").sums().units());
        assertEquals(4688, halves.state("a/bob").sums().units());
    }
}
