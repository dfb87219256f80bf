package io.fairstream.cli.run;

import io.fairstream.admin.Status;
import io.fairstream.cli.options.ShowCommand;
import io.fairstream.query.columns.Document;
import io.fairstream.query.records.TopicReader;
import java.time.Clock;
import picocli.CommandLine.Command;

/** {@code status}: state of a topology on one screen. */
@Command(
        name = "status",
        footer = "fairstream status --watch --bootstrap-server HOST:PORT",
        description = {
            "Show the state of a topology: its instances, and of each input waiting records, time since "
                    + "the newest record, and rejections.",
            "SILENT is the time since the newest record was sent; NEWEST is the latest event time that was accepted."
        })
public final class StatusCommand extends ShowCommand {
    @Override
    protected Document show(TopicReader reader) {
        return Status.of(reader).document(Clock.systemUTC().instant());
    }
}
