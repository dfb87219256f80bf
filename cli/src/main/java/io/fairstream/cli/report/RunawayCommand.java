package io.fairstream.cli.report;

import io.fairstream.cli.options.DurationConverter;
import io.fairstream.reports.accounting.JobQuery;
import io.fairstream.reports.accounting.Runaway;
import io.fairstream.reports.columns.Document;
import io.fairstream.reports.records.TopicReader;
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
            "Runs that should have ended and did not.",
            "Their time limit, or the end that the scheduler expected, has passed, and no event has ended them.",
            "They are charged on, and nothing forgives them: an event that ends the run at the right time corrects the"
                    + " charge."
        })
final class RunawayCommand extends ClustersCommand {
    @Option(
            names = "--older-than",
            paramLabel = "DURATION",
            converter = DurationConverter.class,
            description = "Also show runs that began longer ago, whatever their limit: a length of time like 30d.")
    private @Nullable Duration olderThan;

    @Override
    Document show(TopicReader reader, ZonedDateTime present) {
        return Runaway.report(reader, JobQuery.ofClusters(clusters(), present.toInstant()), olderThan);
    }
}
