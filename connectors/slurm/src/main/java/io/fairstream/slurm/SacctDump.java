package io.fairstream.slurm;

import com.fasterxml.jackson.databind.JsonNode;
import io.fairstream.reading.JsonValues;
import io.fairstream.reading.MalformedException;
import io.fairstream.reading.Problem;
import io.fairstream.reading.Recorded;
import io.fairstream.schemas.JobEvent;
import io.fairstream.schemas.Totals;
import java.io.BufferedReader;
import java.io.IOException;
import java.time.Duration;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
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
            JsonValues.elements(in, "jobs", table.reader(), (line, job) -> table.add(line, job, SacctDump::row));
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

    /**
     * Returns the row of {@code sacct -P} for a job in {@code sacct --json}. The layout changes with the version of Slurm's data parser
     * (0.0.37 to 0.0.43): a number is plain or an object of set, infinite and number, the state a text or a list, a name a text or in an
     * object. It has no user ids and no SLUIDs.
     */
    private static Row row(JsonNode job) throws MalformedException {
        if (!job.isObject()) {
            throw new MalformedException("job", job, "an object");
        }
        Map<String, String> row = new HashMap<>();
        JsonNode association = job.path("association");
        row.put("jobidraw", text(job.path("job_id")));
        row.put("cluster", text(job.path("cluster"), association.path("cluster")));
        row.put("account", text(job.path("account"), association.path("account")));
        row.put("user", text(job.path("user"), association.path("user")));
        row.put("group", text(job.path("group")));
        row.put("partition", text(job.path("partition")));
        row.put("jobname", text(job.path("name")));
        row.put("qos", text(job.path("qos")));
        row.put("wckey", text(job.path("wckey"), job.path("wckey").path("wckey")));
        JsonNode reservation = job.path("reservation").path("name");
        row.put("reservation", reservation.isTextual() ? reservation.textValue() : "");
        row.put("nodelist", text(job.path("nodes")));
        row.put("priority", text(job.path("priority")));
        row.put("state", state(job.path("state")));
        row.put("exitcode", exitCode(job.path("exit_code")));
        putTimes(row, job.path("time"));
        putResources(row, job);
        return new Row(row);
    }

    /** Returns the state of a job: the first of a list; the following ones are flags. */
    private static String state(JsonNode state) {
        JsonNode current = state.path("current");
        return text(current, current.path(0));
    }

    /** Adds the times in seconds since 1970, where 0 is unknown, the durations in seconds, and the limit in minutes. */
    private static void putTimes(Map<String, String> row, JsonNode time) {
        row.put("submit", timeOrNone(time.path("submission")));
        row.put("start", start(time));
        row.put("end", timeOrNone(time.path("end")));
        row.put("elapsedraw", text(time.path("elapsed")));
        row.put("suspended", text(time.path("suspended")));
        row.put("timelimitraw", text(time.path("limit")));
        row.put("totalcpu", cpuTime(time.path("total")));
    }

    /** Returns the start. Slurm 21.08 and 22.05 print the eligible time instead; then it is the end minus the elapsed time. */
    private static String start(JsonNode time) {
        long end = time.path("end").asLong();
        long elapsed = time.path("elapsed").asLong();
        long start = end - elapsed - time.path("suspended").asLong();
        String reported = timeOrNone(time.path("start"));
        boolean isEligible = reported.equals(timeOrNone(time.path("eligible")));
        return isEligible
                        && end > 0
                        && elapsed > 0
                        && start > time.path("start").asLong()
                ? Long.toString(start)
                : reported;
    }

    private static void putResources(Map<String, String> row, JsonNode job) {
        JsonNode required = job.path("required");
        row.put("reqcpus", text(required.path("CPUs")));
        String perCpu = text(required.path("memory_per_cpu"));
        String perNode = text(required.path("memory_per_node"));
        row.put("reqmem", !perCpu.isEmpty() ? perCpu + "Mc" : perNode.isEmpty() ? "" : perNode + "Mn");
        row.put("allocnodes", text(job.path("allocation_nodes")));
        row.put("alloctres", tres(job.path("tres").path("allocated")));
        row.put("reqtres", tres(job.path("tres").path("requested")));
        row.put("maxrss", memory(job.path("steps")));
    }

    /** Returns seconds and microseconds as {@code D-HH:MM:SS.ffffff}. */
    private static String cpuTime(JsonNode time) {
        JsonNode seconds = time.path("seconds");
        if (!seconds.isIntegralNumber() || !seconds.canConvertToLong()) {
            return "";
        }
        Duration total = Duration.ofSeconds(seconds.longValue())
                .plus(time.path("microseconds").asLong(), ChronoUnit.MICROS);
        return String.format(
                Locale.ROOT,
                "%d-%02d:%02d:%02d.%09d",
                total.toDaysPart(),
                total.toHoursPart(),
                total.toMinutesPart(),
                total.toSecondsPart(),
                total.toNanosPart());
    }

    /**
     * Returns bytes of the step with the largest usage: the sum of the peaks of its tasks, or the highest peak times
     * the number of tasks. The usage of steps is in their {@code requested}.
     */
    private static String memory(JsonNode steps) {
        long most = -1;
        for (JsonNode step : steps) {
            JsonNode used = step.path("tres").path("requested");
            long all = memoryOf(used.path("total"));
            long tasks = Math.max(1, step.path("tasks").path("count").asLong());
            most = Math.max(most, all >= 0 ? all : Totals.fitted(Totals.product(memoryOf(used.path("max")), tasks)));
        }
        return most < 0 ? "" : Long.toString(most);
    }

    /** Returns the memory; negative if there is none. */
    private static long memoryOf(JsonNode tres) {
        for (JsonNode each : tres) {
            JsonNode count = each.path("count");
            if (text(each.path("type")).equals("mem") && count.isIntegralNumber() && count.canConvertToLong()) {
                return count.longValue();
            }
        }
        return -1;
    }

    /**
     * Returns a text such as {@code cpu=4,mem=200M,gres/gpu=2}, without amounts marked as unknown, which are larger
     * than any valid amount.
     */
    private static String tres(JsonNode list) {
        List<String> amounts = new ArrayList<>();
        for (JsonNode each : list) {
            String type = text(each.path("type"));
            String name = text(each.path("name"));
            JsonNode count = each.path("count");
            if (count.isIntegralNumber() && count.canConvertToLong() && count.longValue() >= 0) {
                amounts.add(type + (name.isEmpty() ? "" : "/" + name) + "=" + count.longValue()
                        + (type.equals("mem") ? "M" : ""));
            }
        }
        return String.join(",", amounts);
    }

    private static String exitCode(JsonNode exit) {
        String code = text(exit.path("return_code"));
        JsonNode signal = exit.path("signal");
        String number = text(signal.path("id"), signal.path("signal_id"));
        return code.isEmpty() && number.isEmpty()
                ? ""
                : (code.isEmpty() ? "0" : code) + ":" + (number.isEmpty() ? "0" : number);
    }

    private static String timeOrNone(JsonNode time) {
        String text = text(time);
        return text.equals("0") ? "" : text;
    }

    /** Returns the first of these values that is a text or a set number; empty if there is none. */
    private static String text(JsonNode... values) {
        for (JsonNode value : values) {
            boolean isSet =
                    value.path("set").asBoolean() && !value.path("infinite").asBoolean();
            String text = (isSet ? value.path("number") : value).asText("");
            if (!text.isEmpty() && !text.equals("null")) {
                return text;
            }
        }
        return "";
    }
}
