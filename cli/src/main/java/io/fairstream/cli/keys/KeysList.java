package io.fairstream.cli.keys;

import io.fairstream.cli.options.ShowCommand;
import io.fairstream.reports.columns.Document;
import io.fairstream.reports.records.TopicReader;
import io.fairstream.reports.signers.Signers;
import picocli.CommandLine.Command;

/** {@code keys list}. */
@Command(
        name = "list",
        footer = "fairstream keys list --bootstrap-server HOST:PORT",
        description = "Who may sign what, and until when.")
final class KeysList extends ShowCommand {
    @Override
    protected Document show(TopicReader reader) {
        return Document.of(Signers.report(Signers.read(reader).all()));
    }
}
