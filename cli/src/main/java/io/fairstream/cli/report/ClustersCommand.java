package io.fairstream.cli.report;

import io.fairstream.query.records.TopicReader;
import io.fairstream.query.tables.ReportTime;
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

    /** The requested clusters; empty for all. */
    final Set<String> clusters() {
        return clusters;
    }

    @Override
    public ReportTime system(TopicReader reader) {
        return ReportTime.CLUSTERS;
    }
}
