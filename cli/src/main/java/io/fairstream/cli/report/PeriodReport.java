package io.fairstream.cli.report;

import io.fairstream.query.columns.Document;
import io.fairstream.query.records.TopicReader;
import io.fairstream.query.usage.PeriodQuery;
import io.fairstream.query.usage.TimeColumns;
import io.fairstream.query.usage.Unit;
import java.time.Instant;
import java.time.ZonedDateTime;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** A report of the charges within a period, from the journal. */
abstract class PeriodReport extends ClustersCommand {
    /** Text for option descriptions. */
    static final String PERIOD = "Default: from the start of yesterday until now, not until midnight as in sreport.";

    static final String PERCENT_OF_COLUMN = "Percent is of the sum of the column.";

    @Mixin
    private final PeriodOptions options = new PeriodOptions();

    @Option(
            names = {"-t", "--unit"},
            paramLabel = "UNIT",
            description =
                    "Processor time in seconds, minutes, hours or percent. Default: minutes, as sreport has it; in JSON"
                            + " and CSV whole microseconds.")
    private @Nullable Unit unit;

    @Override
    final Document show(TopicReader reader, ZonedDateTime present) {
        Document document = new Document();
        PeriodQuery query = new PeriodQuery(
                options.sinceYesterday(present, document), zone(), clusters(), new TimeColumns(Unit.MINUTES, unit));
        return document.with(show(reader, query, present.toInstant()));
    }

    /** Reads the charges of the period, and creates the report. The period does not end after the present. */
    abstract Document show(TopicReader reader, PeriodQuery query, Instant present);

    @Override
    protected @Nullable String otherInstant() {
        return options.hasEnd() ? null : "--end";
    }
}
