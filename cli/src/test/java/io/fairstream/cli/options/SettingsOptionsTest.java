package io.fairstream.cli.options;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

class SettingsOptionsTest {
    @TempDir
    Path directory;

    @Command
    static final class Probe {
        @Mixin
        final SettingsOptions settings = new SettingsOptions();
    }

    @Test
    void flagsWinOverEnvironmentAndEnvironmentOverFile() throws IOException {
        Path file = Files.writeString(
                directory.resolve("fairstream.properties"), "event.max.lateness = P1D\nthreads = 1\npartitions = 1\n");
        Probe probe = new Probe();
        new CommandLine(probe)
                .parseArgs("--config", file.toString(), "--set", "partitions=3", "--set", "kafka.acks=all");
        Map<String, String> environment = Map.of("FAIRSTREAM_THREADS", "2", "FAIRSTREAM_PARTITIONS", "2");
        assertEquals(
                Map.of("event.max.lateness", "P1D", "threads", "2", "partitions", "3", "kafka.acks", "all"),
                probe.settings.entries(environment));
    }
}
