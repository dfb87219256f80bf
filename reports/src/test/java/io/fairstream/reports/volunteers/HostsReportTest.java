package io.fairstream.reports.volunteers;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fairstream.reports.SyntheticVolunteers;
import io.fairstream.schemas.Host;
import io.fairstream.schemas.Work;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HostsReportTest {
    /** CPU seconds, GPU seconds, CPU FLOP, GPU FLOP, jobs that succeeded, jobs that failed. */
    private static Work work(String text) {
        List<Double> numbers =
                Stream.of(text.split(" +", -1)).map(Double::valueOf).toList();
        return new Work(
                numbers.get(0),
                numbers.get(1),
                numbers.get(2),
                numbers.get(3),
                numbers.get(4).longValue(),
                numbers.get(5).longValue());
    }

    @ParameterizedTest(name = "{3}")
    @CsvSource(delimiter = '|', textBlock = """
        # what counted, what was cut; the greatest share of a quantity that was cut
        8000 100 8e12 1e15 5 1 |                    | 0    | nothing
        8000 100 8e12 1e15 5 1 | 0 0 0 0 0 0        | 0    | nothing
        7200 100 8e12 1e15 5 1 | 800 0 0 0 0 0      | 0.1  | 800 of 8000 seconds that it reported
        7200 60 8e12 1e15 5 1  | 800 40 0 0 0 0     | 0.4  | 40 of 100 GPU seconds are a larger share
        7200 60 8e12 1e15 5 1  | 800 40 8e12 0 0 0  | 0.5  | as much as counted is half
        7200 60 8e12 1e15 5 1  | 800 40 8e12 9e15 0 0 | 0.9 | nine of ten
        8000 100 8e12 1e15 5 1 | 0 0 0 0 15 0       | 0.75 | jobs, too
        8000 100 8e12 1e15 5 1 | 0 0 0 0 0 4        | 0.8  | and those that failed
        8000 0 8e12 0 5 1      | 0 7 0 0 0 0        | 1    | nothing of its GPU time counted
        """)
    void theCutShareIsThatOfTheQuantityOfWhichMostWasCut(
            String counted, @Nullable String cut, double share, String why) {
        Work done = work(counted);
        Host host = Host.newBuilder(SyntheticVolunteers.HOSTS.get(0))
                .setCpuSeconds(done.getCpuSeconds())
                .setGpuSeconds(done.getGpuSeconds())
                .setCpuFlops(done.getCpuFlops())
                .setGpuFlops(done.getGpuFlops())
                .setJobsSucceeded(done.getJobsSucceeded())
                .setJobsFailed(done.getJobsFailed())
                .setCapped(cut == null ? null : work(cut))
                .build();
        assertEquals(share, HostsReport.Line.of(host).cutShare(), 1e-12, why);
    }
}
