package io.fairstream.slurm.sacct;

import io.fairstream.reading.MalformedException;
import io.fairstream.reading.Problem;
import io.fairstream.reading.Recorded;
import io.fairstream.schemas.JobEvent;
import java.io.BufferedReader;
import java.io.IOException;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reader of the output of {@code sonar slurm} in its format before JSON: sacct's columns as
 * {@code v=0.12.0,JobID=17,User=alice,"JobName=a,b"}. Zero and empty values are omitted, and times contain their zone.
 */
public final class SonarDump {
    private static final Pattern FIELD = Pattern.compile("\\G(?:\"((?:[^\"]|\"\")*)\"|([^\",]*))(,|$)");

    private SonarDump() {}

    /**
     * Reads to the end.
     *
     * @param name of the file
     * @param problems receives each unreadable line
     */
    public static Recorded<JobEvent> read(
            String name, BufferedReader in, SacctDump.Options options, Consumer<Problem> problems) throws IOException {
        return JobTable.ofLines(name, in, options, problems, SonarDump::row);
    }

    private static Row row(String line) throws MalformedException {
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
