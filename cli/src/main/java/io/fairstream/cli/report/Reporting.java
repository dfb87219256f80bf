package io.fairstream.cli.report;

import io.fairstream.cli.options.ZoneConverter;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Set;
import picocli.CommandLine.Option;

/** A report on clusters, in a time zone of one's own. */
abstract class Reporting extends UtcReporting {
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

    /** Whether only some clusters are asked for. */
    final boolean hasClusters() {
        return !clusters.isEmpty();
    }

    final boolean isOfCluster(String name) {
        return clusters.isEmpty() || clusters.contains(name);
    }

    @Override
    final ZoneId zone() {
        return zone;
    }
}
