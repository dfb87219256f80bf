package io.fairstream.cli.shares;

import io.fairstream.admin.Principal;
import io.fairstream.cli.options.Cluster;
import io.fairstream.cli.options.RowsCommand;
import io.fairstream.cli.options.Shows;
import io.fairstream.cli.options.WatchOption;
import io.fairstream.cli.terminal.OutputFormat;
import io.fairstream.query.columns.Document;
import io.fairstream.query.priority.History;
import io.fairstream.query.priority.OpenMatches;
import io.fairstream.query.priority.UserPriorities;
import io.fairstream.query.records.Failure;
import io.fairstream.query.records.JsonLines;
import io.fairstream.query.records.JsonLines.LineException;
import io.fairstream.query.records.Sight;
import io.fairstream.query.records.TopicReader;
import io.fairstream.query.tables.ReportTime;
import io.fairstream.schemas.Priority;
import io.fairstream.schemas.Topics;
import java.io.IOException;
import java.lang.reflect.Member;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code userprio}: counterpart of {@code condor_userprio}, based on the topics. */
@Command(
        name = "userprio",
        sortOptions = false,
        customSynopsis = {
            "fairstream userprio [USER...] [OPTIONS]",
            "   or: fairstream userprio --matches USER | --history USER",
            "   or: fairstream userprio -setfactor|-setprio|-setceil|-setfloor USER VALUE",
            "                           [-duration SECONDS] [--at TIME]",
            "   or: fairstream userprio -resetusage|-delete USER"
        },
        description = {
            "List priorities and usage as condor_userprio does, or change an account.",
            "All options, in HTCondor's spelling and in full: docs/userprio.md."
        },
        footer = {
            "fairstream userprio -allusers -af:t Name Priority --bootstrap-server HOST:PORT",
            "fairstream userprio -setfactor alice@example.org 5 -duration 3600 --bootstrap-server HOST:PORT"
        })
public final class UserprioCommand extends RowsCommand implements Shows {
    private static final String MATCHES = "--matches";
    private static final String HISTORY = "--history";
    private static final String AT = "--at";

    @Parameters(
            arity = "0..*",
            paramLabel = "USER",
            description = "Users or groups to list: user@domain, user, or a group.")
    private List<String> names = new ArrayList<>();

    @ArgGroup(validate = false, order = 1, heading = "%nListing:%n")
    private ListingOptions listing = new ListingOptions();

    @ArgGroup(validate = false, order = 2)
    private EditOptions editing = new EditOptions();

    @Option(
            order = -4,
            names = {MATCHES, "-getreslist"},
            paramLabel = "USER",
            description = "List the matches of a user or group.")
    private @Nullable String matchesOf;

    @Option(order = -3, names = HISTORY, paramLabel = "USER", description = "List the edits of a user or group.")
    private @Nullable String historyOf;

    @Option(
            order = -2,
            names = AT,
            paramLabel = "TIME",
            converter = TimeArgument.Converter.class,
            description = "At this instant, or that of the newest row: latest.")
    private @Nullable TimeArgument at;

    @Mixin
    private final WatchOption watch = new WatchOption();

    @Mixin
    private final UnsupportedOptions elsewhere = new UnsupportedOptions();

    @Option(names = "-help", usageHelp = true, hidden = true)
    @SuppressWarnings("UnusedVariable") // read by picocli
    private boolean help;

    private boolean isAnybodyUnknown;

