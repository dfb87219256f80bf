package io.fairstream.cli.report;

import io.fairstream.cli.options.Cluster;
import io.fairstream.cli.options.ClusterCommand;
import io.fairstream.cli.records.TopicReader;
import io.fairstream.cli.report.Sheet.Format;
import io.fairstream.cli.tables.Present;
import java.time.Clock;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.List;
import picocli.CommandLine.Option;

/** A report of days and times of UTC: what all reports can be told. */
abstract class UtcReporting extends ClusterCommand {
    @Option(names = "--csv", description = "Comma-separated values below a line of names.")
    private boolean csv;

    @Override
    public final Integer call() {
        requireLasting();
        if (csv && json()) {
            throw usage("--csv, --json: one or the other");
        }
        check();
        try (Cluster cluster = openUnderTerms();
                TopicReader reader = new TopicReader(cluster.settingsWithRegistry())) {
            report(reader, Present.of(reader, Clock.systemUTC()).atZone(zone()));
        }
        return 0;
    }

    /** Refuses what is wrong with the options whatever the topics hold. */
    void check() {}

    /** Reads and prints. */
    abstract void report(TopicReader reader, ZonedDateTime present);

    /** Of days, hours and times. */
    ZoneId zone() {
        return ZoneOffset.UTC;
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
