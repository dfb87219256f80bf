package io.fairstream.slurm;

import io.fairstream.reading.MalformedException;
import io.fairstream.reading.Outcome;
import io.fairstream.reading.Problem;
import io.fairstream.reading.RecordReader;
import io.fairstream.reading.Recorded;
import io.fairstream.schemas.JobEvent;
import java.io.BufferedReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Rows of a file by job. Keeps all rows in memory, because rows of other jobs may separate those of a job. Mutable. */
final class JobTable {
    private static final Pattern STEP = Pattern.compile("(\\d{1,18})[.].*");

    private final String clusterIfNone;
    private final Times times;
    private final RecordReader reader;
    private final Map<String, JobRows> jobs = new LinkedHashMap<>();

    /**
     * Creates an empty table.
     *
     * @param name of the file
     * @param clusterIfNone cluster of rows without one
     * @param problems receives each unreadable row
     */
    JobTable(String name, String clusterIfNone, Times times, Consumer<Problem> problems) {
        this.clusterIfNone = clusterIfNone;
        this.times = times;
        this.reader = new RecordReader(name, Outcome.MALFORMED, problems);
    }

    /** Parses a row of a file. */
    @FunctionalInterface
    interface Cutter<T> {
        Row row(T text) throws MalformedException;
    }

    /** Reads a file with one row on each line, in local time. */
    static Recorded<JobEvent> ofLines(
            String name,
            BufferedReader in,
            SacctDump.Options options,
            Consumer<Problem> problems,
            Cutter<String> cutter)
            throws IOException {
        JobTable table = new JobTable(name, options.cluster(), options.times(true), problems);
        table.addLines(1, in.readLine(), in, cutter);
        return table.recorded();
    }

    /**
     * Adds the line, if there is one, and all following ones, except empty lines.
     *
     * @param number of the line
     */
    void addLines(long number, @Nullable String line, BufferedReader in, Cutter<String> cutter) throws IOException {
        long at = number;
        for (String text = line; text != null; text = in.readLine()) {
            if (!text.isBlank()) {
                add(at, text, cutter);
            }
            at++;
        }
    }

    <T> void add(long line, T text, Cutter<T> cutter) {
        reader.read(line, () -> take(cutter.row(text)));
    }

    RecordReader reader() {
        return reader;
    }

    private Outcome take(Row row) throws MalformedException {
        String raw = row.text("jobidraw");
        String id = raw.isEmpty() ? row.text("jobid") : raw;
        if (row.has("error")) {
            return Outcome.FAILED_QUERY;
        }
        if (id.contains(".")) {
            addStep(id, row);
            return Outcome.STEP;
        }
        if (raw.isEmpty() && id.matches("\\d+[_+].+")) {
            return Outcome.NO_RAW_ID;
        }
        if (!id.matches("\\d{1,18}") || Long.parseLong(id) == 0) {
            throw new MalformedException("jobid", id, "a number above 0");
        }
        if (row.text("user").isEmpty()) {
            return Outcome.NO_USER;
        }
        if (row.text("state").isEmpty()) {
            throw new MalformedException("state: missing");
        }
        long number = Long.parseLong(id);
        RunRow run = RunRow.of(row, number, clusterIfNone, times);
        rowsOf(row, number).add(run);
        return run.outcome();
    }

    private void addStep(String id, Row row) throws MalformedException {
        Matcher step = STEP.matcher(id);
        RunUsage usage = RunUsage.ofStep(row);
        if (step.matches() && !usage.equals(RunUsage.NONE)) {
            rowsOf(row, Long.parseLong(step.group(1))).addStep(times.time(row, "start"), usage);
        }
    }

    private JobRows rowsOf(Row row, long job) {
        String cluster = row.text("cluster");
        return jobs.computeIfAbsent((cluster.isEmpty() ? clusterIfNone : cluster) + "/" + job, key -> new JobRows());
    }

    Recorded<JobEvent> recorded() {
        List<JobEvent> events = new ArrayList<>();
        jobs.values().forEach(rows -> events.addAll(rows.events(reader.outcomes()::note)));
        return Recorded.of(events, JobEvent::getAt, reader.outcomes());
    }
}
