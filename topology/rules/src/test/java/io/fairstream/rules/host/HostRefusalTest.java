package io.fairstream.rules.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.fairstream.rules.EventTimes;
import io.fairstream.rules.Rejection;
import io.fairstream.rules.host.HostReport.Hardware;
import io.fairstream.rules.host.HostReport.ProjectTotals;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HostRefusalTest {
    private static final EventTimes TIMES = new EventTimes(Duration.ofDays(30), Duration.ofHours(1));
    private static final long AT = Instant.parse("2026-01-01T00:00:00Z").toEpochMilli();
    private static final ProjectTotals FINE = totals("p", 1, 1, 1);

    private static ProjectTotals totals(String project, double cpuSeconds, double gpuFlops, long failed) {
        return new ProjectTotals(project, "", cpuSeconds, 0, 0, gpuFlops, 0, failed, false, false, 0);
    }

    private static String refusal(HostReport report) {
        Rejection refused = report.refusal(TIMES, AT, AT);
        assertNotNull(refused);
        return refused.reason() + " " + refused.detail();
    }

    private static HostReport report(
            String host,
            String user,
            String epoch,
            long sequence,
            long at,
            Hardware hardware,
            ProjectTotals... totals) {
        return new HostReport(host, user, epoch, sequence, at, List.of(), hardware, List.of(totals));
    }

    @Test
    void acceptsAReportThatSaysNothingOfProjects() {
        assertNull(report("h", "u", "e", 0, AT, new Hardware(0, 0, 0, 0, false, false))
                .refusal(TIMES, AT, AT));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ''  | u  | e  | 0  | NAME_EMPTY host: "" (expected: a name of 1 to 1024 bytes)
            h   | '' | e  | 0  | NAME_EMPTY user: "" (expected: a name of 1 to 1024 bytes)
            h   | u  | '' | 0  | NAME_EMPTY epoch: "" (expected: a name of 1 to 1024 bytes)
            h   | u  | e  | -1 | NUMBER_IMPOSSIBLE sequence: -1 (expected: >= 0)
            """)
    void refusesAReportWithoutANameOrNumber(String host, String user, String epoch, long sequence, String message) {
        assertEquals(message, refusal(report(host, user, epoch, sequence, AT, HostWords.HARDWARE, FINE)));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            -1 | 0  | 0    | 0        | processors: -1 (expected: 0 to 100000)
            0  | -1 | 0    | 0        | gpus: -1 (expected: 0 to 100000)
            0  | 0  | -5.0 | 0        | cpuFlopsEach: -5.0 (expected: 0 to 1e18)
            0  | 0  | NaN  | 0        | cpuFlopsEach: NaN (expected: 0 to 1e18)
            0  | 0  | 0    | Infinity | gpuFlopsEach: Infinity (expected: 0 to 1e18)
            """)
    void refusesHardwareThatNobodyHas(int cpus, int gpus, double cpuPeak, double gpuPeak, String message) {
        Hardware hardware = new Hardware(cpus, gpus, cpuPeak, gpuPeak, false, false);
        assertEquals("NUMBER_IMPOSSIBLE " + message, refusal(report("h", "u", "e", 0, AT, hardware, FINE)));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            p  | -1.0 | 0        | 0  | NUMBER_IMPOSSIBLE cpuSeconds: -1.0 (expected: 0 to 4.0E12), project p
            p  | NaN  | 0        | 0  | NUMBER_IMPOSSIBLE cpuSeconds: NaN (expected: 0 to 4.0E12), project p
            p  | 0    | 4.1E24   | 0  | NUMBER_IMPOSSIBLE gpuFlops: 4.1E24 (expected: 0 to 4.0E24), project p
            p  | 0    | Infinity | 0  | NUMBER_IMPOSSIBLE gpuFlops: Infinity (expected: 0 to 4.0E24), project p
            p  | 0    | 0        | -3 | NUMBER_IMPOSSIBLE jobsFailed: -3 (expected: 0 to 4000000000000000000), project p
            '' | 0    | 0        | 0  | NAME_EMPTY project: "" (expected: a name of 1 to 1024 bytes)
            """)
    void refusesTotalsThatCannotBeMeant(String project, double cpu, double gpuFlops, long failed, String message) {
        ProjectTotals totals = totals(project, cpu, gpuFlops, failed);
        assertEquals(message, refusal(report("h", "u", "e", 0, AT, HostWords.HARDWARE, totals)));
    }

    @Test
    void refusesAProjectToldTwice() {
        assertEquals(
                "NUMBER_IMPOSSIBLE project: \"p\", app \"\" (expected: each once)",
                refusal(report("h", "u", "e", 0, AT, HostWords.HARDWARE, FINE, FINE)));
    }

    @Test
    void refusesMoreProjectsThanALedgerKeeps() {
        List<ProjectTotals> many = new ArrayList<>(Collections.nCopies(HostReport.MAX_PROJECTS + 1, FINE));
        assertEquals(
                "NUMBER_IMPOSSIBLE projects: 65 (expected: at most 64)",
                refusal(new HostReport("h", "u", "e", 0, AT, List.of(), HostWords.HARDWARE, many)));
    }

    @Test
    void refusesNamesThatAreTooLongToKeep() {
        String name = "x".repeat(129);
        assertEquals(
                "NAME_TOO_LONG epoch: \"" + "x".repeat(40) + "...\" of 129 bytes (expected: at most 128)",
                refusal(report("h", "u", name, 0, AT, HostWords.HARDWARE, FINE)));
        assertEquals(
                "NAME_TOO_LONG project: \"" + "x".repeat(40) + "...\" of 129 bytes (expected: at most 128)",
                refusal(report("h", "u", "e", 0, AT, HostWords.HARDWARE, totals(name, 0, 0, 0))));
    }

    @Test
    void refusesAReportFromBeforeTheHistory() {
        Rejection refused = report("h", "u", "e", 0, AT - Duration.ofDays(31).toMillis(), HostWords.HARDWARE)
                .refusal(TIMES, AT, AT);
        assertNotNull(refused);
        assertEquals("TOO_LATE", refused.reason().name());
    }
}
