package io.fairstream.cli.report;

import io.fairstream.cli.records.TopicReader;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** A report of what was charged within a period, from the journal. */
abstract class PeriodReport extends Reporting {
    /** For descriptions. */
    static final String PERIOD =
            "Without --start from the begin of yesterday; and up to now, not only to midnight as sreport.";

    static final String PERCENT_OF_COLUMN = "Percent is of the sum of the column.";

    @Mixin
    private final PeriodOptions options = new PeriodOptions();

    @Option(
            names = {"-t", "--unit"},
            paramLabel = "UNIT",
            defaultValue = "MINUTES",
            description =
                    "Processor time in seconds, minutes, hours or percent. Default: minutes, as sreport has it. JSON"
                            + " has whole microseconds whatever the unit.")
    private Unit unit = Unit.MINUTES;

    @Override
    final void report(TopicReader reader, ZonedDateTime present) {
        report(reader, options.sinceYesterday(present, err()), present.toInstant());
    }

    /** Reads and prints what was charged in the period, which does not end after the present. */
    abstract void report(TopicReader reader, Period period, Instant present);

    final <R> Sheet<R> sheet() {
        return new Sheet<>(unit, zone());
    }

    /** Says it when entries of the period, or from before it, are deleted. */
    final void warn(@Nullable Instant reachesTo, Period period) {
        if (reachesTo != null) {
            String missing = reachesTo.isAfter(period.begin())
                    ? "what was used before then is missing here, and so are"
                    : "missing here are";
            err().println("warning: entries of charges from before about " + reachesTo + " are deleted: " + missing
                    + " runs that began before then and went on");
        }
    }

    final void title(String name, Period period) {
        Sheet<Void> sheet = sheet();
        title(
                name + " " + sheet.local(period.begin()) + " - " + sheet.local(period.end()),
                "Processor time in " + unit.name().toLowerCase(Locale.ROOT));
    }
}
