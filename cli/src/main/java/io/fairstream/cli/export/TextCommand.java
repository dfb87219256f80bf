package io.fairstream.cli.export;

import io.fairstream.cli.options.Cluster;
import io.fairstream.cli.options.ClusterCommand;
import io.fairstream.query.records.TopicReader;
import java.io.PrintWriter;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Writes a text for another program. */
public abstract class TextCommand extends ClusterCommand {
    @Option(names = "--file", paramLabel = "FILE", description = "Replace this file instead of printing.")
    private @Nullable Path file;

    /** The complete text, including its last line end. */
    abstract String text(TopicReader reader);

    @Override
    public final Integer call() throws Exception {
        try (Cluster cluster = open();
                TopicReader reader = new TopicReader(cluster.settingsWithRegistry())) {
            String text = Refusals.mended(() -> text(reader));
            if (file == null) {
                PrintWriter out = spec().commandLine().getOut();
                out.print(text);
                out.flush();
            } else {
                WholeFile.write(file, text);
            }
        }
        return 0;
    }
}
