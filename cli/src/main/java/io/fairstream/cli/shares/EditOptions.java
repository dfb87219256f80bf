package io.fairstream.cli.shares;

import io.fairstream.admin.Principal;
import io.fairstream.cli.options.DurationConverter;
import io.fairstream.cli.options.InstantConverter;
import io.fairstream.cli.shares.Edit.Kind;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * Options for edits: the value to change, and its circumstances. Each edit also accepts HTCondor's spelling; {@code docs/userprio.md}
 * describes each edit.
 */
final class EditOptions {
    private final List<Edit> edits = new ArrayList<>();

    @Option(
            hidden = true,
            names = {"--duration", "-duration"},
            paramLabel = "SECONDS",
            converter = DurationConverter.class)
    private @Nullable Duration duration;

    @Option(hidden = true, names = "--until", paramLabel = "TIME", converter = InstantConverter.class)
    private @Nullable Instant until;

    @Option(hidden = true, names = "--by", paramLabel = "WHO")
    private @Nullable String by;

    @Option(hidden = true, names = "--reason", paramLabel = "TEXT")
    private @Nullable String reason;

    @Option(hidden = true, names = "--new")
    private boolean isNew;

    @Option(hidden = true, names = "--force")
    private boolean force;

    @Option(hidden = true, names = "--no-wait")
    private boolean noWait;

    @Option(hidden = true, names = "--timeout", paramLabel = "SECONDS", converter = DurationConverter.class)
    private Duration timeout = Duration.ofSeconds(30);

    @Option(
            hidden = true,
            names = {"--set-priority", "-setprio"},
            arity = "2",
            paramLabel = "USER VALUE")
    void setPriority(List<String> words) {
        add(Kind.SET_PRIORITY, words);
    }

    @Option(
            hidden = true,
            names = {"--set-factor", "-setfactor"},
            arity = "2",
            paramLabel = "USER FACTOR")
    void setFactor(List<String> words) {
        add(Kind.SET_FACTOR, words);
    }

    @Option(
            hidden = true,
            names = {"--set-ceiling", "-setceiling", "-setceil"},
            arity = "2",
            paramLabel = "USER WEIGHT")
    void setCeiling(List<String> words) {
        add(Kind.SET_CEILING, words);
    }

    @Option(
            hidden = true,
            names = {"--set-floor", "-setfloor"},
            arity = "2",
            paramLabel = "USER WEIGHT")
    void setFloor(List<String> words) {
        add(Kind.SET_FLOOR, words);
    }

    @Option(
            hidden = true,
            names = {"--cancel-factor-lease", "-cancelfactorlease"},
            paramLabel = "USER")
    void cancelFactorLease(String user) {
        add(Kind.CANCEL_FACTOR_LEASE, List.of(user));
    }

    @Option(
            hidden = true,
            names = {"--cancel-ceiling-lease", "-cancelceilinglease"},
            paramLabel = "USER")
    void cancelCeilingLease(String user) {
        add(Kind.CANCEL_CEILING_LEASE, List.of(user));
    }

    @Option(
            hidden = true,
            names = {"--cancel-floor-lease", "-cancelfloorlease"},
            paramLabel = "USER")
    void cancelFloorLease(String user) {
        add(Kind.CANCEL_FLOOR_LEASE, List.of(user));
    }

    @Option(
            hidden = true,
            names = {"--set-accum", "-setaccum"},
            arity = "2",
            paramLabel = "USER USAGE")
    void setAccum(List<String> words) {
        add(Kind.SET_ACCUM, words);
    }

    @Option(
            hidden = true,
            names = {"--set-begin", "-setbegin"},
            arity = "2",
            paramLabel = "USER TIME")
    void setBegin(List<String> words) {
        add(Kind.SET_BEGIN, words);
    }

    @Option(
            hidden = true,
            names = {"--set-last", "-setlast"},
            arity = "2",
            paramLabel = "USER TIME")
    void setLast(List<String> words) {
        add(Kind.SET_LAST, words);
    }

    @Option(
            hidden = true,
            names = {"--reset-usage", "-resetusage"},
            paramLabel = "USER")
    void resetUsage(String user) {
        add(Kind.RESET_USAGE, List.of(user));
    }

    @Option(
            hidden = true,
            names = {"--reset-all", "-resetall"})
    void resetAll(boolean given) {
        if (given) {
            edits.add(new Edit(Kind.RESET_ALL, null, ""));
        }
    }

    @Option(
            hidden = true,
            names = {"--delete", "-delete"},
            paramLabel = "USER")
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

    /** Message about options that do not go together; null if there are none. */
    @Nullable
    String contradiction() {
        if (edits.size() > 1) {
            return edits.get(0).kind().option() + ", " + edits.get(1).kind().option()
                    + ": given together (expected: one of them)";
        }
        Kind kind = edits.get(0).kind();
        if (duration != null && until != null) {
            return "--duration, --until: given together (expected: one of them)";
        }
        if ((duration != null || until != null) && !kind.canEnd()) {
            return kind.option() + ": --duration and --until are not possible (expected: a factor, ceiling or floor)";
        }
        if (isNew && !kind.canBeFirst()) {
            return kind.option() + ": --new is not possible, because a new user has nothing to change";
        }
        return force && kind != Kind.DELETE ? kind.option() + ": --force is not possible (expected: --delete)" : null;
    }

    /** @param principal Kafka principal of this client, if it is known */
    Edit.Circumstances circumstances(Instant at, Optional<String> principal) {
        Instant end = duration == null ? until : at.plus(duration);
        return new Edit.Circumstances(at, end, Principal.author(by, principal), reason);
    }

    boolean isNew() {
        return isNew;
    }

    boolean force() {
        return force;
    }

    /** Time to wait; zero to not wait at all. */
    Duration patience() {
        return noWait ? Duration.ZERO : timeout;
    }
}
