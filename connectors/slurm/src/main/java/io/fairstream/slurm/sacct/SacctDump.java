package io.fairstream.slurm.sacct;

import io.fairstream.schemas.JobEvent;
import io.fairstream.slurm.MalformedException;
import io.fairstream.slurm.Note;
import io.fairstream.slurm.Problem;
import io.fairstream.slurm.RecordOutcome;
import io.fairstream.slurm.RecordedJobs;
import java.io.BufferedReader;
import java.io.IOException;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads what {@code sacct -P} printed, with a header line, or without one in the order of XDMoD's columns. Holds the jobs
 * in memory, since a job's rows need not follow each other.
 */
public final class SacctDump {
    private final Options options;
    private final Map<RecordOutcome, Long> findings = new EnumMap<>(RecordOutcome.class);
    private final Map<Note, Long> notes = new EnumMap<>(Note.class);
    private final Map<String, JobRows> jobs = new LinkedHashMap<>();

    private SacctDump(Options options) {
        this.options = options;
    }

    /**
     * What a dump does not say of itself.
     *
     * @param cluster of dumps without a column for it
     * @param zone of the times; null for UTC in XDMoD's order, which XDMoD asks for, else this machine's
     */
    public record Options(String cluster, @Nullable ZoneId zone) {
        private Times times(boolean hasHeader) {
            return new Times(zone != null ? zone : hasHeader ? ZoneId.systemDefault() : ZoneOffset.UTC);
        }
    }

    /**
     * Reads to the end. A header without the columns that are needed is a problem of line 1, and nothing is read.
     *
     * @param name of the file
     * @param problems is told of every line that cannot be read
     */
    public static RecordedJobs read(String name, BufferedReader in, Options options, Consumer<Problem> problems)
            throws IOException {
        SacctDump dump = new SacctDump(options);
        String first = in.readLine();
        boolean hasHeader = first != null && Columns.isHeader(first);
        Times times = options.times(hasHeader);
        long number = hasHeader ? 2 : 1;
        try {
            Columns columns = hasHeader && first != null ? Columns.of(first) : Columns.xdmod();
            for (String line = hasHeader ? in.readLine() : first; line != null; line = in.readLine()) {
                dump.add(new Line(name, number++, line), columns, times, problems);
            }
        } catch (MalformedException header) {
            dump.count(RecordOutcome.MALFORMED);
            problems.accept(new Problem(name, 1, String.valueOf(header.getMessage())));
        }
        List<JobEvent> events = new ArrayList<>();
        dump.jobs.values().forEach(rows -> events.addAll(rows.events(note -> dump.notes.merge(note, 1L, Long::sum))));
        return new RecordedJobs(events, dump.findings, dump.notes);
    }

    private record Line(String file, long number, String text) {}

    private void add(Line line, Columns columns, Times times, Consumer<Problem> problems) {
        if (line.text().isBlank()) {
            return;
        }
        try {
            count(take(columns.row(line.text()), times));
        } catch (MalformedException problem) {
            count(RecordOutcome.MALFORMED);
            problems.accept(new Problem(line.file(), line.number(), String.valueOf(problem.getMessage())));
        }
    }

    private RecordOutcome take(Row row, Times times) throws MalformedException {
        String raw = row.text("jobidraw");
        String id = raw.isEmpty() ? row.text("jobid") : raw;
        if (id.contains(".")) {
            return RecordOutcome.STEP;
        }
        OptionalLong number = number(id);
        if (number.isEmpty()) {
            if (raw.isEmpty() && id.matches("\\d+[_+].+")) {
                return RecordOutcome.NO_RAW_ID;
            }
            throw new MalformedException("jobid", id, "a number above 0");
        }
        if (row.text("user").isEmpty()) {
            return RecordOutcome.NO_USER;
        }
        if (row.text("state").isEmpty()) {
            throw new MalformedException("state: missing");
        }
        RunRow run = RunRow.of(row, number.getAsLong(), options.cluster(), times);
        jobs.computeIfAbsent(run.about().getCluster() + "/" + number.getAsLong(), key -> new JobRows())
                .add(run);
        return run.finding();
    }

    private static OptionalLong number(String id) {
        if (!id.matches("\\d{1,18}") || Long.parseLong(id) == 0) {
            return OptionalLong.empty();
        }
        return OptionalLong.of(Long.parseLong(id));
    }

    private void count(RecordOutcome finding) {
        findings.merge(finding, 1L, Long::sum);
    }
}
