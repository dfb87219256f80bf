package io.fairstream.cli.run;

import io.fairstream.cli.options.Cluster;
import io.fairstream.cli.options.RowsCommand;
import io.fairstream.cli.options.WatchOption;
import io.fairstream.query.records.Failure;
import io.fairstream.query.records.TopicReader;
import io.fairstream.query.steering.ShadowTable;
import io.fairstream.query.steering.SteeringReport;
import io.fairstream.steering.Scheduler;
import io.fairstream.steering.SchedulerException;
import java.time.Clock;
import java.time.Instant;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code shadow}: compares a scheduler's own numbers with ours. */
@Command(
        name = "shadow",
        footer = "fairstream shadow --scheduler htcondor --watch 30 --bootstrap-server HOST:PORT",
        description = {
            "Compare a scheduler's own priorities of its users with ours, and store the comparison in "
                    + "the topic shadow.",
            "HTCondor: real user priorities; Slurm and flux: fair-share factors. Reasons and sizes of "
                    + "differences: docs/fidelity.md."
        })
public final class ShadowCommand extends RowsCommand {
    @Option(
            names = "--scheduler",
            required = true,
            paramLabel = "TARGET",
            description = "Scheduler: htcondor, slurm or flux.")
    private TargetKind kind = TargetKind.HTCONDOR;

    @Mixin
    private final TargetOptions target = new TargetOptions();

    @Mixin
    private final WatchOption watch = new WatchOption();

    @Override
    public Integer call() throws Exception {
        if (!kind.hasAccounts()) {
            throw usage("--scheduler " + kind + ": it has no priorities of users (expected: htcondor, slurm or flux)");
        }
        ShadowTable.Subject subject = target.subject(kind, spec().commandLine());
        try (Cluster cluster = open();
                Scheduler scheduler = target.open(kind, new TargetKind.Tuning());
                TopicReader reader = new TopicReader(cluster.settingsWithRegistry());
                ShadowTable table = new ShadowTable(reader, subject)) {
            show(watch, () -> {
                try {
                    return SteeringReport.shadow(table.update(
                            scheduler.read(),
                            Instant.ofEpochMilli(Clock.systemUTC().millis())));
                } catch (SchedulerException e) {
                    throw new Failure(String.valueOf(e.getMessage()), e);
                }
            });
        }
        return 0;
    }
}
