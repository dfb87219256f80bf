package io.fairstream.cli.report;

import java.time.Instant;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code report jobs}: sacct's listing. */
@Command(
        name = "jobs",
        description = {
            "Jobs with what they were allocated and used, as sacct lists them: of every job there ever was.",
            "Columns of the JOB TABLE (JobName, AllocCPUS, NodeList, Start, ...) are empty once the job is purged from it.",
            JobReport.PERIOD
        })
final class JobsReport extends JobReport {
    /** For the help. */
    static final class ColumnNames implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return SacctColumn.ALL.stream().map(SacctColumn::header).iterator();
        }
    }

    @Option(
            names = {"-o", "--format"},
            paramLabel = "COLUMN",
            split = ",",
            completionCandidates = ColumnNames.class,
            description = {
                "Columns, by sacct's names; of JSON, too. Without it, the most usual ones; in JSON and CSV all.",
                "They are: ${COMPLETION-CANDIDATES}."
            })
    private List<String> columns = List.of();

    @Option(
            names = "--state",
            paramLabel = "STATE",
            split = ",",
            description = "Only jobs in these states, or that ended so: RUNNING, COMPLETED, TIMEOUT.")
    private Set<String> states = Set.of();

    @Override
    void check() {
        for (String name : columns) {
            if (SacctColumn.named(name).isEmpty()) {
                throw usage("--format: \"" + name + "\" (expected: " + SacctColumn.names() + ")");
            }
        }
    }

    @Override
    void report(List<JobRow> rows, Instant present) {
        Set<String> wanted = new TreeSet<>();
        states.forEach(state -> wanted.add(state.toUpperCase(Locale.ROOT)));
        List<JobRow> shown = rows.stream()
                .filter(row -> wanted.isEmpty() || wanted.contains(row.state().toUpperCase(Locale.ROOT)))
                .sorted(Comparator.comparing(JobRow::cluster)
                        .thenComparing(JobRow::jobId)
                        .thenComparing(JobRow::submitted, Comparator.nullsFirst(Comparator.naturalOrder())))
                .toList();
        Sheet<JobRow> sheet = new Sheet<>(Unit.SECONDS, zone());
        shownColumns().forEach(column -> column.appendTo(sheet, present));
        sheet.print(format(), shown, null, out());
    }

    private List<SacctColumn> shownColumns() {
        if (columns.isEmpty()) {
            return format() == Sheet.Format.TEXT ? SacctColumn.defaults() : SacctColumn.ALL;
        }
        return columns.stream()
                .map(name -> SacctColumn.named(name).orElseThrow())
                .toList();
    }
}
