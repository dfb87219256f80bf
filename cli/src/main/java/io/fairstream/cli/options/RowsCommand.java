package io.fairstream.cli.options;

import io.fairstream.reports.columns.Document;
import picocli.CommandLine.Mixin;

/** A command that works on a cluster and shows rows. */
public abstract class RowsCommand extends ClusterCommand {
    @Mixin
    private final OutputOptions output = new OutputOptions();

    /** Whether rows are JSON lines, and nothing else goes to standard output. */
    protected final boolean json() {
        return output.json();
    }

    /** How rows are shown. */
    protected final OutputOptions output() {
        return output;
    }

    /** Prints rows as the options say. */
    protected final void print(Document document) {
        output.print(document, out(), err());
    }
}
