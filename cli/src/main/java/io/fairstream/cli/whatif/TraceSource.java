package io.fairstream.cli.whatif;

import io.fairstream.schemas.MatchEvent;
import io.fairstream.streams.wire.Generated;
import io.fairstream.streams.wire.MatchEventWire;
import io.fairstream.traces.MatchEvents;
import io.fairstream.traces.Trace;
import io.fairstream.traces.TraceFormat;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Locale;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * A recorded workload.
 *
 * @param plays which events count
 * @param sent when they are taken to have been sent
 */
record TraceSource(Path file, TraceFormat format, Predicate<Instant> plays, Instant sent) implements Source {
    @Override
    public void fill(Iterable<InMemoryPipeline> books, PrintWriter err) throws IOException {
        try (Trace trace = format.open(file, err::println)) {
            MatchEvents events = MatchEvents.of(trace);
            trace.notes().forEach(note -> err.println(trace.name() + ": " + note));
            new TreeMap<>(trace.withoutUsage())
                    .forEach((reason, jobs) ->
                            err.printf(Locale.ROOT, "%s: %,d jobs left out: %s%n", trace.name(), jobs, reason.text()));
            err.printf(Locale.ROOT, "%s: %,d events of %,d jobs%n", trace.name(), events.size(), events.size() / 2);
            for (MatchEvent event : events) {
                if (plays.test(event.getAt())) {
                    put(event, books);
                }
            }
        }
    }

    private void put(MatchEvent event, Iterable<InMemoryPipeline> books) {
        io.fairstream.rules.ledger.MatchEvent read =
                Objects.requireNonNull(Generated.value(new MatchEventWire(), event));
        books.forEach(each -> each.add(read, sent.toEpochMilli()));
    }
}
