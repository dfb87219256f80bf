package io.fairstream.query.audit;

import static io.fairstream.testing.SyntheticUse.held;
import static io.fairstream.testing.SyntheticUse.holding;
import static io.fairstream.testing.SyntheticUse.job;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fairstream.rules.AllocatedResources;
import io.fairstream.schemas.Charge;
import io.fairstream.schemas.Job;
import io.fairstream.schemas.JobState;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Alice's job 7 in root/physics is on so many nodes of 8 processors and a GPU each. */
class HoldingReconciliationTest {
    private static final String ALICE = "root/physics/alice";

    private static Check check(JobState state, int nodes, String charges, boolean isWhole) {
        Job row = job(7, state)
                .setNodes(nodes)
                .setProcessors(8 * nodes)
                .setGpus(nodes)
                .setPartition("")
                .build();
        HoldingReconciliation book = new HoldingReconciliation(List.of(row));
        Stream.of(charges.split(", ", -1))
                .filter(text -> !text.isEmpty())
                .map(HoldingReconciliationTest::charge)
                .forEach(book::charge);
        return book.checks(isWhole).get(0);
    }

    /** Such as {@code +1 of 2}: one more is held for job 7, on two nodes; {@code +1 of 2 by bob} by another user. */
    private static Charge charge(String text) {
        String[] words = text.split(" ", -1);
        String path = words.length > 4 ? "root/physics/" + words[4] : ALICE;
        return holding(
                path,
                7,
                held(0, 0, Integer.valueOf(words[2]))
                        .setHoldings(Integer.parseInt(words[0]))
                        .build());
    }

    /** Returns the number of nodes in a difference of allocations. */
    private static String onNodes(String path, int nodes) {
        return String.format("\"%s\" for job \"tux/7\", %s", path, new AllocatedResources(8 * nodes, nodes, nodes, 0));
    }

    @ParameterizedTest(name = "{0}: {3}")
    @CsvSource(delimiter = '|', textBlock = """
        RUNNING   | +1 of 2            |                              | charged once for what it holds
        STAGE_IN  | +1 of 2            |                              | as long as files come
        RESERVED  | +1 of 2            |                              | while a new node is awaited
        STAGE_OUT | +1 of 2            |                              | and as long as they go
        RUNNING   | ''                 | : not charged          | the charge is missing
        RUNNING   | +1 of 2, +1 of 2   | : charged for 2 (expected: 1) | one too many
        RUNNING   | +1 of 2, -1 of 2   | : not charged          | one that was taken back
        PENDING   | ''                 |                              | who waits holds nothing
        SUSPENDED | ''                 |                              | nor does a suspended job
        COMPLETE  | +1 of 2, -1 of 2   |                              | nor one that is over
        COMPLETE  | +1 of 2            | : charged for 1 (expected: 0) | the end is missing
        PENDING   | -1 of 2            | : charged for -1 (expected: 0) | an end without a begin
        """)
    void aJobIsChargedForWhatItHoldsNow(JobState state, String charges, String difference, String why) {
        String detail = difference == null ? null : onNodes(ALICE, 2) + difference;
        boolean isHolding = state != JobState.PENDING && state != JobState.SUSPENDED && state != JobState.COMPLETE;
        String fine = isHolding ? "1 jobs" : "0 jobs";
        assertEquals(
                new Check("held now = jobs that hold something", detail == null, detail == null ? fine : detail),
                check(state, 2, charges, true),
                why);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
        +1 of 3          | 3 | alice | it holds three nodes less than it is charged for
        +1 of 2 by bob   | 2 | bob   | somebody else is charged
        """)
    void whatIsHeldAndByWhomMustAgree(String charge, int nodes, String user, String why) {
        String wrong = onNodes("root/physics/" + user, nodes) + ": charged for 1 (expected: 0)";
        String missing = onNodes(ALICE, 2) + ": not charged";
        assertEquals(
                Stream.of(wrong, missing).sorted().toList(),
                List.of(check(JobState.RUNNING, 2, charge, true).detail().split("; ", -1)),
                why);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({"true, false", "false, true"})
    void whatBeganInDeletedChargesIsNotCompared(boolean isWhole, boolean holds) {
        assertEquals(holds, check(JobState.RUNNING, 2, "", isWhole).holds());
    }
}
