package io.fairstream.cli.replay;

import io.fairstream.cli.options.InstantConverter;
import io.fairstream.cli.records.TopicReader;
import io.fairstream.cli.tables.TablePrinter;
import io.fairstream.cli.tables.View;
import io.fairstream.cli.tables.Views;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Until when events are played and which tables are shown then. */
final class ResultOptions {
    @Option(
            names = "--print",
            paramLabel = "TABLE",
            split = ",",
            converter = Views.Converter.class,
            description =
                    "Tables to show at the end: priorities, open-matches, match-records, jobs, job-accounting, nodes,"
                            + " user-accounting, shares, association-usage, fair-share, hosts, daily, balances, assignments, allocations,"
                            + " projects, preferences, charges, rejections, tallies. With --json and several, each line is"
                            + " {\"table\":…,\"row\":…}.")
    private List<View<?>> views = new ArrayList<>();

    @Option(
            names = "--at",
            paramLabel = "TIME",
            converter = InstantConverter.class,
            description = "Play the events up to this instant (ISO-8601, milliseconds since 1970, or now) and evaluate"
                    + " priorities and accounts at it; without it all events, and each row as of its own.")
    private @Nullable Instant at;

    /** Whether an event of that time is played. */
    boolean plays(Instant time) {
        return at == null || !time.isAfter(at);
    }

    /** Whether all events are played. */
    boolean playsAll() {
        return at == null;
    }

    /** Whether any table is to be shown. */
    boolean isEmpty() {
        return views.isEmpty();
    }

    void print(TopicReader reader, PrintWriter out, boolean json) {
        new TablePrinter(reader, out, json, at, null, false).print(views);
    }
}
