package io.fairstream.cli.report;

import io.fairstream.query.columns.Document;
import io.fairstream.query.jobs.AccountedJobs;
import io.fairstream.query.jobs.JobQuery;
import io.fairstream.query.records.TopicReader;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code report jobs}: sacct's listing. */
@Command(
        name = "jobs",
        footer = "fairstream report jobs -u alice -o JobID,Elapsed,TotalCPU --bootstrap-server HOST:PORT",
        description = {
            "All jobs with allocated and used resources, as in sacct.",
            "Columns of the table jobs (JobName, AllocCPUS, NodeList, Start, ...) are empty after the "
                    + "job is purged from it.",
            JobReport.PERIOD
        })
final class JobsReportCommand extends JobReport {
    /** For the help. */
    static final class ColumnNames implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return AccountedJobs.columnNames().iterator();
        }
    }

    @Option(
            names = "--state",
            paramLabel = "STATE",
            split = ",",
            description = "Only jobs in these states, or that ended so: RUNNING, COMPLETED, TIMEOUT.")
    private Set<String> states = Set.of();

    @Option(
            names = {"-o", "--format"},
            paramLabel = "COLUMN",
            split = ",",
            completionCandidates = ColumnNames.class,
            description = {
                "Like --columns: names of sacct or of JSON. Default: the usual ones; in JSON and CSV all.",
                "They are: ${COMPLETION-CANDIDATES}."
            })
    void format(List<String> columns) {
        output().choose(columns);
    }

    @Override
    protected void check() {
        for (String name : output().columns()) {
            refuse(
                    !AccountedJobs.hasColumn(name),
                    "--format: \"" + name + "\" (expected: " + String.join(", ", AccountedJobs.columnNames()) + ")");
        }
    }

    @Override
    Document show(TopicReader reader, JobQuery query) {
        return AccountedJobs.report(reader, query, states);
    }
}
