package io.fairstream.cli.report;

import io.fairstream.cli.options.TimeOption;
import io.fairstream.query.columns.Document;
import io.fairstream.query.records.TopicReader;
import io.fairstream.query.tables.ReportTime;
import io.fairstream.query.volunteers.BalancesReport;
import java.time.ZonedDateTime;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code report balances}. */
@Command(
        name = "balances",
        footer = "fairstream report balances --bootstrap-server HOST:PORT",
        description = {
            "Balance of each project or app: balance = initial + accrued - charged; withheld is the part "
                    + "above the cap.",
            "LATELY is the work of the last days with work, since the day named; projects and apps "
                    + "without an allocation have only that. The unit is FLOPs, or seconds "
                    + "(allocation.charge.unit=seconds).",
            "SPENT is when it is spent if each day takes as much as the last whole day of UTC did, or as the mean "
                    + "of the last seven; empty for never.",
            "explain TARGET shows the parts of a balance."
        })
final class BalancesCommand extends ReportingCommand {
    @Option(
            names = "--target",
            paramLabel = "TARGET",
            description = "Only that project, with its apps, or that project/app. Default: all.")
    private @Nullable String target;

    @Option(
            names = "--at",
            paramLabel = "TIME",
            converter = TimeOption.Converter.class,
            description =
                    "Balances at this instant (ISO-8601, milliseconds since 1970, or now), not before a row's own. "
                            + ReportTime.WITHOUT_ONE)
    private @Nullable TimeOption at;

    @Override
    Document show(TopicReader reader, ZonedDateTime present) {
        return BalancesReport.report(reader, target, at(at, reader), present.toInstant());
    }

    @Override
    public ReportTime system(TopicReader reader) {
        return ReportTime.VOLUNTEERS;
    }

    @Override
    protected @Nullable String otherInstant() {
        return at == null ? "--at" : null;
    }
}
