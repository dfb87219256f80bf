package io.fairstream.traces;

import io.fairstream.reading.MalformedException;
import io.fairstream.reading.Problem;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.function.Consumer;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/** Reads the Standard Workload Format: a header of comments, then a line of 18 columns, or more, for each job. */
final class SwfTrace implements Trace {
    private final Path file;
    private final BufferedReader lines;
    private final Consumer<Problem> problems;
    private final SwfHeader header = new SwfHeader();
    private final Set<Long> numbers = new HashSet<>();
    private final Map<NoUsage, Long> withoutUsage = new EnumMap<>(NoUsage.class);
    private long malformed;
    private long withFurtherColumns;
    private long lineNumber;
    private @Nullable Job upcoming;

    private SwfTrace(Path file, InputStream in, Consumer<Problem> problems) {
        this.file = file;
        this.lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.ISO_8859_1), 1 << 16);
        this.problems = problems;
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
    public List<String> notes() {
        List<String> notes = new ArrayList<>(header.notes());
        if (withFurtherColumns > 0) {
            notes.add(withFurtherColumns + " lines with more than 18 columns: the further ones are left out");
        }
        return notes;
    }

    @Override
    public Map<NoUsage, Long> withoutUsage() {
        return Map.copyOf(withoutUsage);
    }

    @Override
    public long malformed() {
        return malformed;
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
        for (String line = readLine(); line != null; line = readLine()) {
            if (line.startsWith(";")) {
                header.add(line);
            } else if (!line.isBlank()) {
                Job job = job(line);
                if (job != null) {
                    return job;
                }
            }
        }
        return null;
    }

    private @Nullable Job job(String text) {
        try {
            SwfLine line = SwfLine.of(text);
            withFurtherColumns += line.hasFurtherColumns() ? 1 : 0;
            NoUsage reason = line.withoutUsage();
            if (reason != null) {
                withoutUsage.merge(reason, 1L, Long::sum);
                return null;
            }
            if (!numbers.add(line.number())) {
                throw new MalformedException("job: " + line.number() + " (expected: no number given before)");
            }
            return line.job(header.startSeconds());
        } catch (MalformedException problem) {
            malformed++;
            problems.accept(new Problem(file.toString(), lineNumber, String.valueOf(problem.getMessage())));
            return null;
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
