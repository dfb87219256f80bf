package io.fairstream.cli.report;

import io.fairstream.cli.options.DurationConverter;
import io.fairstream.query.columns.Document;
import io.fairstream.query.jobs.JobQuery;
import io.fairstream.query.jobs.Runaway;
import io.fairstream.query.records.TopicReader;
import java.time.Duration;
import java.time.ZonedDateTime;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code report runaway}. */
@Command(
        name = "runaway",
        footer = "fairstream report runaway --older-than 1d --bootstrap-server HOST:PORT",
        aliases = "runawayjobs",
        description = {
            "Runs without an end event after their expected end.",
            "Their time limit, or the end that the scheduler expected, has passed, and no end event has arrived.",
            "They continue to be charged. A late end event with the right time corrects the charge."
        })
final class RunawayCommand extends ClustersCommand {
    @Option(
            names = "--older-than",
            paramLabel = "DURATION",
            converter = DurationConverter.class,
            description = "Also show runs that are older than this, whatever their limit: a duration like 30d.")
    private @Nullable Duration olderThan;

    @Override
    Document show(TopicReader reader, ZonedDateTime present) {
        return Runaway.report(reader, JobQuery.ofClusters(clusters(), present.toInstant()), olderThan);
    }
}
