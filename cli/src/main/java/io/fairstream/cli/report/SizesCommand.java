package io.fairstream.cli.report;

import io.fairstream.query.columns.Document;
import io.fairstream.query.records.TopicReader;
import io.fairstream.query.usage.JobSizes;
import io.fairstream.query.usage.PeriodQuery;
import java.time.Instant;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code report job sizes}. */
@Command(
        name = "sizes",
        footer = "fairstream report job sizes --grouping 16,64 -s 2026-01-01 --bootstrap-server HOST:PORT",
        aliases = {"sizesbyaccount", "sizes-by-account"},
        description = {
            "Allocated time and number of jobs of each size, by account.",
            "The size of a job is its maximum of allocated processors in the period.",
            PeriodReport.PERIOD + " " + PeriodReport.PERCENT_OF_COLUMN
        })
final class SizesCommand extends PeriodReport {
    @Option(
            names = "--grouping",
            paramLabel = "N",
            split = ",",
            defaultValue = "50,250,500,1000",
            description = "Lower bounds of sizes, in processors. Default: ${DEFAULT-VALUE}.")
    private List<Integer> grouping = List.of();

    @Override
    protected void check() {
        refuse(grouping.isEmpty(), "--grouping: empty (expected: one or more numbers, like 50,250)");
        int last = 0;
        for (int begin : grouping) {
            refuse(begin <= last, "--grouping: " + begin + " (expected: above 0, and above the number before it)");
            last = begin;
        }
    }

    @Override
    Document show(TopicReader reader, PeriodQuery query, Instant present) {
        return JobSizes.report(reader, query, grouping);
    }
}
