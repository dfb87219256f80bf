package io.fairstream.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fairstream.simulation.history.Sent;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ShrinkingTest {
    @Test
    void findsTheTwoRecordsAndTheTwoFaultsThatAFailureNeeds() {
        List<Sent> records = IntStream.range(0, 100)
                .mapToObj(number -> new Sent("matches", 0, null, null, number))
                .toList();
        Result smallest = Shrinking.shrink(run(new Plan(1, 1, 1, 8, List.of(Map.of()), records)), ShrinkingTest::run);
        assertEquals(
                List.of(17L, 71L),
                smallest.plan().records().stream().map(Sent::timestamp).toList());
        assertEquals(2, smallest.plan().faults());
    }

    /** Fails with two faults at least, and two of the records. */
    private static Result run(Plan plan) {
        boolean fails = plan.faults() >= 2
                && plan.records().stream()
                                .filter(record -> record.timestamp() == 17 || record.timestamp() == 71)
                                .count()
                        == 2;
        return new Result(plan, 0, "", List.of(), fails ? List.of("broken") : List.of());
    }
}
