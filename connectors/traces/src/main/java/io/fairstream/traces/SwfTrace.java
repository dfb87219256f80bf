package io.fairstream.traces;

import io.fairstream.reading.MalformedException;
import io.fairstream.reading.Outcome;
import io.fairstream.reading.Problem;
import io.fairstream.reading.RecordOutcomes;
import io.fairstream.reading.RecordReader;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.function.Consumer;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/** Reader of the Standard Workload Format: a header of comments, then a line of 18 columns, or more, for each job. */
final class SwfTrace implements Trace {
    private final Path file;
    private final BufferedReader lines;
    private final Consumer<Problem> problems;
    private final SwfHeader header = new SwfHeader();
    private final Set<Long> numbers = new HashSet<>();
    private final RecordReader reader;
    private long lineNumber;
    private @Nullable Job upcoming;

    private SwfTrace(Path file, InputStream in, Consumer<Problem> problems) {
        this.file = file;
        this.lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.ISO_8859_1), 1 << 16);
        this.problems = problems;
        this.reader = new RecordReader(file.toString(), Outcome.MALFORMED, problems);
        this.upcoming = advance();
    }

    static Trace open(Path file, Consumer<Problem> problems) throws IOException {
        InputStream in = Files.newInputStream(file);
        try {
            return new SwfTrace(
                    file, file.toString().endsWith(".gz") ? new GZIPInputStream(in, 1 << 16) : in, problems);
        } catch (UncheckedIOException e) {
            in.close();
            throw e;
        } catch (IOException e) {
            in.close();
            throw new IOException(file + ": " + e.getMessage(), e);
        }
    }

    @Override
    public String name() {
        return file.getFileName().toString().replaceFirst("\\.gz$", "").replaceFirst("\\.swf$", "");
    }

    @Override
    public RecordOutcomes outcomes() {
        return reader.outcomes();
    }

    @Override
    public boolean hasNext() {
        return upcoming != null;
    }

    @Override
    public Job next() {
        Job job = upcoming;
        if (job == null) {
            throw new NoSuchElementException(file + " has no further job");
        }
        upcoming = advance();
        return job;
    }

    @Override
    public void close() throws IOException {
        lines.close();
    }

    private @Nullable Job advance() {
        Job job = null;
        for (String line = readLine(); job == null && line != null; line = job == null ? readLine() : null) {
            if (line.startsWith(";")) {
                comment(line);
            } else if (!line.isBlank()) {
                job = job(line);
            }
        }
        return job;
    }

    private void comment(String text) {
        try {
            header.add(text);
        } catch (MalformedException problem) {
            problems.accept(new Problem(file.toString(), lineNumber, String.valueOf(problem.getMessage())));
        }
    }

    private @Nullable Job job(String text) {
        List<Job> jobs = new ArrayList<>();
        reader.read(lineNumber, () -> {
            SwfLine line = SwfLine.of(text);
            Outcome outcome = line.outcome();
            if (outcome == Outcome.JOB) {
                if (!numbers.add(line.number())) {
                    throw new MalformedException("job: " + line.number() + " (expected: a new job number)");
                }
                jobs.add(line.job(header.startSeconds()));
                note(line);
            }
            return outcome;
        });
        return jobs.isEmpty() ? null : jobs.get(0);
    }

    private void note(SwfLine line) {
        RecordOutcomes outcomes = reader.outcomes();
        if (numbers.size() == 1 && !header.hasStart()) {
            outcomes.note(OpenPoint.NO_START_TIME);
        }
        if (line.isRequested()) {
            outcomes.note(OpenPoint.PROCESSORS_REQUESTED);
        }
        if (line.user() < 0) {
            outcomes.note(OpenPoint.NO_USER);
        }
        if (line.hasFurtherColumns()) {
            outcomes.note(OpenPoint.FURTHER_COLUMNS);
        }
    }

    private @Nullable String readLine() {
        try {
            lineNumber++;
            return lines.readLine();
        } catch (IOException e) {
            throw new UncheckedIOException(file + ":" + lineNumber + ": " + e.getMessage(), e);
        }
    }
}
