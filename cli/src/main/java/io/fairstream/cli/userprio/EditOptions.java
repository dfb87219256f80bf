package io.fairstream.cli.userprio;

import io.fairstream.cli.options.DurationConverter;
import io.fairstream.cli.options.InstantConverter;
import io.fairstream.cli.userprio.Edit.Kind;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What to change, and how. Each edit has HTCondor's spelling beside ours. */
final class EditOptions {
    private static final String USER = "USER";

    private final List<Edit> edits = new ArrayList<>();

    @Option(
            hidden = true,
            order = 5,
            names = {"--duration", "-duration"},
            paramLabel = "SECONDS",
            converter = DurationConverter.class,
            description = "How long a factor, ceiling or floor holds.")
    private @Nullable Duration duration;

    @Option(
            hidden = true,
            order = 6,
            names = "--until",
            paramLabel = "TIME",
            converter = InstantConverter.class,
            description = "As --duration, by its end.")
    private @Nullable Instant until;

    @Option(
            hidden = true,
            order = 18,
            names = "--by",
            paramLabel = "WHO",
            description = "Who decides; without it, who is logged in where.")
    private @Nullable String by;

    @Option(
            hidden = true,
            order = 17,
            names = "--new",
            description = "The user may be one of whom nothing is known yet.")
    private boolean isNew;

    @Option(
            hidden = true,
            order = 16,
            names = "--force",
            description = "Delete also a user with open matches: they do not count any more.")
    private boolean force;

    @Option(
            hidden = true,
            order = 19,
            names = "--no-wait",
            description = "Do not wait until the topology has taken the edit.")
    private boolean noWait;

    @Option(
            hidden = true,
            order = 20,
            names = "--timeout",
            paramLabel = "SECONDS",
            converter = DurationConverter.class,
            description = "How long to wait for it (default: 30).")
    private Duration timeout = Duration.ofSeconds(30);

    @Option(
            hidden = true,
            order = 2,
            names = {"--set-priority", "-setprio"},
            arity = "2",
            paramLabel = USER + " VALUE",
            hideParamSyntax = true,
            description = "Set the real priority, at least 0.5.")
    void setPriority(List<String> words) {
        add(Kind.SET_PRIORITY, words);
    }

    @Option(
            hidden = true,
            order = 1,
            names = {"--set-factor", "-setfactor"},
            arity = "2",
            paramLabel = USER + " FACTOR",
            hideParamSyntax = true,
            description = "Set the priority factor, at least 1.")
    void setFactor(List<String> words) {
        add(Kind.SET_FACTOR, words);
    }

    @Option(
            hidden = true,
            order = 3,
            names = {"--set-ceiling", "-setceiling", "-setceil"},
            arity = "2",
            paramLabel = USER + " WEIGHT",
            hideParamSyntax = true,
            description = "Set the most slot weight in use; -1 for none.")
    void setCeiling(List<String> words) {
        add(Kind.SET_CEILING, words);
    }

    @Option(
            hidden = true,
            order = 4,
            names = {"--set-floor", "-setfloor"},
            arity = "2",
            paramLabel = USER + " WEIGHT",
            hideParamSyntax = true,
            description = "Guarantee slot weight; 0 for none.")
    void setFloor(List<String> words) {
        add(Kind.SET_FLOOR, words);
    }

    @Option(
            hidden = true,
            order = 7,
            names = {"--cancel-factor-lease", "-cancelfactorlease"},
            paramLabel = USER,
            description = "End a factor that was set with --duration.")
    void cancelFactorLease(String user) {
        add(Kind.CANCEL_FACTOR_LEASE, List.of(user));
    }

    @Option(
            hidden = true,
            order = 8,
            names = {"--cancel-ceiling-lease", "-cancelceilinglease"},
            paramLabel = USER,
            description = "End a ceiling that was set with --duration.")
    void cancelCeilingLease(String user) {
        add(Kind.CANCEL_CEILING_LEASE, List.of(user));
    }

