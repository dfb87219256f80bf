package io.fairstream.agent;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * File with the jobs of sessions: a line {@code SESSION JOB} for each, comments begin with #. It is read again when it
 * changes; replace it atomically.
 */
final class JobsFile {
    private static final Pattern LINE = Pattern.compile("\\s*(\\d{1,9})\\s+(\\d{1,18})\\s*(#.*)?");
    private static final Pattern BLANK = Pattern.compile("\\s*(#.*)?");

    private final Path file;
    private Map<Integer, Long> jobs = Map.of();
    private @Nullable FileTime modified;

    JobsFile(Path file) {
        this.file = file;
    }

    /** Returns the job of each session. */
    Map<Integer, Long> jobs() throws IOException {
        FileTime now = Files.getLastModifiedTime(file);
        if (!now.equals(modified)) {
            jobs = read(Files.readAllLines(file));
            modified = now;
        }
        return jobs;
    }

    private Map<Integer, Long> read(List<String> lines) throws IOException {
        Map<Integer, Long> found = new HashMap<>();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i);
            Matcher matcher = LINE.matcher(line);
            if (matcher.matches()) {
                found.put(Integer.valueOf(matcher.group(1)), Long.valueOf(matcher.group(2)));
            } else if (!BLANK.matcher(line).matches()) {
                throw new IOException(file + ":" + (i + 1) + ": \"" + line + "\" (expected: SESSION JOB)");
            }
        }
        return found;
    }
}
