package io.fairstream.cli.report;

import io.fairstream.cli.records.TopicReader;
import io.fairstream.cli.report.JobSizes.Line;
import java.time.Instant;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code report job sizes}. */
@Command(
        name = "sizes",
        aliases = {"sizesbyaccount", "sizes-by-account"},
        description = {
            "What jobs of each size were allocated, by account, and how many they were.",
            "A job is of the size of the most processors that it was allocated at once in the period.",
            PeriodReport.PERIOD + " " + PeriodReport.PERCENT_OF_COLUMN
        })
final class SizesCommand extends PeriodReport {
    @Option(
            names = "--grouping",
            paramLabel = "N",
            split = ",",
            defaultValue = "50,250,500,1000",
            description = "Numbers of processors at which the next size begins. Default: ${DEFAULT-VALUE}.")
    private List<Integer> grouping = List.of();

    @Override
    void check() {
        if (grouping.isEmpty()) {
            throw usage("--grouping: no number (expected: one or more, as 50,250)");
        }
        for (int i = 0; i < grouping.size(); i++) {
            if (grouping.get(i) <= (i == 0 ? 0 : grouping.get(i - 1))) {
                throw usage("--grouping: " + grouping.get(i) + " (expected: above 0, and above the number before it)");
            }
        }
    }

    @Override
    void report(TopicReader reader, Period period, Instant present) {
        JobSizes sizes = new JobSizes(period, this::isOfCluster);
        Instant reachesTo = UserJournal.read(reader, sizes).orElse(null);
        warn(reachesTo, period);
        List<Line> lines = sizes.lines(grouping);
        long whole = lines.stream().mapToLong(Line::allocated).sum();
        title("Job sizes by account", period);
        this.<Line>sheet()
                .text("CLUSTER", "cluster", Line::cluster)
                .text("ACCOUNT", "account", Line::account)
                .text("PROCESSORS", "size", Line::size)
                .number("JOBS", "jobs", Line::jobs)
                .processorTime("ALLOCATED", "allocated", Line::allocated, line -> whole)
                .print(format(), lines, null, out());
    }
}
