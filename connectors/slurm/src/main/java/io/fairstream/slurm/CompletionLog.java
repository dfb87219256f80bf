package io.fairstream.slurm;

import io.fairstream.reading.LocalTimes;
import io.fairstream.reading.MalformedException;
import io.fairstream.reading.Problem;
import io.fairstream.reading.Recorded;
import io.fairstream.reading.SlurmState;
import io.fairstream.schemas.JobEvent;
import java.io.BufferedReader;
import java.io.IOException;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reader of the log of {@code jobcomp/filetxt}: a line for each end of a run and each change of size, in local time. Names of jobs
 * and directories may contain any characters; the next field's name determines their end. Lines are ordered by end, which resolves
 * an end in a repeated hour.
 */
public final class CompletionLog {
    private static final Pattern LINE =
            Pattern.compile("JobId=(\\d+) UserId=(.*?)\\((\\d+)\\) GroupId=(.*?)\\((\\d+)\\)"
                    + " Name=(.*) JobState=(\\S+) Partition=(\\S*) TimeLimit=(\\S+) StartTime=(\\S+) EndTime=(\\S+)"
                    + " NodeList=(\\S*) NodeCnt=(\\d\\S*) ProcCnt=(\\d\\S*) WorkDir=(.*?)"
                    + "(?: ReservationName=(\\S*)(?: Gres=\\S*)?(?: Tres=(\\S*))? Account=(\\S*) QOS=(\\S*) WcKey=(\\S*)"
                    + " Cluster=(\\S*) SubmitTime=(\\S+) EligibleTime=(\\S+).* ExitCode=(\\S*))?\\s*");

    /** Fields that follow a name or a directory. A name that contains one of them cannot be separated from the rest of the line. */
    private static final List<Pattern> BEHIND_TEXTS = List.of(
            Pattern.compile(" JobState=\\S+ Partition=\\S* TimeLimit=\\S+ StartTime="),
            Pattern.compile(" ReservationName=\\S*(?: Gres=\\S*)?(?: Tres=\\S*)? Account="));

    /** Fields of the log under their names in sacct, in order. */
    private static final List<String> COLUMNS = List.of(
            "jobidraw",
            "user",
            "uid",
            "group",
            "gid",
            "jobname",
            "state",
            "partition",
            "timelimitraw",
            "start",
            "end",
            "nodelist",
            "allocnodes",
            "alloccpus",
            "workdir",
            "reservation",
            "reqtres",
            "account",
            "qos",
            "wckey",
            "cluster",
            "submit",
            "eligible",
            "exitcode");

    private final Times times;
    private Instant latest = Instant.MIN;

    private CompletionLog(Times times) {
        this.times = times;
    }

    /**
     * Reads to the end.
     *
     * @param name of the file
     * @param problems receives each unreadable line
     */
    public static Recorded<JobEvent> read(
            String name, BufferedReader in, SacctDump.Options options, Consumer<Problem> problems) throws IOException {
        CompletionLog log = new CompletionLog(options.times(true));
        return JobTable.ofLines(name, in, options, problems, log::row);
    }

    private Row row(String line) throws MalformedException {
        Matcher matcher = LINE.matcher(line);
        if (!matcher.matches()) {
            throw new MalformedException(
                    "line", line, "JobId=… UserId=… GroupId=… Name=… JobState=… as jobcomp/filetxt writes");
        }
        for (Pattern fields : BEHIND_TEXTS) {
            if (fields.matcher(line).results().count() > 1) {
                throw new MalformedException(
                        "line", line, "a name and a directory without JobState= and ReservationName=");
            }
        }
        Map<String, String> row = new HashMap<>();
        for (int i = 0; i < COLUMNS.size(); i++) {
            String value = matcher.group(i + 1);
            boolean isTold = value != null && !value.equals("(null)") && !value.equals("unknown");
            row.put(COLUMNS.get(i), isTold ? value : "");
        }
        if (SlurmState.ofEnd("JobState", row.getOrDefault("state", "")) == SlurmState.WAITS_AGAIN) {
            row.put("state", "REQUEUED");
        }
        List<Instant> ends = times.readings(new Row(row), "end");
        if (!ends.isEmpty()) {
            latest = LocalTimes.inOrder(ends, latest);
            row.put("end", latest.toString());
        }
        return new Row(row);
    }
}
