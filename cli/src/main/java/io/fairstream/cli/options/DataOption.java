package io.fairstream.cli.options;

import io.fairstream.app.config.Settings;
import io.fairstream.cli.terminal.Interruption;
import io.fairstream.embedded.EmbeddedCluster;
import io.fairstream.query.records.Failure;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Option for the data directory of a stopped standalone cluster. */
public final class DataOption {
    @Option(
            names = "--data",
            paramLabel = "DIR",
            description = "Read the data of a stopped standalone cluster in this directory.")
    private @Nullable Path data;

    /** Starts a broker without a topology on the data; empty if the option is not given. */
    public Optional<Cluster> open(SettingsOptions settings) {
        Path directory = data;
        if (directory == null) {
            return Optional.empty();
        }
        if (!Files.exists(directory.resolve("broker.properties"))) {
            throw new Failure("--data: " + directory + " (expected: a directory of standalone --data)");
        }
        Map<String, String> entries = new HashMap<>(settings.entries());
        Settings.parse(entries);
        EmbeddedCluster cluster = Interruption.finish(() -> EmbeddedCluster.startElsewhere(directory));
        entries.putAll(cluster.settings());
        return Optional.of(new Cluster(Settings.parseForCluster(entries), cluster::close));
    }
}
