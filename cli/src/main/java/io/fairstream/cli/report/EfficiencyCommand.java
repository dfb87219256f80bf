package io.fairstream.cli.report;

import io.fairstream.schemas.Job;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code report efficiency}. */
@Command(
        name = "efficiency",
        description = {
            "How much jobs, or users, use of what they are given, the worst first.",
            "CPU: time used / allocated. MEMORY: most real memory of the largest session / memory requested for a node (for the"
                    + " whole job where the number of nodes is not known).",
            "Jobs that never ran and jobs of which no agent saw a process are left out.",
            JobReport.PERIOD
        })
final class EfficiencyCommand extends JobReport {
    private static final double MICROS_PER_HOUR = 3600e6;

    @Option(
            names = "--by",
            paramLabel = "WHAT",
            defaultValue = "JOB",
            description = "A row for each job or user. Default: job.")
    private By by = By.JOB;

    @Option(
            names = "--min-hours",
            paramLabel = "N",
            defaultValue = "0",
            description = "Leave out what was allocated less than N processor hours.")
    private double minHours;

    @Option(names = "--limit", paramLabel = "N", description = "Show so many.")
    private @Nullable Integer limit;

    @Option(
            names = {"-t", "--unit"},
            paramLabel = "UNIT",
            defaultValue = "HOURS",
            description =
                    "Processor time in seconds, minutes or hours. Default: hours. JSON has whole microseconds whatever the"
                            + " unit.")
    private Unit unit = Unit.HOURS;

    private enum By {
        JOB,
        USER
    }

    @Override
    void check() {
        if (!(minHours >= 0)) {
            throw usage("--min-hours: " + minHours + " (expected: >= 0)");
        }
        if (limit != null && limit < 1) {
            throw usage("--limit: " + limit + " (expected: >= 1)");
        }
        if (unit == Unit.PERCENT) {
            throw usage("--unit: percent (expected: seconds, minutes or hours)");
        }
    }

    @Override
    void report(List<JobRow> rows, Instant present) {
        List<JobRow> ran = rows.stream().filter(row -> row.allocated() != 0).toList();
        List<Efficiency> jobs =
                ran.stream().filter(JobRow::isMeasured).map(Efficiency::of).toList();
        List<Efficiency> lines = (by == By.USER ? Efficiency.byUser(jobs) : jobs)
                .stream()
                        .filter(line -> line.allocated() >= minHours * MICROS_PER_HOUR)
                        .sorted(Efficiency.WORST_FIRST)
                        .limit(limit == null ? Long.MAX_VALUE : limit)
                        .toList();
        sheet().print(format(), lines, null, out());
        if (ran.size() > jobs.size()) {
            err().printf(
                            Locale.ROOT,
                            "%,d jobs ran, but no agent saw their processes: they are left out%n",
                            ran.size() - jobs.size());
        }
    }

    private Sheet<Efficiency> sheet() {
        Sheet<Efficiency> sheet = new Sheet<>(unit, zone());
        sheet.text("CLUSTER", "cluster", Efficiency::cluster).text("USER", "user", Efficiency::user);
        if (by == By.USER) {
            sheet.number("JOBS", "jobs", Efficiency::jobs);
        } else {
            sheet.text("JOB", "jobId", line -> of(line).jobId())
                    .text("NAME", "name", line -> of(line).ofJob(Job::getName))
                    .text("STATE", "state", line -> of(line).state());
        }
        return sheet.ratio("CPU", "cpuEfficiency", Efficiency::cpu)
                .ratio("MEMORY", "memoryEfficiency", Efficiency::memory)
                .processorTime("ALLOCATED", "allocated", Efficiency::allocated, line -> 0)
                .processorTime("CPU USED", "used", Efficiency::used, line -> 0)
                .processorTime("UNUSED", "unused", Efficiency::wasted, line -> 0)
                .number("MOST MIB", "realMemoryHighwaterMiB", line -> mebibytes(line, (double) line.highwaterKiB()))
                .number("REQUESTED MIB", "requestedMiB", line -> mebibytes(line, line.requestedKiB()));
    }

    private static JobRow of(Efficiency line) {
        return Objects.requireNonNull(line.row());
    }

    private static @Nullable Number mebibytes(Efficiency line, double kibibytes) {
        return line.requestedKiB() == 0 ? null : kibibytes / 1024;
    }
}
