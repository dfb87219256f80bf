package io.fairstream.query.volunteers;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fairstream.query.columns.Column;
import io.fairstream.query.columns.Columns;
import io.fairstream.query.columns.Report;
import io.fairstream.query.columns.ShownReport;
import io.fairstream.schemas.Work;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WorkColumnsTest {
    private static Report<Work> report(WorkUnit unit, String prefix, boolean isShown) {
        Columns<Work> columns = new Columns<>();
        new WorkColumns(unit).add(columns, prefix, isShown, work -> work);
        return columns.report(List.of(new Work(36.0, 72.0, 8.64e13, 4.32e11, 3L, 1L)));
    }

    private static String names(Report<Work> report) {
        return report.columns().stream()
                .filter(Column::isShown)
                .map(Column::name)
                .collect(Collectors.joining(" "));
    }

    @ParameterizedTest(name = "{0}, {1}")
    @CsvSource({
        "FLOPS, '',    cpuSeconds gpuSeconds cpuFlops gpuFlops jobsSucceeded jobsFailed",
        "EC,    '',    cpuSeconds gpuSeconds cpuEc gpuEc jobsSucceeded jobsFailed",
        "EC,    total, totalCpuSeconds totalGpuSeconds totalCpuEc totalGpuEc totalJobsSucceeded totalJobsFailed",
    })
    void peopleSeeWorkInOneUnit(WorkUnit unit, String prefix, String names) {
        assertEquals(names, names(report(unit, prefix, true)));
        assertEquals("", names(report(unit, prefix, false)));
    }

    @ParameterizedTest(name = "{0} {1}")
    @CsvSource({
        "cpuSeconds,    36",
        "gpuSeconds,    72",
        "cpuFlops,      8.64e13",
        "gpuFlops,      4.32e11",
        "jobsSucceeded, 3",
        "jobsFailed,    1",
        // what 1 GFLOPS does in a day, 8.64e13 FLOP, are 200 cobblestones
        "cpuEc,         200",
        "gpuEc,         1",
    })
    void programsGetBothUnits(String name, double value) {
        for (WorkUnit unit : WorkUnit.values()) {
            Object found = ShownReport.fields(report(unit, "", true)).get(0).get(name);
            assertEquals(value, ((Number) Objects.requireNonNull(found)).doubleValue(), 1e-9);
        }
    }
}
