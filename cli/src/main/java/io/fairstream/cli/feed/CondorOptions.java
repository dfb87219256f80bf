package io.fairstream.cli.feed;

import io.fairstream.cli.options.NamedFile;
import io.fairstream.htcondor.LogFormat;
import io.fairstream.htcondor.match.Listing;
import io.fairstream.htcondor.match.Source;
import io.fairstream.query.records.Failure;
import io.fairstream.reading.Problem;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options for facts that HTCondor's logs do not contain. */
public final class CondorOptions {
    @Option(names = "--user", paramLabel = "USER", description = "HTCondor: the user to charge if a log names none.")
    private @Nullable String user;

    @Option(names = "--pool", paramLabel = "POOL", description = "HTCondor: the pool of the slots.")
    private String pool = "";

    @Option(names = "--year", paramLabel = "YYYY", description = "HTCondor: year of the first date, if it has none.")
    private @Nullable Integer year;

    @Option(
            names = "--slots",
            paramLabel = "FILE",
            description = "HTCondor: startd ads (condor_status -json or -long), for the weights of slots.")
    private @Nullable Path slots;

    public String pool() {
        return pool;
    }

    /** Source of a log's events. */
    public Source source(Path file) {
        return new Source(name(file), pool, user);
    }

    /**
     * Settings for reading a log.
     *
     * @param zone time zone of times without one
     * @param problems receives every entry that cannot be read
     */
    public LogFormat.Settings settings(Path file, ZoneId zone, Consumer<Problem> problems) throws IOException {
        return new LogFormat.Settings(source(file), zone, year, weights(problems), problems);
    }

    private Map<String, Double> weights(Consumer<Problem> problems) throws IOException {
        if (slots == null) {
            return Map.of();
        }
        try (InputStream in = NamedFile.open(slots)) {
            Map<String, Double> weights =
                    Listing.read(slots.toString(), in, problems).weights();
            if (weights.isEmpty()) {
                throw new Failure(slots + ": no slot ad (expected: condor_status -long or -json)");
            }
            return weights;
        }
    }

    /** Name of a log: the name of its file without suffixes that only indicate the format. */
    static String name(Path file) {
        return file.toAbsolutePath()
                .normalize()
                .getFileName()
                .toString()
                .replaceFirst("\\.gz$", "")
                .replaceFirst("\\.(log|json|xml|txt)$", "");
    }
}
