package io.fairstream.cli.shares;

import io.fairstream.cli.options.Cluster;
import io.fairstream.cli.options.InstantConverter;
import io.fairstream.cli.options.ShowCommand;
import io.fairstream.reports.columns.Document;
import io.fairstream.reports.records.TopicReader;
import io.fairstream.reports.shares.AddedJob;
import io.fairstream.reports.shares.JobForecast;
import io.fairstream.reports.shares.UsageSnapshot;
import io.fairstream.rules.account.association.Sharing;
import io.fairstream.schemas.Topics;
import io.fairstream.streams.app.ShareRules;
import io.fairstream.streams.config.Settings;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code shares what-if}. */
@Command(
        name = "what-if",
        sortOptions = false,
        customSynopsis = "fairstream shares what-if --job=NAME=VALUE,... [OPTIONS]",
        description = {
            "Show who would stand where after a job, as if it had just ended at the instant of the listing: each whose usage,"
                    + " factor or rank would be another. Changes nothing."
        },
        footer =
                "fairstream shares what-if --job nodes=64,hours=10,user=alice,bank=physics --bootstrap-server HOST:PORT")
final class JobWhatIfCommand extends ShowCommand {
    @Option(
            names = "--job",
            required = true,
            paramLabel = "NAME=VALUE,...",
            converter = AddedJobConverter.class,
            description = "user, bank, hours, and what it holds: nodes, cpus, gpus, mem (MiB, or 512G). Repeatable.")
    private List<AddedJob> jobs = new ArrayList<>();

    @Option(names = "--policy", paramLabel = "POLICY", description = "Instead of fairshare.policy.")
    private @Nullable String policy;

    @Option(
            names = "--at",
            paramLabel = "TIME",
            converter = InstantConverter.class,
            description = "When the job ends, as for shares.")
    private @Nullable Instant at;

    @Option(names = "--all", description = "Also those for whom nothing would change.")
    private boolean all;

    @Override
    protected void check() {
        ShareCommand.refuseOptionsOfTheListing(spec());
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
        if (policy == null) {
            rows.otherPolicy(settings, reader.latest(Topics.FAIR_SHARE)).ifPresent(document::warn);
        }
        JobForecast forecast = JobForecast.of(rows, jobs, sharing(settings));
        forecast.notes().forEach(document::warn);
        return document.with(forecast.report(all))
                .say("as if " + (jobs.size() == 1 ? "it" : "they") + " had just ended at " + rows.asOf() + ", by "
                        + forecast.now().policy());
    }

    private Sharing sharing(Settings settings) {
        try {
            return policy == null ? ShareRules.of(settings) : ShareRules.of(settings, policy);
        } catch (IllegalArgumentException e) {
            throw usage("--" + e.getMessage());
        }
    }
}
