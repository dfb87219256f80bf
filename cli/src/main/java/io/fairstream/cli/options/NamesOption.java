package io.fairstream.cli.options;

import io.fairstream.query.records.Failure;
import io.fairstream.reading.MalformedException;
import io.fairstream.reading.Names;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Option for the mapping of a cluster's user names to ours. */
public final class NamesOption {
    @Option(
            names = "--names",
            paramLabel = "FILE",
            description = "Lines THEIRS = OURS, such as *@pool.local = *, that map the cluster's users to ours.")
    private @Nullable Path file;

    /** True if the option was given. */
    public boolean isGiven() {
        return file != null;
    }

    /**
     * Names in the file; without a file every name stays as it is.
     *
     * @throws Failure if the file cannot be read or understood
     */
    public Names read() {
        try {
            return file == null ? Names.none() : Names.read(file);
        } catch (IOException e) {
            throw new Failure("--names: " + file + ": cannot be read: " + e, e);
        } catch (MalformedException e) {
            throw new Failure("--names: " + e.getMessage(), e);
        }
    }
}
