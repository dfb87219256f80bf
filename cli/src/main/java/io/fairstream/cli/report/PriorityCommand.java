package io.fairstream.cli.report;

import io.fairstream.app.config.Settings;
import io.fairstream.app.config.Settings.JobPriorities;
import io.fairstream.cli.options.Cluster;
import io.fairstream.cli.options.ShowCommand;
import io.fairstream.cli.options.TimeOption;
import io.fairstream.query.columns.Document;
import io.fairstream.query.priority.PriorityListing;
import io.fairstream.query.priority.Style;
import io.fairstream.query.records.TopicReader;
import io.fairstream.query.tables.ReportTime;
import io.fairstream.schemas.Topics;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code priority}: sprio's listing of the terms of jobs' priorities. */
@Command(
        name = "priority",
        sortOptions = false,
        customSynopsis = "fairstream priority [JOB...] [OPTIONS]",
        description = {
            "List the waiting jobs, highest priority first, with the terms of each: flux's multi-factor "
                    + "priority or Slurm's.",
            "Unknown terms count as stated on stderr. The scheduler's own numbers: 'jobs'."
        },
        footer = "fairstream priority -p batch --style slurm --norm --bootstrap-server HOST:PORT")
public final class PriorityCommand extends ShowCommand {
    @Parameters(arity = "0..*", paramLabel = "JOB", description = "Only these: cluster/jobId, or jobId.")
    private List<String> names = new ArrayList<>();

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

    @Option(
            names = {"-n", "--norm"},
            description = "Show factors before they are weighted.")
    private boolean isNormalised;

    @Option(
            names = {"-w", "--weights"},
            description = "Show only the weights of the terms.")
    private boolean isWeights;

    @Option(
            names = "--at",
            paramLabel = "TIME",
            converter = TimeOption.Converter.class,
            description = "End of the waiting time. Default: now.")
    private @Nullable TimeOption at;

    @Override
    protected Cluster openToShow() {
        if (style != null) {
            settings().override("--style", "job.priority.style", style);
        }
        return openUnderTerms();
    }

    @Override
    protected Document show(TopicReader reader) {
        Instant asked = at(at, reader);
        Instant until = asked == null ? present(reader) : asked;
        Style rules = Style.of(priorities(reader.settings()), reader.latest(Topics.NODES), until);
        if (isWeights) {
            return Document.of(PriorityListing.weights(rules));
        }
        PriorityListing.Selection selection = new PriorityListing.Selection(names, users, partitions);
        PriorityListing listing =
                new PriorityListing(reader.latest(Topics.JOBS), selection, reader.latest(Topics.FAIR_SHARE), rules);
        Document document = Document.of(listing.report(isNormalised));
        listing.notes().forEach(note -> document.warn("note: " + note));
        return document;
    }

    private JobPriorities priorities(Settings settings) {
        return style == null
                ? settings.jobPriorities()
                : settings.jobPriorities().inStyle(style);
    }

    @Override
    public ReportTime system(TopicReader reader) {
        return ReportTime.CLUSTERS;
    }

    @Override
    protected @Nullable String otherInstant() {
        return at == null ? "--at" : null;
    }
}
