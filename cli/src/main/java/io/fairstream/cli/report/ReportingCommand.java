package io.fairstream.cli.report;

import io.fairstream.cli.options.Cluster;
import io.fairstream.cli.options.ShowCommand;
import io.fairstream.query.columns.Document;
import io.fairstream.query.records.TopicReader;
import java.time.ZonedDateTime;

/** A report as of the present. */
abstract class ReportingCommand extends ShowCommand {
    /** Reads the topics, and creates the report. */
    abstract Document show(TopicReader reader, ZonedDateTime present);

    @Override
    protected final Document show(TopicReader reader) {
        return show(reader, present(reader).atZone(zone()));
    }

    @Override
    protected final Cluster openToShow() {
        return openUnderTerms();
    }

    final void refuse(boolean isWrong, String problem) {
        if (isWrong) {
            throw usage(problem);
        }
    }
}
