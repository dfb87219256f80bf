package io.fairstream.query.volunteers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.fairstream.query.DocumentLines;
import io.fairstream.query.records.Failure;
import io.fairstream.schemas.Host;
import io.fairstream.schemas.Work;
import io.fairstream.testing.SyntheticVolunteers;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
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

    /** A host of which so much of a hundred CPU seconds was cut. */
    private static Host host(String text) {
        String[] words = text.split(" ", -1);
        double cut = Double.parseDouble(words[2]);
        return Host.newBuilder(SyntheticVolunteers.HOSTS.get(0))
                .setHost(words[0])
                .setUser(words[1])
                .setCpuSeconds(100 - cut)
                .setCapped(cut == 0 ? null : work(words[2] + " 0 0 0 0 0"))
                .build();
    }

    @ParameterizedTest(name = "{3}")
    @CsvSource(delimiter = '|', textBlock = """
        # of hosts z ann 0, a bob 10, m ann 20, b bob 20: user asked for, least share that was cut; hosts, with the share if it is shown
             |      | a -, b -, m -, z -     | by name
        ann  |      | m -, z -               | ann's
             | 0    | b 0.2, m 0.2, a 0.1    | of whom anything was cut, the worst first
             | 0.1  | b 0.2, m 0.2           | more than a tenth
        ann  | 0.1  | m 0.2                  | ann's of them
        bob  | 0.2  | ''                     | a fifth is not more than a fifth
        """)
    void hostsAreShownByNameOrTheWorstFirst(
            @Nullable String user, @Nullable Double leastCut, String hosts, String why) {
        List<Host> all = Stream.of("z ann 0", "a bob 10", "m ann 20", "b bob 20")
                .map(HostsReportTest::host)
                .toList();
        assertEquals(
                hosts,
                DocumentLines.rows(HostsReport.report(all, user, leastCut, WorkUnit.FLOPS)).stream()
                        .map(row -> row.get("host") + " " + row.getOrDefault("cutShare", "-"))
                        .collect(Collectors.joining(", ")),
                why);
    }

    @Test
    void whoHasNoHostsIsNotKnown() {
        assertEquals(
                "hosts: user cy has none (expected: a user that table hosts shows)",
                assertThrows(
                                Failure.class,
                                () -> HostsReport.report(SyntheticVolunteers.HOSTS, "cy", null, WorkUnit.FLOPS))
                        .getMessage());
    }
}
