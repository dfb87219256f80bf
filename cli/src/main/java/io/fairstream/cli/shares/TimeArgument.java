package io.fairstream.cli.shares;

import io.fairstream.cli.options.InstantConverter;
import io.fairstream.schemas.Priority;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;

/** An instant from the command line. */
record TimeArgument(@Nullable Instant named) {
    static final TimeArgument LATEST = new TimeArgument(null);

    /**
     * Instant at which rows are evaluated. By default this is now, or the time of the newest row if the clock of its producer is
     * ahead of ours.
     */
    static Instant of(@Nullable TimeArgument asked, Collection<Priority> rows, Instant now) {
        Instant newest = newest(rows).orElse(now);
        if (asked == null) {
            return newest.isAfter(now) ? newest : now;
        }
        return asked.named == null ? newest : asked.named;
    }

    static Optional<Instant> newest(Collection<Priority> rows) {
        return rows.stream().map(Priority::getAsOf).max(Comparator.naturalOrder());
    }

    static final class Converter implements ITypeConverter<TimeArgument> {
        @Override
        public TimeArgument convert(String text) {
            return text.equals("latest") ? LATEST : new TimeArgument(new InstantConverter().convert(text));
        }
    }
}
