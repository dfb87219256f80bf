package io.fairstream.cli.ahead;

import io.fairstream.app.TopologyConfigs.Rules;
import io.fairstream.cli.options.Cluster;
import io.fairstream.cli.options.ShowCommand;
import io.fairstream.cli.options.TimeOption;
import io.fairstream.query.columns.Document;
import io.fairstream.query.records.TopicReader;
import io.fairstream.query.tables.ReportTime;
import io.fairstream.query.whatif.AllocationReport;
import io.fairstream.query.whatif.Demand;
import io.fairstream.schemas.Topics;
import java.io.IOException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code negotiate}: simulates a negotiation over the pool in its current state. */
@Command(
        name = "negotiate",
        sortOptions = false,
        customSynopsis = "fairstream negotiate --slots=N [OPTIONS]",
        description = {
            "Show the division of a pool as of now: the resources of each submitter, and why it gets no "
                    + "more. Changes nothing.",
            "Without --demand every user of the last day wants the whole pool."
        },
        footer = "fairstream negotiate --slots 100 --quota physics=25%% --bootstrap-server HOST:PORT")
public final class NegotiateCommand extends ShowCommand {
    @Option(
            names = "--slots",
            required = true,
            paramLabel = "N",
            description = "Slot weight of the pool, held or free.")
    private double slots;

    @Option(
            names = "--demand",
            paramLabel = "FILE",
            description = "Lines like {\"submitter\":\"alice\",\"demand\":100}.")
    private @Nullable String demand;

    @Option(
            names = "--at",
            paramLabel = "TIME",
            converter = TimeOption.Converter.class,
            description = "At this instant. Default: now.")
    private @Nullable TimeOption at;

    @Option(names = "--no-preemption", description = "Divide only the free resources.")
    private boolean isPreemptionOff;

    @Mixin
    private final GroupOptions groupOptions = new GroupOptions();

    @Override
    protected void check() {
        if (!(slots >= 0) || Double.isInfinite(slots)) {
            throw usage("--slots: " + slots + " (expected: >= 0)");
        }
        for (String group : groupOptions.quotasTwice()) {
            throw usage("--quota: \"" + group + "\" (expected: each group once)");
        }
    }

    @Override
    protected void refuseFiles() {
        if (demand != null) {
            throw usage("--demand: " + demand + " (expected: no file, because the console reads none)");
        }
    }

    @Override
    protected Cluster openToShow() {
        return openUnderTerms();
    }

    @Override
    protected Document show(TopicReader reader) throws IOException {
        Instant asked = at(at, reader);
        Instant time = asked == null ? present(reader) : asked;
        AllocationReport.Request request = new AllocationReport.Request(
                slots,
                demand == null ? null : Demand.read(demand),
                groupOptions.settings(),
                !isPreemptionOff,
                Rules.of(reader.settings()).factors());
        return AllocationReport.of(reader.latest(Topics.PRIORITIES), time, asked != null, request)
                .document();
    }

    @Override
    public ReportTime system(TopicReader reader) {
        return ReportTime.POOLS;
    }

    @Override
    protected @Nullable String otherInstant() {
        return at == null ? "--at" : null;
    }
}
