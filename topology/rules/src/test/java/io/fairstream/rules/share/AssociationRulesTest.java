package io.fairstream.rules.share;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.fairstream.rules.job.JobEvent;
import io.fairstream.rules.job.JobLedger.JobEnd;
import io.fairstream.rules.job.JobText;
import io.fairstream.rules.journal.Charge;
import io.fairstream.rules.journal.Outcome;
import io.fairstream.rules.journal.Outcome.Effect;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Charges to users in banks for their jobs, by second 1000. Periods and the half-life are 100 s; a node counts 1, and a processor counts as
 * one where nobody said how many nodes there are.
 *
 * <p>Events are those of {@link JobText#event}. Finished: what the finished runs used, by user in a bank and period, node-seconds. In
 * use: nodes x seconds from - to, which is what the smooth usage is made of; without an end it is in use at second 1000.
 */
class AssociationRulesTest {
    private static final long END = 1000;

    @ParameterizedTest(name = "{3}")
    @CsvSource(
            delimiter = '|',
            value = {
                "10 RUNNING x4 /a alice; 20 COMPLETE | a/alice 0:40 | a/alice 4x10-20 | nodes x time, in the period of the end",
                "90 RUNNING x4 /a alice; 110 COMPLETE | a/alice 1:80 | a/alice 4x90-110 | all of it, wherever it began",
                "90 RUNNING x4 /a alice; 100 COMPLETE | a/alice 1:40 | a/alice 4x90-100 | a period begins with its first instant",
                "90 RUNNING x4 /a alice | | a/alice 4x90- | while it runs it counts in no period, and is in use",
                "5 PENDING x4 /a alice; 90 HELD | | | who waits uses nothing",
                "10 STAGE_IN x4 /a alice; 40 RUNNING; 90 STAGE_OUT; 120 COMPLETE | a/alice 1:440 | a/alice 4x10-120 | staging counts as running",
                "10 RESERVED x4 /a alice; 120 RUNNING; 150 COMPLETE | a/alice 1:560 | a/alice 4x10-150 | reserved resources count",
                "10 RUNNING x4 /a alice; 20 SUSPENDED; 150 RUNNING; 160 COMPLETE | a/alice 1:80 | a/alice 4x10-20 4x150-160 |"
                        + " not while suspended",
                "10 RUNNING x4 /a alice; 20 SUSPENDED; 250 COMPLETE | a/alice 2:40 | a/alice 4x10-20 | killed while suspended: at that end",
                "10 RUNNING x4 /a alice; 20 SUSPENDED | | a/alice 4x10-20 | who is suspended has used, and no run of it ended",
                "10 RUNNING x4 /a alice; 20 RUNNING x8; 30 RUNNING x4; 140 COMPLETE | a/alice 1:560 |"
                        + " a/alice 4x10-20 8x20-30 4x30-140 | each size for as long as it had it",
                "10 RUNNING x4 nodes=2 /a alice; 20 RUNNING nodes=3; 30 COMPLETE | a/alice 0:50 | a/alice 2x10-20 3x20-30 |"
                        + " nodes count where they are said",
                "10 RUNNING x0 /a alice; 20 RUNNING x8; 30 COMPLETE | a/alice 0:80 | a/alice 8x20-30 | nothing held is nothing used",
                "10 RUNNING x4 #r1 /a alice; 120 PENDING #r1; 240 RUNNING #r2; 350 COMPLETE #r2 | a/alice 1:440 3:440 |"
                        + " a/alice 4x10-120 4x240-350 | requeued: two runs, each at its own end",
                "10 RUNNING x4 #r1 /a alice; 120 COMPLETE NODE_FAIL #r1; 240 RUNNING #r2; 350 COMPLETE #r2 | a/alice 1:440 3:440 |"
                        + " a/alice 4x10-120 4x240-350 | also after the failure of a node",
                "10 RUNNING x4 #r1 /a alice; 120 RUNNING #r2; 250 COMPLETE #r2 | a/alice 1:440 2:520 | a/alice 4x10-120 4x120-250 |"
                        + " a run of another name ends the one before",
                "10 RUNNING x4 /a alice; 120 RUNNING /b; 250 COMPLETE | a/alice 1:440, b/alice 2:520 | a/alice 4x10-120, b/alice 4x120-250 |"
                        + " another bank pays from then on",
                "10 RUNNING x4 /a alice; 120 SUSPENDED /b; 250 COMPLETE | a/alice 1:440 | a/alice 4x10-120 | though it holds nothing",
                "10 RUNNING x4 /a alice; 120 RUNNING bob; 250 COMPLETE | a/alice 1:440, a/bob 2:520 | a/alice 4x10-120, a/bob 4x120-250 |"
                        + " another user pays from then on",
                "10 RUNNING x4 alice; 120 RUNNING /a; 250 COMPLETE | UNKNOWN/alice 1:440, a/alice 2:520 |"
                        + " UNKNOWN/alice 4x10-120, a/alice 4x120-250 | what is said holds from then on",
                "10 RUNNING x4 alice; 20 COMPLETE; 5 PENDING /a | a/alice 0:40 | a/alice 4x10-20 | a bank may be said late of the begin",
                "10 RUNNING x4 alice; 20 COMPLETE | UNKNOWN/alice 0:40 | UNKNOWN/alice 4x10-20 | a job without a bank",
                "10 RUNNING x4; 20 COMPLETE | UNKNOWN/UNKNOWN 0:40 | UNKNOWN/UNKNOWN 4x10-20 | the job of nobody",
                "10 RUNNING x4 /a; 20 COMPLETE | a/UNKNOWN 0:40 | a/UNKNOWN 4x10-20 | the job of nobody in a bank",
                "220 COMPLETE; 10 RUNNING x4 /a alice | a/alice 2:840 | a/alice 4x10-220 | the end may be heard of first",
                "10 RUNNING x4 /a alice; 220 COMPLETE; 50 SUSPENDED; 70 RUNNING x1 | a/alice 2:310 | a/alice 4x10-50 1x70-220 |"
                        + " late events take their places",
                "10 RUNNING x4 /a alice #r1; 220 COMPLETE #r2; 120 COMPLETE #r1 | a/alice 1:440 | a/alice 4x10-120 |"
                        + " an end said late moves a run into its period",
                "10 RUNNING x4 /a alice @9; 20 COMPLETE @9; 40 RUNNING x1 /b bob @30; 150 COMPLETE @30 | a/alice 0:40, b/bob 1:110 |"
                        + " a/alice 4x10-20, b/bob 1x40-150 | a number used again is another job",
                "10 RUNNING x4 /a alice @9; 140 RUNNING x1 /b bob @130; 250 COMPLETE @130 | a/alice 1:480, b/bob 2:110 |"
                        + " a/alice 4x10-130, b/bob 1x140-250 | the job before ends at the latest then",
                "10 RUNNING x4 /a alice; 10 RUNNING x4 /a alice; 20 COMPLETE; 20 COMPLETE | a/alice 0:40 | a/alice 4x10-20 | once",
                "10 RUNNING x4 /a alice; 20 RUNNING x2 /a/b alice job=8; 30 COMPLETE job=8; 130 COMPLETE | a/alice 1:480, a/b/alice 0:20 |"
                        + " a/alice 4x10-130, a/b/alice 2x20-30 | a user in two banks, one in the other",
                "10 RUNNING x4 /a b; 20 RUNNING x2 /a/b alice job=8; 30 COMPLETE job=8; 130 COMPLETE | a/b 1:480, a/b/alice 0:20 |"
                        + " a/b 4x10-130, a/b/alice 2x20-30 | a user and a bank of one name",
            })
    void charges(String events, String finished, String inUse, String reason) {
        List<JobEvent> told = JobText.events(events);
        int orders = 0;
        for (List<JobEvent> order : Orders.of(told)) {
            AssociationPipeline books = new AssociationPipeline(Used.terms(Billing.of("node=1", Billing.Mode.SUM)));
            if (order.stream().allMatch(event -> isPossible(books.tell(event)))) {
                books.commit();
                assertIs(finished == null ? "" : finished, inUse == null ? "" : inUse, books, reason + " " + order);
                orders++;
            }
        }
        assertFalse(orders == 0, events);
    }

    private static boolean isPossible(Outcome<Charge, JobEnd.Change> outcome) {
        return outcome.effect() != Effect.REJECTED;
    }

    private static void assertIs(String finished, String inUse, AssociationPipeline books, String why) {
        assertEquals(finished, Used.finished(books), why);
        Map<String, Double> smooth = new TreeMap<>();
        Map<String, Double> weights = new TreeMap<>();
        for (String one : inUse.isEmpty() ? new String[0] : inUse.split(", ", -1)) {
            List<String> words = List.of(one.split(" ", -1));
            for (String held : words.subList(1, words.size())) {
                String[] numbers = held.split("[x-]", -1);
                double weight = Double.parseDouble(numbers[0]);
                boolean isOpen = numbers[2].isEmpty();
                double to = isOpen ? END : Double.parseDouble(numbers[2]);
                double used = Used.smooth(weight, Double.parseDouble(numbers[1]), to, END, Used.HALF_LIFE);
                smooth.merge(words.get(0), used, Double::sum);
                weights.merge(words.get(0), isOpen ? weight : 0, Double::sum);
            }
        }
        books.accounts().forEach((path, account) -> {
            UsageSums own = account.own();
            own.advance(END * 1000, books.terms().halfLife());
            assertEquals(smooth.getOrDefault(path, 0.0), own.smooth(), 1e-9, why + " " + path);
            assertEquals(weights.getOrDefault(path, 0.0), own.weight(), why + " " + path);
        });
        assertEquals(List.of(), missing(smooth, books), why);
    }

    private static List<String> missing(Map<String, Double> smooth, AssociationPipeline books) {
        List<String> missing = new ArrayList<>(smooth.keySet());
        missing.removeAll(books.accounts().keySet());
        return missing;
    }

    @ParameterizedTest(name = "{4}")
    @CsvSource(delimiter = '|', textBlock = """
            node=1                | SUM           | x8 nodes=2 gpus=1 mem=4096 | 2    | flux's default
            node=1                | SUM           | x8 gpus=1 mem=4096         | 8    | of whom no nodes are said: one for each processor
            node=1                | SUM           | nodes=0 x8                 | 0    | none, if that is what is said
            ''                    | SUM           | x8 nodes=2 gpus=1          | 8    | no weights: processors
            node=1,cpu=0.5,gpu=5  | SUM           | x8 nodes=1 gpus=2          | 15   | as flux adds them
            cpu=1,gres/gpu=5      | SUM           | x8 nodes=1 gpus=2          | 18   | a GPU by Slurm's name
            cpu=1,mem=0.25G       | SUM           | x1 mem=61440               | 16   | Slurm's memory weights are per GiB
            mem=0.01              | SUM           | x1                         | 0    | memory nobody said
            gpu=1                 | SUM           | gpus=3                     | 3    | who holds GPUs only
            cpu=1,mem=1G,gpu=3    | MAX_TRES      | x8 mem=4096 gpus=4         | 12   | the largest of all
            cpu=1,mem=1G,gpu=3    | MAX_TRES_GRES | x8 mem=10240 gpus=4        | 22   | the largest of processors and memory, and the GPUs
            """, useHeadersInDisplayName = true)
    void weighs(String weights, Billing.Mode mode, String held, double weight, String reason) {
        AssociationPipeline books = new AssociationPipeline(Used.terms(Billing.of(weights, mode)));
        books.tell("10 RUNNING /a alice " + held);
        assertEquals(weight, books.state("a/alice").sums().weight(), reason);
        assertEquals(weight, books.state("a").sums().weight(), reason);
        books.tell("110 COMPLETE");
        assertEquals(weight * 100, books.state("a/alice").rawUsage(), reason);
        assertEquals(weight * 100, books.state("a").rawUsage(), reason);
        assertEquals(0, books.state("a").sums().weight(), reason);
    }
}
