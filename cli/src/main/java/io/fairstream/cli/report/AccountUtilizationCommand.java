package io.fairstream.cli.report;

import io.fairstream.query.columns.Document;
import io.fairstream.query.records.TopicReader;
import io.fairstream.query.usage.AccountUtilization;
import io.fairstream.query.usage.PeriodQuery;
import java.time.Instant;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code report cluster account-utilization-by-user}. */
@Command(
        name = "account-utilization-by-user",
        footer = "fairstream report cluster account-utilization-by-user -s 2026-01-01 --bootstrap-server HOST:PORT",
        aliases = "accountutilizationbyuser",
        description = {
            "Charges of each account (bank) with all accounts below it, and of its users.",
            "allocated to running jobs, reserved for jobs that do not run; charged, their sum, is what sreport calls Used.",
            PeriodReport.PERIOD + " Percent is of the column's sum over all accounts of the report."
        })
final class AccountUtilizationCommand extends PeriodReport {
    @Mixin
    private final TresOption tres = new TresOption();

    @Override
    Document show(TopicReader reader, PeriodQuery query, Instant present) {
        return AccountUtilization.report(reader, query, tres.names());
    }
}
