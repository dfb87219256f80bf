package io.fairstream.cli.report;

import io.fairstream.query.columns.Document;
import io.fairstream.query.records.TopicReader;
import io.fairstream.query.usage.KeyUtilization;
import io.fairstream.query.usage.PeriodQuery;
import java.time.Instant;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code report cluster utilization-by}. */
@Command(
        name = "utilization-by",
        footer = "fairstream report cluster utilization-by --key qos -s 2026-01-01 --bootstrap-server HOST:PORT",
        description = {
            "Charges of the jobs of each QOS, workload characterization key (wckey) or reservation, and "
                    + "of their users.",
            "allocated to running jobs, reserved for jobs that do not run; charged, their sum, is what "
                    + "sreport calls Used. Jobs that were purged from the table jobs count as jobs without one.",
            PeriodReport.PERIOD + " Percent is of the column's sum."
        })
final class UtilizationByCommand extends PeriodReport {
    @Option(names = "--key", paramLabel = "KEY", required = true, description = "Key: ${COMPLETION-CANDIDATES}.")
    private KeyUtilization.Key key = KeyUtilization.Key.QOS;

    @Mixin
    private final TresOption tres = new TresOption();

    @Override
    Document show(TopicReader reader, PeriodQuery query, Instant present) {
        return KeyUtilization.report(reader, query, key, tres.names());
    }
}
