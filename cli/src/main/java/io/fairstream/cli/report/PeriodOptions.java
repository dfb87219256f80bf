package io.fairstream.cli.report;

import io.fairstream.cli.options.TimeOption;
import io.fairstream.query.columns.Document;
import io.fairstream.query.usage.Period;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Options for the begin and the end of a period. */
final class PeriodOptions {
    @Option(
            names = {"-s", "--start"},
            paramLabel = "TIME",
            converter = TimeOption.Converter.class,
            description = "Begin: " + TimeOption.EXPECTED + ".")
    private @Nullable TimeOption start;

    @Option(
            names = {"-e", "--end"},
            paramLabel = "TIME",
            converter = TimeOption.Converter.class,
            description = "End (exclusive). Default: now; or the newest event, if that is more than a day ago, as "
                    + "after the replay of an old trace.")
    private @Nullable TimeOption end;

    @Spec(Spec.Target.MIXEE)
    private @Nullable CommandSpec command;

    /** The requested begin; null if there is none. */
    @Nullable
    Instant begin(ZonedDateTime present) {
        return start == null ? null : start.at(present);
    }

    /** The requested end; null if there is none. */
    @Nullable
    Instant end(ZonedDateTime present) {
        return end == null ? null : end.at(present);
    }

    /** Returns true if an end is requested. */
    boolean hasEnd() {
        return end != null;
    }

    /** Returns true if a begin is requested. */
    boolean hasBegin() {
        return start != null;
    }

    /**
     * Period from the requested begin, or else the start of yesterday, to the requested end or the present, whichever is earlier.
     *
     * @param document gets a warning if the end is after the present
     */
    Period sinceYesterday(ZonedDateTime present, Document document) {
        Instant given = begin(present);
        return period(given == null ? yesterday(present) : given, present, document);
    }

    /** As {@link #period(Instant, ZonedDateTime)}; the document gets a warning if the end is after the present. */
    Period period(Instant begin, ZonedDateTime present, Document document) {
        Period period = period(begin, present);
        Instant asked = end(present);
        if (asked != null && asked.isAfter(present.toInstant())) {
            document.warn("the period ends at " + period.end() + ": later events have not been read yet");
        }
        return period;
    }

    private static Instant yesterday(ZonedDateTime present) {
        return present.toLocalDate()
                .minusDays(1)
                .atStartOfDay(present.getZone())
                .toInstant();
    }

    /**
     * Period from the begin to the requested end or the present, whichever is earlier.
     *
     * @throws ParameterException if the period is empty
     */
    Period period(Instant begin, ZonedDateTime present) {
        Instant asked = end(present);
        Instant now = present.toInstant();
        Instant until = asked == null || asked.isAfter(now) ? now : asked;
        if (!begin.isBefore(until)) {
            throw new ParameterException(
                    Objects.requireNonNull(command).commandLine(),
                    "--start: " + begin + " (expected: before the end, " + until + ")");
        }
        return new Period(begin, until);
    }
}
