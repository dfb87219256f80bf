package io.fairstream.cli.run;

import io.fairstream.admin.Principal;
import io.fairstream.app.config.Settings;
import io.fairstream.cli.options.Cluster;
import io.fairstream.cli.options.ShowCommand;
import io.fairstream.postgres.SinkSettings;
import io.fairstream.query.audit.AcceptedGaps;
import io.fairstream.query.audit.Audit;
import io.fairstream.query.columns.Document;
import io.fairstream.query.records.CaughtUp;
import io.fairstream.query.records.Failure;
import io.fairstream.query.records.TopicReader;
import java.nio.file.Path;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code audit}: checks that the books balance. */
@Command(
        name = "audit",
        abbreviateSynopsis = true,
        description = {
            "Check that every input record is accounted exactly once, and that every table is the sum of "
                    + "its charges.",
            "Waits until the topology has caught up. Exit code 1 if something does not balance; docs/audit.md lists the checks."
        },
        footer = {
            "fairstream audit --strict --bootstrap-server HOST:PORT",
            "fairstream audit --accept 'matches: every record once' --reason 'topic was created again' "
                    + "--bootstrap-server HOST:PORT"
        })
public final class AuditCommand extends ShowCommand {
    @Option(names = "--strict", description = "Exit with 1 also if a record was rejected or unreadable.")
    private boolean isStrict;

    @Option(
            names = "--compare-with",
            paramLabel = "DIR|URL",
            description = "Compare a copy with the topics instead: the charges that export wrote to this directory, or "
                    + "the tables of this database (jdbc:postgresql://…; user, password.file and schema are "
                    + "settings, as of sink postgres).")
    private @Nullable String compareWith;

    @Option(
            names = "--accept",
            paramLabel = "CHECK",
            description = "Accept the gap that this check reports, such as \"matches: every record once\", until the "
                    + "gap grows. Needs --reason. Repeatable.")
    private List<String> accepted = List.of();

    @Option(names = "--reason", paramLabel = "TEXT", description = "With --accept: the reason, which each audit shows.")
    private @Nullable String reason;

    @Option(
            names = "--by",
            paramLabel = "WHO",
            description = "With --accept: name of the person who accepts it. Default: the login name.")
    private @Nullable String by;

    private final Map<String, String> sink = new HashMap<>();
    private @Nullable Audit audit;
    private @Nullable CopyAudit copy;

    @Override
    protected void check() {
        boolean isExplained = reason != null && !reason.isBlank();
        if (accepted.isEmpty() ? reason != null || by != null : !isExplained || compareWith != null) {
            throw usage("--accept, --reason: (expected: both, without --compare-with)");
        }
        if (compareWith == null || !compareWith.startsWith("jdbc:")) {
            return;
        }
        if (!compareWith.startsWith(PostgresAudit.ADDRESS)) {
            throw usage("--compare-with: " + compareWith + " (expected: " + PostgresAudit.ADDRESS
                    + "//HOST:PORT/DATABASE, or a directory)");
        }
        settings().take(SinkSettings.KEYS::contains, sink);
        sink.put("url", compareWith);
    }

    /** Also rejects database addresses and accepted gaps, which are allowed on the command line only. */
    @Override
    protected void refuseFiles() {
        if (compareWith != null) {
            throw usage("--compare-with: on the command line only");
        }
        if (!accepted.isEmpty()) {
            throw usage("--accept: on the command line only");
        }
    }

    @Override
    protected Cluster openToShow() {
        return compareWith == null ? openUnderKnownTerms() : open();
    }

    @Override
    protected Document show(TopicReader reader) throws InterruptedException {
        if (compareWith != null) {
            CopyAudit compared = sink.isEmpty()
                    ? FilesAudit.of(Path.of(compareWith), reader)
                    : PostgresAudit.of(sink, reader.settings());
            copy = compared;
            return compared.document();
        }
        try (CaughtUp caughtUp = new CaughtUp(reader.settings(), () -> {})) {
            Audit found = Audit.of(reader, caughtUp);
            if (!accepted.isEmpty()) {
                accept(found, reader.settings());
                found = Audit.of(reader, caughtUp);
            }
            audit = found;
            return found.document();
        }
    }

    /** Accepts gaps once, even if the audit is shown repeatedly. */
    private void accept(Audit found, Settings settings) {
        AcceptedGaps.accept(
                settings,
                found,
                accepted,
                Principal.author(by, Principal.of(settings)),
                Objects.requireNonNull(reason),
                Clock.systemUTC().instant());
        accepted = List.of();
    }

    @Override
    protected int exitCode() {
        if (copy != null) {
            copy.requireEqual();
            return 0;
        }
        Audit shown = Objects.requireNonNull(audit);
        if (!shown.balanced()) {
            throw new Failure("the books do not balance: " + shown.failed() + " of "
                    + shown.checks().size() + " checks fail");
        }
        return isStrict && !shown.refusals().isEmpty() ? 1 : 0;
    }
}
