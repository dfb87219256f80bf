package io.fairstream.cli.ahead;

import io.fairstream.cli.feed.FindingLines;
import io.fairstream.query.whatif.WhatIf;
import io.fairstream.schemas.MatchEvent;
import io.fairstream.traces.MatchEvents;
import io.fairstream.traces.Trace;
import io.fairstream.traces.TraceFormat;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Locale;

/**
 * A recorded workload.
 *
 * @param sent assumed time at which its events were sent
 */
record TraceSource(Path file, TraceFormat format, Instant sent) {
    /** Adds the events of the workload; {@code err} receives notes about them. */
    void addTo(WhatIf whatIf, PrintWriter err) throws IOException {
        try (Trace trace = format.open(file, err::println)) {
            MatchEvents events = MatchEvents.of(trace);
            FindingLines.printLeftOut(trace.name(), "jobs", trace.outcomes(), err);
            err.printf(Locale.ROOT, "%s: %,d events of %,d jobs%n", trace.name(), events.size(), events.size() / 2);
            for (MatchEvent event : events) {
                whatIf.add(event, sent);
            }
        }
    }
}
