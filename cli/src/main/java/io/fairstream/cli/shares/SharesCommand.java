package io.fairstream.cli.shares;

import io.fairstream.cli.options.Cluster;
import io.fairstream.cli.options.ClusterCommand;
import io.fairstream.cli.options.InstantConverter;
import io.fairstream.cli.records.TopicReader;
import io.fairstream.rules.account.association.Sharing;
import io.fairstream.schemas.FairShare;
import io.fairstream.schemas.Topics;
import io.fairstream.streams.app.ShareRules;
import io.fairstream.streams.config.Settings;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code shares}: sshare's listing, and edits of what it is made of. */
@Command(
        name = "shares",
        description = {
            "List the tree of banks and users with their shares, what each used, and who is owed how much, as sshare does.",
            "All is worked out at one instant, so that factors and ranks follow from the usages beside them. Negotiators and"
                    + " schedulers read the table fair-share, which is written at most once per fairshare.interval: --published"
                    + " shows that, with the instant of each row.",
            "RAW USAGE is in node-seconds as usage.weights has them, the usage that the policy looks at: of finished runs in"
                    + " half-life periods for flux, of all use with smooth decay for the others (fairshare.usage says otherwise)."
                    + " NORM SHARES and EFFECTV USAGE are parts of the level, NORM USAGE is the part of all. RANK n/n is the best."
        },
        footer = {
            "",
            "With --json a line for each bank and user: path, account, user, rawShares, active, note, asOf, and under the name of"
                    + " each policy normShares, usageOf, rawUsage, normUsage, effectiveUsage, levelShare (absent when nothing"
                    + " was used), fairShare, rank, of."
        },
        subcommands = {
            LoadCommand.class,
            CheckCommand.class,
            Edits.Set.class,
            Edits.Add.class,
            Edits.Remove.class,
            Edits.Disable.class,
            Edits.Enable.class,
            JobWhatIfCommand.class
        })
public final class SharesCommand extends ClusterCommand {
    @Option(
            names = {"-u", "--user"},
            paramLabel = "NAME",
            split = ",",
            description = "Only these users, and the banks around them.")
    private Set<String> users = Set.of();

    @Option(
            names = {"-A", "--bank"},
            paramLabel = "BANK",
            split = ",",
            description = "Only what is in these banks, by path or name, and the banks around them.")
    private Set<String> banks = Set.of();

    @Option(
            names = "--policy",
            paramLabel = "POLICY",
            split = ",",
            description = "flux, fair-tree, classic or condor instead of fairshare.policy; several stand side by side.")
    private LinkedHashSet<String> policies = new LinkedHashSet<>();

    @Option(
            names = "--at",
            paramLabel = "TIME",
            converter = InstantConverter.class,
            description =
                    "Work it out at this instant (ISO-8601, milliseconds since 1970, or now), not before any row's own;"
                            + " without it, at the newest instant that a row of association-usage has.")
    private @Nullable Instant at;

    @Option(names = "--published", description = "Show what stands in fair-share.")
    private boolean isPublished;

    @Override
    public Integer call() {
        requireLasting();
        if (isPublished && (at != null || !policies.isEmpty())) {
            throw usage("--published: shows what was worked out (expected: without --at and --policy)");
        }
        try (Cluster cluster = openUnderTerms();
                TopicReader reader = new TopicReader(cluster.settingsWithRegistry())) {
            Rows rows = Rows.read(reader, at);
            Settings settings = cluster.settings();
            List<Standings> standings =
                    isPublished ? published(reader, settings, rows) : ranked(reader, settings, rows);
            List<Node> nodes = Node.selected(rows.rows().stream().map(Node::of).toList(), isWanted(rows));
            Listing listing = new Listing(nodes, standings, isPublished ? null : rows.asOf());
            if (json()) {
                listing.printJson(out());
            } else {
                listing.print(out());
                err().println("as of " + rows.asOf() + (isPublished ? "; fair-share as it was published" : ""));
            }
        }
        out().flush();
        return 0;
    }

    private List<Standings> ranked(TopicReader reader, Settings settings, Rows rows) {
        rows.warnUnlessUnder(settings, policies.isEmpty() ? reader.latest(Topics.FAIR_SHARE) : List.of(), err());
        List<Standings> ranked = new ArrayList<>();
        for (Sharing sharing : sharings(settings)) {
            ranked.add(Standings.of(rows.rows(), rows.under(sharing)));
        }
        return ranked;
    }

    private List<Sharing> sharings(Settings settings) {
        if (policies.isEmpty()) {
            return List.of(ShareRules.of(settings));
        }
        try {
            return policies.stream()
                    .map(policy -> ShareRules.of(settings, policy))
                    .toList();
        } catch (IllegalArgumentException e) {
            throw usage("--" + e.getMessage());
        }
    }

    private List<Standings> published(TopicReader reader, Settings settings, Rows rows) {
        Sharing sharing = ShareRules.of(settings);
        List<FairShare> published = reader.latest(Topics.FAIR_SHARE);
        published.stream().map(FairShare::getAsOf).max(Instant::compareTo).ifPresent(newest -> {
            if (newest.isBefore(rows.asOf())) {
                err().println("fair-share is as of " + newest + ", association-usage as of " + rows.asOf()
                        + ": it is worked out every fairshare.interval, "
                        + settings.fairShare().interval()
                        + ", if anything has changed, and rows whose numbers are as before stay");
            }
        });
        return List.of(Standings.published(published, sharing.shares().policy().name(), sharing.compared()));
    }

    private Predicate<Node> isWanted(Rows rows) {
        List<String> within = banks.stream().map(rows::bank).toList();
        return node -> (users.isEmpty() || (!node.isBank() && users.contains(node.name())))
                && (within.isEmpty() || within.stream().anyMatch(node::isIn));
    }
}
