package io.fairstream.slurm.sacct;

import io.fairstream.reading.JsonValues;
import io.fairstream.reading.MalformedException;
import io.fairstream.reading.Problem;
import io.fairstream.reading.Recorded;
import io.fairstream.schemas.JobEvent;
import java.io.BufferedReader;
import java.io.IOException;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reader of the output of {@code sacct -P}, with a header or in the order of XDMoD's columns, of {@code sacct --json}, and of
 * {@code sonar slurm}.
 */
public final class SacctDump {
    /** Field of a line of sonar. */
    private static final Pattern FIELD = Pattern.compile("\\G(?:\"((?:[^\"]|\"\")*)\"|([^\",]*))(,|$)");

    private SacctDump() {}

    /**
     * Options for facts that a dump does not contain.
     *
     * @param cluster of dumps without a column for it
     * @param zone of the times; null for UTC in XDMoD's order, as requested by XDMoD, and otherwise for this machine's zone
     */
    public record Options(String cluster, @Nullable ZoneId zone) {
        Times times(boolean isLocal) {
            return new Times(zone != null ? zone : isLocal ? ZoneId.systemDefault() : ZoneOffset.UTC);
        }
    }

    /**
     * Reads to the end. A header without mandatory columns is a problem of line 1, and nothing is read.
     *
     * @param name of the file
     * @param problems receives each unreadable line
     */
    public static Recorded<JobEvent> read(String name, BufferedReader in, Options options, Consumer<Problem> problems)
            throws IOException {
        in.mark(1);
        int begin = in.read();
        in.reset();
        if (begin == '{') {
            JobTable table = new JobTable(name, options.cluster(), options.times(true), problems);
            JsonValues.elements(in, "jobs", table.reader(), (line, job) -> table.add(line, job, SacctJson::row));
            return table.recorded();
        }
        String first = in.readLine();
        boolean hasHeader = first != null && Columns.isHeader(first);
        JobTable table = new JobTable(name, options.cluster(), options.times(hasHeader), problems);
        try {
            if (hasHeader && first != null) {
                table.addLines(2, in.readLine(), in, Columns.of(first)::row);
            } else {
                table.addLines(1, first, in, Columns.xdmod()::row);
            }
        } catch (MalformedException header) {
            table.reader().problem(1, header);
        }
        return table.recorded();
    }

    /**
     * Reads the output of {@code sonar slurm} in its format before JSON: sacct's columns as
     * {@code v=0.12.0,JobID=17,User=alice,"JobName=a,b"}. Zero and empty values are omitted, and times contain their zone.
     *
     * @param name of the file
     * @param problems receives each unreadable line
     */
    public static Recorded<JobEvent> readSonar(
            String name, BufferedReader in, Options options, Consumer<Problem> problems) throws IOException {
        return JobTable.ofLines(name, in, options, problems, SacctDump::sonarRow);
    }

    private static Row sonarRow(String line) throws MalformedException {
        Map<String, String> row = new HashMap<>();
        Matcher matcher = FIELD.matcher(line);
        boolean ended = false;
        while (!ended) {
            if (!matcher.find()) {
                throw new MalformedException("line", line, "CSV with doubled quotes");
            }
            String field = matcher.group(1) == null
                    ? matcher.group(2)
                    : matcher.group(1).replace("\"\"", "\"");
            int sign = field.indexOf('=');
            if (sign < 1) {
                throw new MalformedException("field", field, "name=value, as in v=0.12.0,JobID=17,User=alice");
            }
            row.put(field.substring(0, sign).toLowerCase(Locale.ROOT), field.substring(sign + 1));
            ended = matcher.group(3).isEmpty();
        }
        return new Row(row);
    }
}
