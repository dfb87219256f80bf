package io.fairstream.cli.options;

import picocli.CommandLine.Option;

/** How rows are shown. */
public final class OutputOptions {
    @Option(names = "--json", description = "JSON lines on stdout, one row a line, nothing else.")
    private boolean json;

    public boolean json() {
        return json;
    }
}
