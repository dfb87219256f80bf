package io.fairstream.cli.export;

import io.fairstream.cli.options.Cluster;
import io.fairstream.cli.options.ClusterCommand;
import io.fairstream.query.records.TopicReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
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
                replace(file, text);
            }
        }
        return 0;
    }

    /** Replaces a file atomically, also at a loss of power: readers see the previous or the new content, never a part. */
    static void replace(Path file, String text) throws IOException {
        Path directory = file.toAbsolutePath().normalize().resolveSibling("");
        Path next = Files.createTempFile(directory, "." + file.getFileName(), ".new");
        try {
            Files.writeString(next, text, StandardOpenOption.WRITE, StandardOpenOption.SYNC);
            Files.setPosixFilePermissions(next, PosixFilePermissions.fromString("rw-r--r--"));
            Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(next);
        }
    }
}
