package io.fairstream.cli.report;

import io.fairstream.app.config.Settings.JobPriorities;
import io.fairstream.query.columns.Document;
import io.fairstream.query.priority.PriorityListing;
import io.fairstream.query.priority.Shadow;
import io.fairstream.query.records.TopicReader;
import io.fairstream.query.tables.ReportTime;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code report shadow}. */
@Command(
        name = "shadow",
        footer = "fairstream report shadow --style slurm --bootstrap-server HOST:PORT",
        description = {
            "Waiting jobs with the scheduler's own priority beside ours.",
            "Our priority is computed as in 'priority'. Shows the difference of ranks, and the "
                    + "similarity of the orders: Spearman's rho is 1 for the same order, -1 for the reverse.",
            "Ranks are among the compared jobs, 1 for the highest priority. A positive difference means "
                    + "later with us."
        })
final class ShadowCommand extends ReportingCommand {
    @Option(
            names = {"-u", "--user"},
            paramLabel = "NAME",
            split = ",",
            description = "Only jobs of these users.")
    private Set<String> users = Set.of();

    @Option(
            names = {"-p", "--partition"},
            paramLabel = "NAME",
            split = ",",
            description = "Only jobs in these partitions.")
    private Set<String> partitions = Set.of();

    @Option(names = "--style", paramLabel = "STYLE", description = "flux or slurm, instead of job.priority.style.")
    private @Nullable String style;

    @Override
    Document show(TopicReader reader, ZonedDateTime present) {
        JobPriorities settings = reader.settings().jobPriorities();
        return Shadow.document(
                reader,
                new PriorityListing.Selection(List.of(), users, partitions),
                style == null ? settings : settings.inStyle(style),
                present.toInstant());
    }

    @Override
    public ReportTime system(TopicReader reader) {
        return ReportTime.CLUSTERS;
    }
}
