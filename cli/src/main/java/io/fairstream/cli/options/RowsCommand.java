package io.fairstream.cli.options;

import io.fairstream.query.columns.Document;
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

    /** Options for the output of rows. */
    protected final OutputOptions output() {
        return output;
    }

    /** Prints rows as the options require. */
    protected final void print(Document document) {
        output.print(document, spec().commandLine().getOut(), err());
    }

    /**
     * Prints rows as the options require, once or repeatedly.
     *
     * @param document computes the rows each time
     */
    protected final void show(WatchOption watch, Callable<Document> document) throws Exception {
        watch.show(document, output, spec().commandLine().getOut(), err());
    }
}
