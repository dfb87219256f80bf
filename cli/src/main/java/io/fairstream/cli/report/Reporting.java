package io.fairstream.cli.report;

import io.fairstream.cli.options.Cluster;
import io.fairstream.cli.options.ClusterCommand;
import io.fairstream.cli.options.ZoneConverter;
import io.fairstream.cli.records.TopicReader;
import io.fairstream.cli.report.Sheet.Format;
import io.fairstream.cli.tables.Present;
import java.time.Clock;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Option;

/** A report: what all of them can be told. */
abstract class Reporting extends ClusterCommand {
    @Option(
            names = "--zone",
            paramLabel = "ZONE",
            converter = ZoneConverter.class,
            defaultValue = "UTC",
            description =
                    "Time zone of days, hours and times, such as Europe/Berlin. Default: UTC. Times in JSON always are.")
    private ZoneId zone = ZoneOffset.UTC;

    @Option(
            names = {"-M", "--cluster", "--clusters"},
            paramLabel = "NAME",
            split = ",",
            description = "Only these clusters.")
    private Set<String> clusters = Set.of();

    @Option(names = "--csv", description = "Comma-separated values below a line of names.")
    private boolean csv;

    @Override
    public final Integer call() {
        requireLasting();
        if (csv && json()) {
            throw usage("--csv, --json: one or the other");
        }
        check();
        try (Cluster cluster = open();
                TopicReader reader = new TopicReader(cluster.settingsWithRegistry())) {
            report(reader, Present.of(reader, Clock.systemUTC()).atZone(zone));
        }
        return 0;
    }

    /** Refuses what is wrong with the options whatever the topics hold. */
    void check() {}

    /** Reads and prints. */
    abstract void report(TopicReader reader, ZonedDateTime present);

    /** Whether only some clusters are asked for. */
    final boolean hasClusters() {
        return !clusters.isEmpty();
    }

    final boolean isOfCluster(String name) {
        return clusters.isEmpty() || clusters.contains(name);
    }

    final ZoneId zone() {
        return zone;
    }

    final Format format() {
        if (json()) {
            return Format.JSON;
        }
        return csv ? Format.CSV : Format.TEXT;
    }

    /** Lines above a table for people. */
    final void title(String... lines) {
        if (format() == Format.TEXT) {
            List.of(lines).forEach(out()::println);
            out().println();
        }
    }
}
