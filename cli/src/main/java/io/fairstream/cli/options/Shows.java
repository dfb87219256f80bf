package io.fairstream.cli.options;

import io.fairstream.query.columns.Document;
import io.fairstream.query.records.TopicReader;
import io.fairstream.query.tables.ReportTime;
import java.io.IOException;

/** A command that only reads, at least with the given options. Its output is available as a value, without printing. */
public interface Shows {
    /**
     * Computes the output with the settings of the reader. Ignores options for the cluster, the output format and repetition.
     *
     * @param reader of the caller, who closes it
     * @throws picocli.CommandLine.ParameterException if options do not go together, request a change, or name a file
     * @throws io.fairstream.query.records.Failure if the output cannot be computed
     */
    Document document(TopicReader reader) throws IOException, InterruptedException;

    /** The system whose present time applies to the output. */
    default ReportTime system(TopicReader reader) {
        return ReportTime.EVERYTHING;
    }
}
