package io.fairstream.cli.report;

import java.util.Set;
import picocli.CommandLine.Option;

/** A report on clusters. */
abstract class ClustersCommand extends ReportingCommand {
    @Option(
            names = {"-M", "--cluster", "--clusters"},
            paramLabel = "NAME",
            split = ",",
            description = "Only these clusters.")
    private Set<String> clusters = Set.of();

    /** Which are asked for; empty for all. */
    final Set<String> clusters() {
        return clusters;
    }
}
