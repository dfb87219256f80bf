package io.fairstream.query.tables;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fairstream.rules.HostUsage;
import io.fairstream.schemas.Work;
import io.fairstream.schemas.WorkDone;
import io.fairstream.schemas.WorkPart;
import io.fairstream.testing.SyntheticVolunteers;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The journal has 2,000,000 us of CPUs and 3,000,000 of GPUs, 4 and 5 MFLOP, 6 jobs that succeeded and 7 that failed. */
class WorkQuantityTest {
    private static final HostUsage.Sum CHARGED = HostUsage.Sum.of(ChargeFields.work(
            WorkPart.newBuilder(((WorkDone) SyntheticVolunteers.CHARGES.get(0).getEntry())
                            .getParts()
                            .get(0))
                    .setCpuMicros(2_000_000)
                    .setGpuMicros(3_000_000)
                    .setCpuMflop(4)
                    .setGpuMflop(5)
                    .setJobsSucceeded(6)
                    .setJobsFailed(7)
                    .build()));

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
        # the row: seconds, FLOP and jobs; in what it differs
        2 3 4e6 5e6 6 7         | ''
        2.1 3 4e6 5e6 6 7       | of ann cpuSeconds: 2.1 (expected: 2.0)
        2 3.1 4e6 5e6 6 7       | of ann gpuSeconds: 3.1 (expected: 3.0)
        2 3 4.1e6 5e6 6 7       | of ann cpuFlops: 4100000.0 (expected: 4000000.0)
        2 3 4e6 5.1e6 6 7       | of ann gpuFlops: 5100000.0 (expected: 5000000.0)
        2 3 4e6 5e6 5 7         | of ann jobsSucceeded: 5.0 (expected: 6.0)
        2 3 4e6 5e6 6 8         | of ann jobsFailed: 8.0 (expected: 7.0)
        2.1 3 4e6 5e6 6 8       | of ann cpuSeconds: 2.1 (expected: 2.0)
        2.0000000000000004 3 4e6 5e6 6 7 | ''
        NaN 3 4e6 5e6 6 7       | of ann cpuSeconds: NaN (expected: 2.0)
        """)
    void theFirstQuantityThatDiffersByMoreThanRoundingIsTold(String row, String difference) {
        List<Double> is =
                List.of(row.split(" ", -1)).stream().map(Double::valueOf).toList();
        Work work = new Work(
                is.get(0),
                is.get(1),
                is.get(2),
                is.get(3),
                is.get(4).longValue(),
                is.get(5).longValue());
        assertEquals(
                difference, WorkQuantity.difference("of ann", work, CHARGED).orElse(""));
    }
}
