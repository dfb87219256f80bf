package io.fairstream.cli.shares;

import io.fairstream.app.TopologyConfigs.ShareRules;
import io.fairstream.app.config.Keys;
import io.fairstream.app.config.Settings;
import io.fairstream.cli.options.Cluster;
import io.fairstream.cli.options.ShowCommand;
import io.fairstream.cli.options.TimeOption;
import io.fairstream.query.columns.Document;
import io.fairstream.query.records.TopicReader;
import io.fairstream.query.shares.PolicyRanking;
import io.fairstream.query.shares.ShareListing;
import io.fairstream.query.shares.UsageSnapshot;
import io.fairstream.query.tables.ReportTime;
import io.fairstream.rules.share.FairShareTerms;
import io.fairstream.schemas.FairShare;
import io.fairstream.schemas.Topics;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code shares}: sshare's listing, and edits of shares. */
@Command(
        name = "shares",
        sortOptions = false,
        customSynopsis = "fairstream shares [OPTIONS] [COMMAND]",
        description = {
            "List the tree of banks and users: shares, usage in node-seconds and fair-share factor, as "
                    + "sshare does.",
            "All is computed for one instant. --published shows the table fair-share, which schedulers "
                    + "read. RANK n/n is the best."
        },
        footer = "fairstream shares -A physics --policy flux,fair-tree --bootstrap-server HOST:PORT",
        subcommands = {
            LoadCommand.class,
            CheckCommand.class,
            EditCommand.Set.class,
            EditCommand.Add.class,
            EditCommand.Remove.class,
            EditCommand.Disable.class,
            EditCommand.Enable.class,
            JobWhatIfCommand.class
        })
public final class SharesCommand extends ShowCommand {
    @Option(
            names = {"-u", "--user"},
            paramLabel = "NAME",
            split = ",",
            description = "Only these users, and their banks.")
    private Set<String> users = Set.of();

    @Option(
            names = {"-A", "--bank"},
            paramLabel = "BANK",
            split = ",",
            description = "Only the content of these banks, by path or name.")
    private Set<String> banks = Set.of();

    @Option(
            names = "--policy",
            paramLabel = "POLICY",
            split = ",",
            description = "flux, fair-tree, classic, condor; also several.")
    private LinkedHashSet<String> policies = new LinkedHashSet<>();

    @Option(
            names = "--at",
            paramLabel = "TIME",
            converter = TimeOption.Converter.class,
            description = "At this instant. Default: that of the newest row.")
    private @Nullable TimeOption at;

    @Option(names = "--published", description = "Show the table fair-share.")
    private boolean isPublished;

    @Override
    protected void check() {
        if (isPublished && (at != null || !policies.isEmpty())) {
            throw usage("--published: shows stored rows (expected: without --at and --policy)");
        }
    }

    @Override
    protected Cluster openToShow() {
        return openUnderTerms();
    }

    @Override
    protected Document show(TopicReader reader) {
        UsageSnapshot rows = UsageSnapshot.read(reader, at(at, reader));
        Settings settings = reader.settings();
        Document document = new Document();
        List<PolicyRanking> rankings = isPublished
                ? List.of(published(reader, settings, rows, document))
                : ranked(reader, settings, rows, document);
        return document.with(ShareListing.of(rows, users, banks, rankings, isPublished ? null : rows.asOf())
                        .report())
                .say("as of " + rows.asOf() + (isPublished ? "; fair-share as it was published" : ""));
    }

    private List<PolicyRanking> ranked(TopicReader reader, Settings settings, UsageSnapshot rows, Document document) {
        if (policies.isEmpty()) {
            rows.otherPolicy(settings, reader.latest(Topics.FAIR_SHARE)).ifPresent(document::warn);
            return List.of(rows.ranked(ShareRules.of(settings)));
        }
        try {
            return policies.stream()
                    .map(policy -> rows.ranked(ShareRules.of(settings, policy)))
                    .toList();
        } catch (IllegalArgumentException e) {
            throw usage("--" + e.getMessage());
        }
    }

    private PolicyRanking published(TopicReader reader, Settings settings, UsageSnapshot rows, Document document) {
        FairShareTerms fairShare = ShareRules.of(settings);
        List<FairShare> published = reader.latest(Topics.FAIR_SHARE);
        published.stream().map(FairShare::getAsOf).max(Instant::compareTo).ifPresent(newest -> {
            if (newest.isBefore(rows.asOf())) {
                document.warn("fair-share is as of " + newest + ", association-usage as of " + rows.asOf()
                        + ": it is computed every fairshare.interval, "
                        + settings.get(Keys.FAIRSHARE_INTERVAL)
                        + ", after a change, and unchanged rows are not written again");
            }
        });
        return PolicyRanking.published(published, fairShare.shares().policy().name(), fairShare.compared());
    }

    @Override
    public ReportTime system(TopicReader reader) {
        return ReportTime.JOBS;
    }
}
