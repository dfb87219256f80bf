package io.fairstream.rules.share;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.rules.Bounds;
import io.fairstream.rules.EventTimes;
import io.fairstream.rules.decay.HalfLife;
import io.fairstream.rules.decay.UsagePeriods;
import io.fairstream.rules.job.JobEvent;
import io.fairstream.rules.job.JobEvent.JobState;
import io.fairstream.rules.job.JobFacts;
import io.fairstream.rules.job.JobText;
import io.fairstream.rules.journal.Outcome.Effect;
import io.fairstream.rules.share.Billing.Tariff;
import io.fairstream.rules.share.FairSharePolicy.FluxFairShare;
import io.fairstream.rules.share.FairShares.Claim;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Amounts that no job can hold, for centuries: sums stop at the largest number, and are wrong from then on; nothing fails. */
class AbsurdAmountsTest {
    private static final long YEAR_9999 =
            Instant.parse("9999-12-31T23:59:59.999Z").toEpochMilli();
    private static final EventTimes TIMES = new EventTimes(Duration.ofDays(30), Duration.ofDays(1));
    private static final JobFacts ALL =
            JobText.facts("alice", "root/a", null, Bounds.DEVICES, Bounds.DEVICES, Bounds.DEVICES, Bounds.MIB);

    private static JobEvent event(long job, long at, JobState state, JobFacts said) {
        JobEvent event = new JobEvent("tux", job, null, "r1", at, state, said);
        assertNull(event.refusal(TIMES, at, EventTimes.NONE), "accepted");
        return event;
    }

    private static UsageTerms terms(String weights, Billing.Mode mode, double halfLife) {
        UsagePeriods periods = UsagePeriods.of(0, Duration.ofDays(7), Duration.ofDays(28), 1);
        return new UsageTerms(new HalfLife(halfLife), periods, Tariff.of(Billing.of(weights, mode)));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            node=1                                                      | 604800
            node=1,cpu=1,gpu=1,gres/gpu=1,mem=1                         | 604800
            node=1,cpu=1,gpu=1,gres/gpu=1,mem=1                         | 0.0001
            node=1000000000000000,mem=1000000000000000,cpu=0.0000000001 | 604800
            node=1000000000000000,mem=1000000000000000,cpu=0.0000000001 | 1e300
            ''                                                          | 1e18
            """)
    void countAsMuchAsANumberCanSay(String weights, double halfLife) {
        for (Billing.Mode mode : Billing.Mode.values()) {
            AssociationPipeline books = new AssociationPipeline(terms(weights, mode, halfLife));
            for (long job = 1; job <= 4; job++) {
                tell(books, event(job, 0, JobState.RUNNING, ALL));
                tell(books, event(job, YEAR_9999 / 2, JobState.SUSPENDED, JobFacts.EMPTY));
                books.restart();
                tell(books, event(job, YEAR_9999 / 2 + 1, JobState.RUNNING, JobFacts.EMPTY));
                tell(books, event(job, YEAR_9999, JobState.COMPLETE, JobFacts.EMPTY));
                tell(books, event(job, 1, JobState.RUNNING, JobText.facts("alice", "root/b", null, 1)));
            }
            tell(books, event(9, YEAR_9999, JobState.RUNNING, ALL));
            assertPublishable(books);
            books.renew(terms("node=1,mem=0.5", Billing.Mode.SUM, 100));
            assertPublishable(books);
            books.renew(terms(weights, mode, halfLife));
            assertPublishable(books);
        }
    }

    private static void tell(AssociationPipeline books, JobEvent event) {
        assertFalse(books.tell(event).effect() == Effect.REJECTED, event.toString());
    }

    private static void assertPublishable(AssociationPipeline books) {
        for (String path : List.of("root", "root/a", "root/a/alice", "root/b", "root/b/alice")) {
            AssociationState state = books.state(path);
            for (long at : new long[] {state.asOf(), YEAR_9999, Long.MAX_VALUE}) {
                assertSome(state.periodUsage(at, books.terms()), path);
                assertSome(state.smoothUsage(at, books.terms()), path);
            }
            assertSome(state.rawUsage(), path);
            assertSome(state.sums().weight(), path);
        }
        FairShares.Places places = new FairShares(new FluxFairShare(), 1)
                .rank(
                        List.of(
                                claim(books, "root"),
                                claim(books, "root/a"),
                                claim(books, "root/b"),
                                claim(books, "root/a/alice"),
                                claim(books, "root/b/alice")),
                        YEAR_9999);
        assertEquals(2, places.ranking().places().size());
    }

    private static Claim claim(AssociationPipeline books, String path) {
        return books.state(path).claim(YEAR_9999, books.terms(), AssociationState.Compared.PERIOD);
    }

    private static void assertSome(double number, String path) {
        assertTrue(Double.isFinite(number), path + ": " + number);
    }

    @Test
    void oneSuchJobTakenBackLeavesTheUnitsOfTheOthers() {
        AssociationPipeline books = new AssociationPipeline(terms("node=1", Billing.Mode.SUM, 604_800));
        books.tell("10 RUNNING x4 /root/a alice #r1; 20 COMPLETE #r1");
        tell(books, event(8, 0, JobState.RUNNING, JobText.facts("alice", "root/a", null, 1, Bounds.DEVICES, 0, 0L)));
        tell(books, event(8, 20_000_000, JobState.COMPLETE, JobFacts.EMPTY));
        assertEquals(40 + 20_000.0 * Bounds.DEVICES, books.state("root").rawUsage());
        tell(books, event(8, 0, JobState.RUNNING, JobText.facts("", "", null, 0, 0, 0, 0L)));
        assertEquals(40, books.state("root").rawUsage());
        assertEquals(40, books.state("root/a/alice").rawUsage());
    }
}
