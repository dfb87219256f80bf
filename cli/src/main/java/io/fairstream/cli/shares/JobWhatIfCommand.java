package io.fairstream.cli.shares;

import io.fairstream.app.TopologyConfigs.ShareRules;
import io.fairstream.app.config.Settings;
import io.fairstream.cli.options.Cluster;
import io.fairstream.cli.options.InstantConverter;
import io.fairstream.cli.options.ShowCommand;
import io.fairstream.query.columns.Document;
import io.fairstream.query.records.TopicReader;
import io.fairstream.query.shares.AddedJob;
import io.fairstream.query.shares.JobForecast;
import io.fairstream.query.shares.RawShares;
import io.fairstream.query.shares.UsageSnapshot;
import io.fairstream.rules.share.FairShareTerms;
import io.fairstream.schemas.Topics;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code shares what-if}. */
@Command(
        name = "what-if",
        sortOptions = false,
        customSynopsis = "fairstream shares what-if [--job=NAME=VALUE,...] [--shares=PATH=SHARES]\n"
                + "                                  [OPTIONS]",
        description = {
            "Show the ranking after a job, as if it had just ended at the instant of the listing, or "
                    + "with other shares: every user whose usage, factor or rank would differ. Changes nothing."
        },
        footer = {
            "fairstream shares what-if --job nodes=64,hours=10,user=alice,bank=physics --bootstrap-server HOST:PORT",
            "fairstream shares what-if --shares root/physics=3 --policy flux,fair-tree --bootstrap-server HOST:PORT"
        })
final class JobWhatIfCommand extends ShowCommand {
    @Option(
            names = "--job",
            paramLabel = "NAME=VALUE,...",
            converter = AddedJobConverter.class,
            description = "user, bank, hours, and resources: nodes, cpus, gpus, mem (MiB, or 512G). Repeatable.")
    private List<AddedJob> jobs = new ArrayList<>();

    @Option(
            names = "--shares",
            paramLabel = "PATH=SHARES",
            description = "Other shares of a bank or user, or parent. Repeatable.")
    private Map<String, String> shares = new LinkedHashMap<>();

    @Option(
            names = "--policy",
            paramLabel = "POLICY",
            split = ",",
            description = "flux, fair-tree, classic, condor; also several.")
    private Set<String> policies = new LinkedHashSet<>();

    @Option(
            names = "--at",
            paramLabel = "TIME",
            converter = InstantConverter.class,
            description = "When the job ends, as for shares.")
    private @Nullable Instant at;

    @Option(names = "--all", description = "Also users for whom nothing would change.")
    private boolean all;

    @Override
    protected void check() {
        ShareCommand.refuseOptionsOfTheListing(spec());
        if (jobs.isEmpty() && shares.isEmpty()) {
            throw usage("no change (expected: --job, --shares, or both)");
        }
    }

    @Override
    protected Cluster openToShow() {
        return openUnderTerms();
    }

    @Override
    protected Document show(TopicReader reader) {
        UsageSnapshot rows = UsageSnapshot.read(reader, at);
        Settings settings = reader.settings();
        Document document = new Document();
        if (policies.isEmpty()) {
            rows.otherPolicy(settings, reader.latest(Topics.FAIR_SHARE)).ifPresent(document::warn);
        }
        Map<String, RawShares> others = others();
        List<JobForecast> forecasts = fairShares(settings).stream()
                .map(fairShare -> JobForecast.of(rows, jobs, others, fairShare))
                .toList();
        forecasts.stream()
                .flatMap(forecast -> forecast.notes().stream())
                .distinct()
                .forEach(document::warn);
        String names =
                forecasts.stream().map(forecast -> forecast.now().policy()).collect(Collectors.joining(", "));
        return document.with(JobForecast.report(forecasts, all)).say(assumption() + rows.asOf() + ", by " + names);
    }

    private String assumption() {
        return jobs.isEmpty()
                ? "with the other shares at "
                : "as if " + (jobs.size() == 1 ? "it" : "they") + " had just ended at ";
    }

    private Map<String, RawShares> others() {
        Map<String, RawShares> others = new LinkedHashMap<>();
        shares.forEach((path, text) -> {
            try {
                others.put(path, RawShares.parse(text));
            } catch (IllegalArgumentException e) {
                throw usage("--shares: " + path + "=" + e.getMessage());
            }
        });
        return others;
    }

    private List<FairShareTerms> fairShares(Settings settings) {
        try {
            return policies.isEmpty()
                    ? List.of(ShareRules.of(settings))
                    : policies.stream()
                            .map(policy -> ShareRules.of(settings, policy))
                            .toList();
        } catch (IllegalArgumentException e) {
            throw usage("--" + e.getMessage());
        }
    }
}
