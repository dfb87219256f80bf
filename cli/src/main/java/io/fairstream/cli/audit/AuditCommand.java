package io.fairstream.cli.audit;

import io.fairstream.cli.options.Cluster;
import io.fairstream.cli.options.ShowCommand;
import io.fairstream.reports.audit.Audit;
import io.fairstream.reports.columns.Document;
import io.fairstream.reports.records.CaughtUp;
import io.fairstream.reports.records.Failure;
import io.fairstream.reports.records.TopicReader;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code audit}: do the books balance? */
@Command(
        name = "audit",
        abbreviateSynopsis = true,
        description = {
            "Check that every input record was accounted once, and that every table is what its charges add up to.",
            "Waits until the topology has caught up. Exit code 1 if something does not balance; docs/audit.md lists the checks."
        },
        footer = "fairstream audit --strict --bootstrap-server HOST:PORT")
public final class AuditCommand extends ShowCommand {
    @Option(names = "--strict", description = "Exit code 1, too, if a record was refused or could not be read.")
    private boolean isStrict;

    private @Nullable Audit audit;

    @Override
    protected Cluster openToShow() {
        return openUnderKnownTerms();
    }

    @Override
    protected Document show(TopicReader reader) throws InterruptedException {
        try (CaughtUp caughtUp = new CaughtUp(reader.settings(), () -> {})) {
            Audit found = Audit.of(reader, caughtUp);
            audit = found;
            return found.document();
        }
    }

    @Override
    protected int exitCode() {
        Audit shown = Objects.requireNonNull(audit);
        if (!shown.balanced()) {
            throw new Failure("the books do not balance: " + shown.failed() + " of "
                    + shown.checks().size() + " checks fail");
        }
        return isStrict && !shown.refusals().isEmpty() ? 1 : 0;
    }
}
