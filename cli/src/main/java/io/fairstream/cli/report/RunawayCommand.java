package io.fairstream.cli.report;

import io.fairstream.cli.options.DurationConverter;
import io.fairstream.cli.records.TopicReader;
import io.fairstream.cli.terminal.Numbers;
import io.fairstream.schemas.JobAccounting;
import io.fairstream.schemas.Topics;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code report runaway}. */
@Command(
        name = "runaway",
        aliases = "runawayjobs",
        description = {
            "Runs that should have ended and did not.",
            "Their time limit, or the end that the scheduler expected, has passed, and no event has ended them.",
            "They are charged on, and nothing forgives them: an event that ends the run at the right time corrects the"
                    + " charge."
        })
final class RunawayCommand extends Reporting {
    @Option(
            names = "--older",
            paramLabel = "DURATION",
            converter = DurationConverter.class,
            description =
                    "Also show runs that began longer ago, whatever their limit: seconds, or a duration like P30D.")
    private @Nullable Duration older;

    @Override
    void report(TopicReader reader, ZonedDateTime now) {
        Instant present = now.toInstant();
        List<JobAccounting> accounting = reader.latest(Topics.JOB_ACCOUNTING).stream()
                .filter(row -> isOfCluster(row.getCluster()))
                .map(row -> JobReport.evaluated(row, present))
                .toList();
        List<JobRow> running = JobRow.join(reader.latest(Topics.JOBS), accounting).stream()
                .filter(row -> isOfCluster(row.cluster()) && Runaway.isHolding(row))
                .toList();
        new Sheet<Runaway>(Unit.HOURS, zone())
                .text("CLUSTER", "cluster", each -> each.row().cluster())
                .text("JOB", "jobId", each -> each.row().jobId())
                .text("USER", "user", each -> each.row().user())
                .text("ACCOUNT", "bank", each -> each.row().bank())
                .text("STATE", "state", each -> each.job().getState())
                .time("START", "startTime", each -> each.job().getStartTime())
                .time("DUE", "due", Runaway::due)
                .text("OVERDUE", "overdue", each -> Numbers.span(each.late()), Runaway::late)
                .text("NODES", "nodeList", each -> each.job().getNodeList())
                .processorTime("CHARGED H", "charged", Runaway::charged, each -> 0)
                .number("PROCESSORS", "processors", Runaway::processors)
                .print(format(), Runaway.among(running, older, present), null, out());
        long endless =
                running.stream().filter(row -> Runaway.due(row, older) == null).count();
        if (endless > 0) {
            err().printf(
                            Locale.ROOT,
                            "%,d runs have neither a time limit nor an expected end (--older shows those too old)%n",
                            endless);
        }
    }
}
