package io.fairstream.cli.report;

import io.fairstream.query.columns.Document;
import io.fairstream.query.jobs.Efficiency;
import io.fairstream.query.jobs.JobQuery;
import io.fairstream.query.records.TopicReader;
import io.fairstream.query.usage.TimeColumns;
import io.fairstream.query.usage.Unit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code report efficiency}. */
@Command(
        name = "efficiency",
        footer = "fairstream report efficiency --by user --bootstrap-server HOST:PORT",
        description = {
            "Efficiency of jobs or users: used resources / allocated resources, lowest first.",
            "CPU: time used / allocated. MEMORY: most real memory of the largest session / memory requested for a node (for the"
                    + " whole job where the number of nodes is not known).",
            "If no agent measured a job, the scheduler's numbers are used, as in seff: TotalCPU / "
                    + "allocated, and the peaks of the largest step's tasks / memory of the whole job.",
            "Jobs that never ran and jobs without measurements are left out.",
            JobReport.PERIOD
        })
final class EfficiencyCommand extends JobReport {
    @Option(
            names = "--by",
            paramLabel = "WHAT",
            defaultValue = "JOB",
            description = "A row for each job or user. Default: job.")
    private Efficiency.By by = Efficiency.By.JOB;

    @Option(
            names = "--min-hours",
            paramLabel = "N",
            defaultValue = "0",
            description = "Leave out rows with less than N allocated processor hours.")
    private double minHours;

    @Option(names = "--limit", paramLabel = "N", description = "Show N rows.")
    private @Nullable Integer limit;

    @Option(
            names = {"-t", "--unit"},
            paramLabel = "UNIT",
            description =
                    "Processor time in seconds, minutes or hours. Default: hours; in JSON and CSV whole microseconds.")
    private @Nullable Unit unit;

    @Override
    protected void check() {
        refuse(!(minHours >= 0), "--min-hours: " + minHours + " (expected: >= 0)");
        refuse(limit != null && limit < 1, "--limit: " + limit + " (expected: >= 1)");
        refuse(unit == Unit.PERCENT, "--unit: percent (expected: seconds, minutes or hours)");
    }

    @Override
    Document show(TopicReader reader, JobQuery query) {
        return Efficiency.report(reader, query, by, minHours, limit, new TimeColumns(Unit.HOURS, unit));
    }
}
