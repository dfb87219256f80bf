package io.fairstream.cli.feed;

import io.fairstream.app.config.Settings;
import io.fairstream.cli.options.Cluster;
import io.fairstream.cli.options.InstantConverter;
import io.fairstream.cli.options.NamedFile;
import io.fairstream.cli.options.RowsCommand;
import io.fairstream.cli.terminal.OutputFormat;
import io.fairstream.client.RecordSender;
import io.fairstream.htcondor.match.Listing;
import io.fairstream.htcondor.match.Scan;
import io.fairstream.query.columns.Columns;
import io.fairstream.query.columns.Document;
import io.fairstream.query.columns.Format;
import io.fairstream.query.records.Failure;
import io.fairstream.query.records.TopicReader;
import io.fairstream.query.records.ValueFormat;
import io.fairstream.reading.RecordOutcomes;
import io.fairstream.schemas.MatchEvent;
import io.fairstream.schemas.Observed;
import io.fairstream.schemas.ObservedState;
import io.fairstream.schemas.OpenMatch;
import io.fairstream.schemas.Topics;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code scan}: sends one listing of a pool's slots. */
@Command(
        name = "scan",
        footer = "condor_status -json | fairstream scan - --bootstrap-server HOST:PORT",
        description = {
            "Compare the matches with a listing of all slots of a pool, as HTCondor's CheckMatches does.",
            "A match on a slot that is unclaimed or not listed ends; a claimed slot is charged to its user."
        })
public final class ScanCommand extends RowsCommand {
    private static final String STANDARD_INPUT = "-";

    private static final Columns<Result> COLUMNS = new Columns<Result>()
            .text("listing", Result::listing)
            .text("pool", Result::pool)
            .add("claimed", Format.WHOLE, Result::claimed)
            .add("matched", Format.WHOLE, row -> row.of(ObservedState.MATCHED))
            .add("unclaimed", Format.WHOLE, row -> row.of(ObservedState.UNCLAIMED))
            .add("other", Format.WHOLE, row -> row.of(ObservedState.OTHER))
            .add("nameless", Format.WHOLE, row -> row.scan().nameless())
            .add("vanished", Format.WHOLE, Result::vanished)
            .add("sent", Format.WHOLE, Result::sent);

    @Parameters(
            index = "0",
            paramLabel = "FILE",
            description =
                    "Startd ads from condor_status -json, -long or -xml, may be gzipped (.gz); - is standard input.")
    private String file = STANDARD_INPUT;

    @Option(names = "--pool", paramLabel = "POOL", description = "The pool of the slots; empty if there is only one.")
    private String pool = "";

    @Option(
            names = "--at",
            paramLabel = "TIME",
            converter = InstantConverter.class,
            description = "Time of the listing (ISO-8601, milliseconds since 1970, or now). Default: LastHeardFrom or "
                    + "MyCurrentTime of each ad, else now.")
    private @Nullable Instant at;

    @Option(
            names = "--partial",
            description = "The listing lacks slots of the pool: a match on a missing slot continues.")
    private boolean partial;

    @Option(names = "--allow-empty", description = "Accept a listing without slots as an empty pool.")
    private boolean allowEmpty;

    private record Result(String listing, String pool, Scan scan, long sent) {
        long of(ObservedState state) {
            return scan.observed().stream()
                    .filter(event -> event.getChange() instanceof Observed seen && seen.getState() == state)
                    .count();
        }

        long claimed() {
            return of(ObservedState.CLAIMED) + of(ObservedState.PREEMPTING);
        }

        long vanished() {
            return scan.vanished().size();
        }
    }

    @Override
    public Integer call() throws IOException {
        Listing listing = read();
        try (Cluster cluster = open()) {
            Settings settings = cluster.settingsWithRegistry();
            Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
            Scan scan = Scan.of(listing, pool, at, now, partial ? Set.of() : matched(settings));
            report(new Result(called(), pool, scan, send(scan, settings)));
        }
        return 0;
    }

    private String called() {
        return file.equals(STANDARD_INPUT) ? "standard input" : file;
    }

    /** Reads the listing. If part of it cannot be read, nothing is sent, since the missing slots would appear to have vanished. */
    private Listing read() throws IOException {
        PrintWriter err = err();
        Listing listing;
        try (InputStream in = input()) {
            listing = Listing.read(called(), in, problem -> err.println(problem));
        }
        err.flush();
        RecordOutcomes outcomes = listing.outcomes();
        long bad = outcomes.unreadable();
        if (bad > 0) {
            throw new Failure(called() + ": " + bad + " of " + outcomes.total()
                    + " ads cannot be read (expected: condor_status -json, -long or -xml); nothing was sent");
        }
        if (listing.slots().isEmpty() && !allowEmpty) {
            throw new Failure(
                    called() + ": no slot (expected: a listing of the pool, or --allow-empty); nothing was sent");
        }
        return listing;
    }

    private InputStream input() throws IOException {
        if (file.equals(STANDARD_INPUT)) {
            return System.in;
        }
        InputStream in = NamedFile.open(Path.of(file));
        return file.endsWith(".gz") ? new GZIPInputStream(in) : in;
    }

    private Set<String> matched(Settings settings) {
        Set<String> matched = new TreeSet<>();
        try (TopicReader reader = new TopicReader(settings)) {
            reader.read(Topics.OPEN_MATCHES, row -> {
                OpenMatch match = row.value();
                if (match != null && match.getPool().equals(pool)) {
                    matched.add(match.getResource());
                } else if (row.key() != null) {
                    matched.remove(row.key());
                }
            });
        }
        return matched;
    }

    private static long send(Scan scan, Settings settings) {
        try (RecordSender<MatchEvent> sender = ValueFormat.sender(settings, Topics.MATCHES)) {
            for (List<MatchEvent> events : List.of(scan.observed(), scan.vanished())) {
                events.forEach(event -> sender.send(event.getResource(), event));
            }
            sender.flush();
            return sender.sent();
        }
    }

    private void report(Result result) {
        PrintWriter err = err();
        if (output().form() != OutputFormat.Form.TEXT) {
            print(Document.of(COLUMNS.report(List.of(result))));
        } else {
            err.printf(
                    Locale.ROOT,
                    "%,d claimed, %,d matched, %,d unclaimed, %,d in other states, %,d vanished; %,d events sent%n",
                    result.claimed(),
                    result.of(ObservedState.MATCHED),
                    result.of(ObservedState.UNCLAIMED),
                    result.of(ObservedState.OTHER),
                    result.vanished(),
                    result.sent());
        }
        if (result.scan().nameless() > 0) {
            err.printf(
                    Locale.ROOT,
                    "warning: %,d claimed slots have no user (no AccountingGroup, no RemoteUser); their matches "
                            + "are unchanged%n",
                    result.scan().nameless());
        }
    }
}
