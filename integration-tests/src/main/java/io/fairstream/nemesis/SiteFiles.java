package io.fairstream.nemesis;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * Where the site's processes keep what they keep, and their settings.
 *
 * @param bootstrapServers as clients are told, through the forwarders
 */
record SiteFiles(Path directory, String bootstrapServers, String registry, Map<String, String> overrides) {
    static final String APPLICATION = "nemesis";
    static final String PREFIX = "nemesis.";
    static final String START_TOPIC = "tux-job-start";
    static final String FINISH_TOPIC = "tux";
    static final int PARTITIONS = 3;

    /** Settings of all that speak to the site. */
    Map<String, String> entries(String name) {
        Map<String, String> entries = new java.util.TreeMap<>(Map.of(
                "bootstrap.servers",
                bootstrapServers,
                "schema.registry.url",
                registry,
                "application.id",
                APPLICATION,
                "topic.prefix",
                PREFIX,
                "partitions",
                Integer.toString(PARTITIONS),
                "threads",
                "1",
                "replication.factor",
                "3",
                "commit.interval",
                "PT1S",
                "state.dir",
                state(name).toString()));
        entries.put("fairshare.interval", "PT1S");
        entries.put("kafka.session.timeout.ms", "6000");
        entries.put("kafka.transaction.timeout.ms", "10000");
        entries.putAll(overrides);
        return entries;
    }

    /** Returns the directory of the state that the process of that name keeps. */
    Path state(String name) {
        return directory.resolve(name).resolve("state");
    }

    /** A file of settings, others over those of all. */
    Path config(String name, Map<String, String> own) {
        Map<String, String> entries = entries(name);
        entries.putAll(own);
        try {
            return Files.write(
                    directory.resolve(name + ".properties"),
                    entries.entrySet().stream()
                            .map(entry -> entry.getKey() + "=" + entry.getValue())
                            .toList());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Path log(String name) {
        return directory.resolve(name + ".log");
    }

    /** Forgets all that a process of that name keeps, but not the disk on which it lies. */
    void deleteState(String name) throws IOException {
        Path state = state(name);
        if (Files.exists(state)) {
            try (var files = Files.walk(state)) {
                for (Path file : files.sorted(java.util.Comparator.reverseOrder())
                        .filter(file -> !file.equals(state))
                        .toList()) {
                    Files.deleteIfExists(file);
                }
            }
        }
    }

    /** The end of a log. */
    String tail(String name) {
        try {
            var lines = Files.readAllLines(log(name));
            return String.join("\n", lines.subList(Math.max(0, lines.size() - 20), lines.size()));
        } catch (IOException e) {
            return Optional.ofNullable(e.getMessage()).orElse("");
        }
    }
}