    @Option(
            hidden = true,
            order = 9,
            names = {"--cancel-floor-lease", "-cancelfloorlease"},
            paramLabel = USER,
            description = "End a floor that was set with --duration.")
    void cancelFloorLease(String user) {
        add(Kind.CANCEL_FLOOR_LEASE, List.of(user));
    }

    @Option(
            hidden = true,
            order = 10,
            names = {"--set-accum", "-setaccum"},
            arity = "2",
            paramLabel = USER + " USAGE",
            hideParamSyntax = true,
            description = "Set the weighted accumulated usage, in slot weight x seconds.")
    void setAccum(List<String> words) {
        add(Kind.SET_ACCUM, words);
    }

    @Option(
            hidden = true,
            order = 11,
            names = {"--set-begin", "-setbegin"},
            arity = "2",
            paramLabel = USER + " TIME",
            hideParamSyntax = true,
            description = "Set when usage began, in seconds since 1970 or ISO-8601.")
    void setBegin(List<String> words) {
        add(Kind.SET_BEGIN, words);
    }

    @Option(
            hidden = true,
            order = 12,
            names = {"--set-last", "-setlast"},
            arity = "2",
            paramLabel = USER + " TIME",
            hideParamSyntax = true,
            description = "Set when something was used last, in seconds since 1970 or ISO-8601.")
    void setLast(List<String> words) {
        add(Kind.SET_LAST, words);
    }

    @Option(
            hidden = true,
            order = 13,
            names = {"--reset-usage", "-resetusage"},
            paramLabel = USER,
            description = "Set usage to 0; the priority stays.")
    void resetUsage(String user) {
        add(Kind.RESET_USAGE, List.of(user));
    }

    @Option(
            hidden = true,
            order = 14,
            names = {"--reset-all", "-resetall"},
            description = "Reset the usage of everybody, groups included.")
    void resetAll(boolean given) {
        if (given) {
            edits.add(new Edit(Kind.RESET_ALL, null, ""));
        }
    }

    @Option(
            hidden = true,
            order = 15,
            names = {"--delete", "-delete"},
            paramLabel = USER,
            description = "Forget a user: priority, usage, factor.")
    void delete(String user) {
        add(Kind.DELETE, List.of(user));
    }

    private void add(Kind kind, List<String> words) {
        for (int i = 0; i < words.size(); i += 2) {
            edits.add(new Edit(kind, words.get(i), i + 1 < words.size() ? words.get(i + 1) : ""));
        }
    }

    List<Edit> edits() {
        return edits;
    }

    /** A complaint about options that do not go together; null if there are none. */
    @Nullable
    String contradiction() {
        if (edits.size() > 1) {
            return "one edit at a time, not " + edits.get(0).kind().option() + " and "
                    + edits.get(1).kind().option();
        }
        Kind kind = edits.get(0).kind();
        if (duration != null && until != null) {
            return "one of --duration and --until at a time";
        }
        if ((duration != null || until != null) && !kind.canEnd()) {
            return kind.option() + ": takes no --duration nor --until (expected: a factor, ceiling or floor)";
        }
        if (isNew && !kind.canBeFirst()) {
            return kind.option() + ": takes no --new, of a new user there is nothing to change";
        }
        return force && kind != Kind.DELETE ? kind.option() + ": takes no --force" : null;
    }

    Edit.Circumstances circumstances(Instant at) {
        Instant end = duration == null ? until : at.plus(duration);
        return new Edit.Circumstances(at, end, by == null ? whoIsLoggedIn() : by);
    }

    private static String whoIsLoggedIn() {
        String user = System.getProperty("user.name");
        try {
            return user + "@" + InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return user + "@localhost";
        }
    }

    boolean isNew() {
        return isNew;
    }

    boolean force() {
        return force;
    }

    /** How long to wait; zero for not at all. */
    Duration patience() {
        return noWait ? Duration.ZERO : timeout;
    }
}
