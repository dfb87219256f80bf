package io.fairstream.cli.userprio;

import io.fairstream.cli.options.Cluster;
import io.fairstream.cli.options.ClusterCommand;
import io.fairstream.cli.records.TopicReader;
import io.fairstream.schemas.Priority;
import io.fairstream.schemas.Topics;
import java.io.IOException;
import java.lang.reflect.Member;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code userprio}: what {@code condor_userprio} does, from the topics. */
@Command(
        name = "userprio",
        sortOptions = false,
        customSynopsis = {
            "fairstream userprio [LISTING OPTIONS] [USER...]",
            "   or: fairstream userprio --matches USER | --history USER",
            "   or: fairstream userprio EDIT USER [VALUE] [OPTIONS OF EDITS]"
        },
        description = {
            "List priorities and usage as condor_userprio does, or change an account.",
            "Reads topics only, so it blocks nobody and needs no daemon; an edit waits for the topology that takes it.",
            "Options may be spelled as in HTCondor (-setfactor, -allusers) or in full (--set-factor, --all-users)."
        })
public final class UserprioCommand extends ClusterCommand {
    private static final String MATCHES = "--matches";
    private static final String HISTORY = "--history";
    private static final String AT = "--at";

    @Parameters(
            arity = "0..*",
            paramLabel = "USER",
            description = "Only these, whether active or not: user@domain exactly, user in any domain, or a group.")
    private List<String> names = new ArrayList<>();

    @ArgGroup(validate = false, order = 1, heading = "%nWhat is listed:%n")
    private ListingOptions listing = new ListingOptions();

    @ArgGroup(validate = false, order = 2, heading = "%nEdits, one at a time, of a user or group:%n")
    private EditOptions editing = new EditOptions();

    @Option(
            order = -4,
            names = {MATCHES, "-getreslist"},
            paramLabel = "USER",
            description = "List what a user or group holds now, and since when.")
    private @Nullable String matchesOf;

    @Option(
            order = -3,
            names = HISTORY,
            paramLabel = "USER",
            description = "List the edits of a user or group: when, by whom, what, and which were refused.")
    private @Nullable String historyOf;

    @Option(
            order = -2,
            names = AT,
            paramLabel = "TIME",
            converter = Moment.Converter.class,
            description =
                    "Evaluate at this instant instead of now, not before any row's own (ISO-8601, milliseconds since"
                            + " 1970, or latest: the newest row's); for an edit, when it acts.")
    private @Nullable Moment at;

    @Mixin
    private final UnsupportedOptions elsewhere = new UnsupportedOptions();

    @Option(names = "-help", usageHelp = true, hidden = true)
    @SuppressWarnings("UnusedVariable") // picocli looks at it
    private boolean help;

    private final Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);

    @Override
    public Integer call() throws IOException, InterruptedException {
        refuse(elsewhere.explanation(spec().commandLine().getParseResult().originalArgs()));
        if (!editing.edits().isEmpty()) {
            return edit();
        }
        refuse(belongsToAnEdit());
        if (matchesOf != null || historyOf != null) {
            return look();
        }
        refuse(listing.contradiction(json()));
        String file = listing.inputFile();
        if (file != null) {
            return new ListingCommand(listing, names, json(), out(), err())
                    .run(SavedRows.read(file), at == null ? Moment.LATEST : at, now);
        }
        requireLasting();
        Collection<Priority> rows;
        try (Cluster cluster = open();
                TopicReader reader = new TopicReader(cluster.settingsWithRegistry())) {
            rows = reader.latest(Topics.PRIORITIES);
        }
        return new ListingCommand(listing, names, json(), out(), err()).run(rows, at, now);
    }

    private int edit() throws InterruptedException {
        refuse(editing.contradiction());
        Edit edit = editing.edits().get(0);
        refuseOthers(edit.kind().option(), List.of(ListingOptions.class), MATCHES, HISTORY);
        if (Moment.LATEST.equals(at)) {
            refuse("--at: latest (expected: for an edit, a time)");
        }
        requireLasting();
        try (Cluster cluster = openUnderTerms();
                TopicReader reader = new TopicReader(cluster.settingsWithRegistry())) {
            Instant acts = at == null ? now : Objects.requireNonNull(at.named());
            new Editing(new Accounts(reader), editing, now, out(), json()).make(edit, editing.circumstances(acts));
        }
        return 0;
    }

    private int look() {
        String option = matchesOf != null ? MATCHES : HISTORY;
        refuseOthers(option, List.of(ListingOptions.class), AT, MATCHES.equals(option) ? HISTORY : MATCHES);
        requireLasting();
        try (Cluster cluster = openUnderTerms();
                TopicReader reader = new TopicReader(cluster.settingsWithRegistry())) {
            if (matchesOf != null) {
                new OpenMatches(now).print(OpenMatches.of(matchesOf, reader), json(), out());
            } else {
                history(reader, Objects.requireNonNull(historyOf));
            }
        }
        return 0;
    }

    private void history(TopicReader reader, String customer) {
        List<History.Entry> entries = new History(reader).of(customer);
        if (json()) {
            History.printJson(entries, out());
        } else {
            History.print(entries, out());
        }
        if (!reader.isWhole(Topics.REJECTIONS)) {
            err().println("older rejections are deleted: of older edits it is not known whether they were refused");
        }
    }

    /** Options without an edit that say how to edit. */
    private @Nullable String belongsToAnEdit() {
        return given(List.of(EditOptions.class)).stream()
                .findFirst()
                .map(option ->
                        option.longestName() + ": belongs to an edit (expected: one, like --set-factor USER FACTOR)")
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
        others.stream().findFirst().ifPresent(other -> refuse(other.longestName() + ": does not go with " + option));
        if (!names.isEmpty()) {
            refuse("\"" + names.get(0) + "\": names do not go with " + option);
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
}
