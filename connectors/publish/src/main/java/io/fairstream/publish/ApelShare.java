package io.fairstream.publish;

import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Share of one job in a summary.
 *
 * @param key of the summary, in APEL's words, without unknown parts
 * @param end end of the job
 */
record ApelShare(Map<String, String> key, Instant end, Sums sums) {
    private static final String END = "end";
    private static final String WALL = "wallMicros";
    private static final String CPU = "cpuMicros";
    private static final String ALLOCATED = "allocatedMicros";

    ApelShare {
        key = new TreeMap<>(key);
        key.forEach((name, value) -> {
            if (value.chars().anyMatch(Character::isISOControl)) {
                throw new IllegalArgumentException(
                        name + ": \"" + value + "\" (expected: one line without control characters)");
            }
        });
    }

    static ApelShare of(FinishedJob job, ApelSite site) {
        VoMap.Membership member = site.members().of(job);
        Map<String, String> key = new TreeMap<>();
        key.put("Site", site.name());
        key.put("Month", Integer.toString(job.month().getMonthValue()));
        key.put("Year", Integer.toString(job.month().getYear()));
        putIfAny(key, "GlobalUserName", member.globalUserName());
        putIfAny(key, "VO", member.vo());
        putIfAny(key, "VOGroup", member.group());
        putIfAny(key, "VORole", member.role());
        key.put("SubmitHost", job.job().getCluster());
        if (job.nodes() > 0) {
            key.put("NodeCount", Integer.toString(job.nodes()));
        }
        if (job.processors() > 0) {
            key.put("Processors", Integer.toString(job.processors()));
        }
        return new ApelShare(key, job.end(), Sums.of(job));
    }

    private static void putIfAny(Map<String, String> key, String name, String value) {
        if (!value.isEmpty()) {
            key.put(name, value);
        }
    }

    YearMonth month() {
        return YearMonth.from(end.atOffset(ZoneOffset.UTC));
    }

    /** Returns the share by field name, for storage. */
    Map<String, String> values() {
        Map<String, String> values = new TreeMap<>(key);
        values.put(END, end.toString());
        values.put(WALL, Long.toString(sums.wallMicros()));
        values.put(CPU, Long.toString(sums.cpuMicros()));
        values.put(ALLOCATED, Long.toString(sums.allocatedMicros()));
        return values;
    }

    /** Returns the share from stored values; null for a retracted job. */
    static @Nullable ApelShare of(Map<String, String> values) {
        if (!values.containsKey(END)) {
            return null;
        }
        Map<String, String> key = new TreeMap<>(values);
        Instant end = Instant.parse(remove(key, END));
        long wall = Long.parseLong(remove(key, WALL));
        long cpu = Long.parseLong(remove(key, CPU));
        long allocated = Long.parseLong(remove(key, ALLOCATED));
        return new ApelShare(key, end, new Sums(1, wall, cpu, allocated));
    }

    private static String remove(Map<String, String> from, String name) {
        return Objects.requireNonNull(from.remove(name), name);
    }
}
