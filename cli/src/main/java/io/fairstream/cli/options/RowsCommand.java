package io.fairstream.cli.options;

import io.fairstream.reports.columns.Document;
import java.util.concurrent.Callable;
import picocli.CommandLine.Mixin;

/** A command that works on a cluster and shows rows. */
public abstract class RowsCommand extends ClusterCommand {
    @Mixin
    private final OutputOptions output = new OutputOptions();

    /** True if rows are JSON lines, and nothing else goes to standard output. */
    protected final boolean json() {
        return output.json();
    }

    /** Options for showing rows. */
    protected final OutputOptions output() {
        return output;
    }

    /** Prints rows as the options say. */
    protected final void print(Document document) {
        output.print(document, spec().commandLine().getOut(), err());
    }

    /**
     * Prints rows as the options say, once or again and again.
     *
     * @param document worked out anew each time
     */
    protected final void show(WatchOption watch, Callable<Document> document) throws Exception {
        watch.show(document, output, spec().commandLine().getOut(), err());
    }
}
