package io.fairstream.cli.options;

import io.fairstream.reports.columns.Document;
import io.fairstream.reports.records.TopicReader;
import io.fairstream.reports.tables.Present;
import java.io.IOException;

/** A command that only reads, or does so with these options: what it shows can be had as a value, and nothing is printed. */
public interface Shows {
    /**
     * Works out what there is to show, under the settings of the reader. Options that say which cluster is meant, how rows are printed
     * and whether that goes on do not matter here.
     *
     * @param reader of the caller, who closes it
     * @throws picocli.CommandLine.ParameterException if options do not go together, ask for a change, or name a file
     * @throws io.fairstream.reports.records.Failure if that cannot be said
     */
    Document document(TopicReader reader) throws IOException, InterruptedException;

    /** The system whose time it is in what is shown. */
    default Present system(TopicReader reader) {
        return Present.EVERYTHING;
    }
}