    private final Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);

    @Override
    public Integer call() throws Exception {
        refuse(elsewhere.explanation(spec().commandLine().getParseResult().originalArgs()));
        if (!editing.edits().isEmpty()) {
            return edit();
        }
        checkReading();
        String file = listing.inputFile();
        if (file != null) {
            Collection<Priority> rows = savedRows(file);
            show(watch, () -> list(rows, rows, at == null ? TimeArgument.LATEST : at, now()));
        } else {
            try (Cluster cluster = isListing() ? open() : openUnderTerms();
                    TopicReader reader = new TopicReader(cluster.settingsWithRegistry())) {
                if (isListing()) {
                    show(watch, () -> shown(reader, now()));
                } else {
                    print(shown(reader, now()));
                }
            }
        }
        return isAnybodyUnknown ? 1 : 0;
    }

    @Override
    public Document document(TopicReader reader) {
        refuse(elsewhere.explanation(spec().commandLine().getParseResult().originalArgs()));
        if (!editing.edits().isEmpty()) {
            refuse(editing.edits().get(0).kind().option() + ": an edit (expected: a listing)");
        }
        checkReading();
        if (listing.inputFile() != null) {
            refuse("--input-file: " + listing.inputFile() + " (expected: no file, because the console reads none)");
        }
        return shown(reader, system(reader).of(reader, Clock.systemUTC()));
    }

    private boolean isListing() {
        return matchesOf == null && historyOf == null;
    }

    private void checkReading() {
        refuse(belongsToAnEdit());
        if (isListing()) {
            refuse(listing.contradiction(output().form() != OutputFormat.Form.TEXT));
        } else {
            String option = matchesOf != null ? MATCHES : HISTORY;
            refuseOthers(option, List.of(ListingOptions.class), AT, MATCHES.equals(option) ? HISTORY : MATCHES);
        }
    }

    private static Instant now() {
        return Instant.now().truncatedTo(ChronoUnit.MILLIS);
    }

    /** @param present time of a listing if none is requested */
    private Document shown(TopicReader reader, Instant present) {
        if (matchesOf != null) {
            return Document.of(OpenMatches.of(matchesOf, reader, now).report());
        }
        if (historyOf != null) {
            return history(reader, historyOf);
        }
        Collection<Priority> everybody = reader.everybody(Topics.PRIORITIES);
        return list(reader.sight() == Sight.ALL ? everybody : reader.latest(Topics.PRIORITIES), everybody, at, present);
    }

    private Document list(
            Collection<Priority> rows, Collection<Priority> everybody, @Nullable TimeArgument asked, Instant present) {
        Instant time = TimeArgument.of(asked, everybody, present);
        UserPriorities priorities = new UserPriorities(rows, everybody, listing.query(names, time), time);
        Document document = new Document();
        priorities.hints(asked != null, present).forEach(document::warn);
        priorities
                .unknownNames()
                .forEach(name -> document.warn("fairstream: " + name + ": no such customer or group in priorities"));
        isAnybodyUnknown = !priorities.unknownNames().isEmpty();
        return document.with(listing.document(priorities));
    }

    /** Splits the arguments of a command line for picocli. */
    public static String[] split(String... arguments) {
        return List.of(arguments).contains("userprio") ? ListingOptions.split(arguments) : arguments;
    }

    private int edit() throws InterruptedException {
        refuse(editing.contradiction());
        Edit edit = editing.edits().get(0);
        refuseOthers(edit.kind().option(), List.of(ListingOptions.class), MATCHES, HISTORY);
        try (Cluster cluster = openUnderTerms();
                TopicReader reader = new TopicReader(cluster.settingsWithRegistry())) {
            Instant acts = acts(reader);
            Edit.Circumstances when = editing.circumstances(acts, Principal.of(reader.settings()));
            new Editing(reader, editing, at == null ? now : acts, this::print).make(edit, when);
        }
        return 0;
    }

    /** Time at which the edit acts: the requested time, or now. Warns if now is long after the pool's newest event. */
    private Instant acts(TopicReader reader) {
        TimeArgument asked = at;
        if (asked != null) {
            Instant named = asked.named();
            return named == null ? ReportTime.POOLS.newest(reader).orElse(now) : named;
        }
        ReportTime.POOLS
                .past(reader, Clock.systemUTC())
                .ifPresent(newest -> print(new Document()
                        .warn("the newest event is of " + newest
                                + ", the edit acts now: what is in use counts until now (--at latest acts then)")));
        return now;
    }

    private static Document history(TopicReader reader, String customer) {
        Document document = Document.of(History.of(customer, reader).report());
        return reader.isWhole(Topics.REJECTIONS) ? document : document.warn(History.REJECTIONS_ARE_DELETED);
    }

    /** Message about an edit's options without an edit; null if there are none. */
    private @Nullable String belongsToAnEdit() {
        return given(List.of(EditOptions.class)).stream()
                .findFirst()
                .map(option -> option.longestName() + ": needs an edit (expected: one, like --set-factor USER FACTOR)")
                .orElse(null);
    }

    private void refuseOthers(String option, List<Class<?>> kinds, String... more) {
        List<OptionSpec> others = new ArrayList<>(given(kinds));
        for (String name : more) {
            OptionSpec other = spec().findOption(name);
            if (other != null && spec().commandLine().getParseResult().hasMatchedOption(other)) {
                others.add(other);
            }
        }
        others.stream()
                .findFirst()
                .ifPresent(other -> refuse(other.longestName() + ": cannot be combined with " + option));
        if (!names.isEmpty()) {
            refuse("\"" + names.get(0) + "\": names cannot be combined with " + option);
        }
    }

    private List<OptionSpec> given(List<Class<?>> kinds) {
        return spec().commandLine().getParseResult().matchedOptions().stream()
                .filter(option ->
                        option.userObject() instanceof Member member && kinds.contains(member.getDeclaringClass()))
                .toList();
    }

    private void refuse(@Nullable String problem) {
        if (problem != null) {
            throw usage(problem);
        }
    }

    @Override
    public ReportTime system(TopicReader reader) {
        return ReportTime.POOLS;
    }

    /**
     * Reads a file of rows that {@code --json} printed.
     *
     * @param file path; {@code -} for standard input; a name that ends with {@code .gz} is decompressed
     * @throws Failure naming the first bad line
     */
    private static List<Priority> savedRows(String file) throws IOException {
        List<Priority> rows = new ArrayList<>();
        try (JsonLines lines = JsonLines.open(file)) {
            while (lines.hasNext()) {
                rows.add(lines.next().as(Priority.class));
            }
        } catch (LineException e) {
            throw new Failure(e.getMessage() + " (expected: lines that --json printed)", e);
        }
        return rows;
    }
}
