package io.fairstream.htcondor;

import io.fairstream.htcondor.file.ClassAd;
import io.fairstream.htcondor.file.ClassAdJson;
import io.fairstream.htcondor.file.ClassAdXml;
import io.fairstream.htcondor.file.RawEntry;
import io.fairstream.reading.MalformedException;
import io.fairstream.reading.Outcome;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One event of a log, in any notation.
 *
 * @param kind HTCondor's number of the kind of event, such as 1 for a job that began to run
 * @param job the job; in a startd's log the slot's number, the dynamic slot's and 0
 * @param time as it was written
 * @param attributes by their names in JSON and XML
 */
record JobLogEvent(int kind, JobId job, String time, ClassAd attributes) {
    /** {@code 001 (17.000.000) 2024-03-20 21:05:25.123Z } and, before ISO dates, {@code 03/20 21:05:25 }. */
    private static final Pattern HEADER = Pattern.compile(
            "(\\d{3}) \\((-?\\d{1,12})\\.(-?\\d{1,12})\\.(-?\\d{1,12})\\) "
                    + "(\\d\\d/\\d\\d \\d\\d:\\d\\d:\\d\\d\\S{0,16}|\\d{4}-\\d\\d-\\d\\d[ T]\\d\\d:\\d\\d:\\d\\d\\S{0,16})(?: |$)");
    /** Text before the name of a host in an event's first line. */
    private static final Pattern HOST = Pattern.compile("(?:Job|Node (\\d{1,9})) executing on host: ?");

    private static final String SLOT_NAME = "SlotName:";
    private static final String RECONNECTED = "Job reconnected to ";
    private static final String RESOURCES = "Partitionable Resources";
    private static final String CPUS = "Cpus ";
    private static final int LONGEST_PAD = 3;

    /** Time of the event. */
    Instant at(LogTimes times) throws MalformedException {
        Instant at = times.at(time);
        if (at == null) {
            throw new MalformedException(Outcome.BAD_TIME, "time: \"" + time + "\" (expected: an existing date)");
        }
        return at;
    }

    /** Parses an event of any version: the text of {@code condor_event.cpp}, or an ad of {@code DEFAULT_USERLOG_FORMAT_OPTIONS}. */
    static JobLogEvent of(RawEntry entry) throws MalformedException {
        return switch (entry.spelling()) {
            case TEXT -> text(entry.lines());
            case JSON -> of(ClassAdJson.read(entry.text()));
            case XML -> of(ClassAdXml.read(entry.text()));
        };
    }

    /** Returns the time of an entry in text without parsing the rest; null if it has none. */
    static @Nullable String timeOf(RawEntry entry) {
        Matcher header = HEADER.matcher(entry.text());
        return entry.spelling() == RawEntry.Spelling.TEXT && header.lookingAt() ? header.group(5) : null;
    }

    private static JobLogEvent of(ClassAd ad) throws MalformedException {
        Long kind = ad.whole("EventTypeNumber");
        if (kind == null || kind < 0 || kind > 999) {
            throw new MalformedException("EventTypeNumber is missing or not an event number");
        }
        String time = ad.text("EventTime");
        JobId job = new JobId(number(ad, "Cluster"), number(ad, "Proc"), number(ad, "Subproc"));
        return new JobLogEvent(kind.intValue(), job, time == null ? "" : time, ad);
    }

    private static long number(ClassAd ad, String name) {
        Long number = ad.whole(name);
        return number == null ? -1 : number;
    }

    private static JobLogEvent text(List<String> lines) throws MalformedException {
        String first = lines.isEmpty() ? "" : lines.get(0);
        Matcher header = HEADER.matcher(first);
        if (!header.lookingAt()) {
            throw new MalformedException(
                    "not the start of an event (expected: NNN (cluster.process.subprocess) date time)");
        }
        JobId job = new JobId(
                Long.parseLong(header.group(2)), Long.parseLong(header.group(3)), Long.parseLong(header.group(4)));
        ClassAd attributes = ClassAd.ofLines(lines.subList(1, lines.size()));
        int kind = Integer.parseInt(header.group(1));
        if (kind >= ClaimLog.FIRST_KIND) {
            attributes.set("SlotId", job.cluster());
            attributes.set("DSlotId", job.process());
        }
        addHeadline(attributes, first.substring(header.end()));
        addBody(attributes, lines);
        return new JobLogEvent(kind, job, header.group(5), attributes);
    }

    private static void addHeadline(ClassAd attributes, String headline) {
        Matcher host = HOST.matcher(headline);
        if (host.lookingAt()) {
            attributes.set("ExecuteHost", headline.substring(host.end()).trim());
            attributes.set("Node", host.group(1) == null ? null : Long.valueOf(host.group(1)));
        } else if (headline.startsWith(RECONNECTED)) {
            attributes.set(
                    "StartdName", headline.substring(RECONNECTED.length()).trim());
        }
    }

    private static void addBody(ClassAd attributes, List<String> lines) {
        String table = null;
        for (String line : lines.subList(1, lines.size())) {
            String text = line.trim();
            if (text.startsWith(SLOT_NAME)) {
                attributes.set(
                        "SlotName", unquoted(text.substring(SLOT_NAME.length()).trim()));
            } else if (text.startsWith(RESOURCES)) {
                table = line;
            } else if (table != null && text.startsWith(CPUS)) {
                attributes.set("Cpus", cell(table, line, "Allocated"));
                attributes.set("RequestCpus", cell(table, line, "Request"));
            }
        }
    }

    private static String unquoted(String name) {
        boolean quoted = name.length() > 1 && name.startsWith("\"") && name.endsWith("\"");
        return quoted ? name.substring(1, name.length() - 1) : name;
    }

    /** Returns the value in a column of a table; each cell ends at the same position as the heading. */
    private static @Nullable Object cell(String table, String line, String heading) {
        int column = table.indexOf(heading);
        if (column < 0) {
            return null;
        }
        int shift = line.indexOf(':') - table.indexOf(':');
        int right = column + heading.length() + shift;
        if (right > line.length() || right < LONGEST_PAD + 1) {
            return null;
        }
        for (int pad = 0; pad < LONGEST_PAD && line.charAt(right - 1) == ' '; pad++) {
            right--;
        }
        int left = right;
        while (left > 0 && line.charAt(left - 1) != ' ' && line.charAt(left - 1) != ':') {
            left--;
        }
        return ClassAd.parsed(line.substring(left, right).toLowerCase(Locale.ROOT));
    }
}
