package io.fairstream.publish;

import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Summary of the jobs of one key: a block of a message. Mutable. */
final class ApelBlock {
    private static final long MICROS = 1_000_000;

    private final Map<String, String> key;
    private Instant earliest = Instant.MAX;
    private Instant latest = Instant.MIN;
    private Sums sums = Sums.NONE;

    private ApelBlock(Map<String, String> key) {
        this.key = key;
    }

    /** Returns all blocks by id. */
    static Map<String, ApelBlock> of(Collection<ApelShare> shares) {
        Map<String, ApelBlock> blocks = new HashMap<>();
        for (ApelShare share : shares) {
            blocks.computeIfAbsent(id(share.key()), id -> new ApelBlock(share.key()))
                    .add(share);
        }
        return new TreeMap<>(blocks);
    }

    /** Returns the id of a block: its key as one text. */
    static String id(Map<String, String> key) {
        String month = String.format(
                Locale.ROOT,
                "%04d-%02d",
                Integer.parseInt(Objects.requireNonNull(key.get("Year"))),
                Integer.parseInt(Objects.requireNonNull(key.get("Month"))));
        return "block " + month + " "
                + key.entrySet().stream()
                        .map(each -> each.getKey() + "=" + each.getValue())
                        .collect(Collectors.joining("\t"));
    }

    private void add(ApelShare share) {
        earliest = share.end().isBefore(earliest) ? share.end() : earliest;
        latest = share.end().isAfter(latest) ? share.end() : latest;
        sums = sums.plus(share.sums());
    }

    Sums sums() {
        return sums;
    }

    /** Returns the block's fields for a message. */
    Map<String, String> lines(ApelFormat format, String infrastructure) {
        Map<String, String> lines = new TreeMap<>(key);
        lines.put(format.infrastructure(), infrastructure);
        lines.put("EarliestEndTime", Long.toString(earliest.getEpochSecond()));
        lines.put("LatestEndTime", Long.toString(latest.getEpochSecond()));
        putDurations(lines, format, seconds(sums.wallMicros()), seconds(sums.cpuMicros()), sums.jobs());
        return lines;
    }

    /** Returns the same block without jobs, which retracts it. */
    static Map<String, String> emptied(Map<String, String> lines, ApelFormat format, String infrastructure) {
        Map<String, String> empty = new TreeMap<>(lines);
        empty.keySet().removeIf(name -> !format.keys().contains(name));
        empty.put(format.infrastructure(), infrastructure);
        putDurations(empty, format, 0, 0, 0);
        return empty;
    }

    private static void putDurations(Map<String, String> lines, ApelFormat format, long wall, long cpu, long jobs) {
        lines.put("WallDuration", Long.toString(wall));
        lines.put("CpuDuration", Long.toString(cpu));
        if (format.keys().contains("NormalisedWallDuration")) {
            lines.put("NormalisedWallDuration", format.normalised(wall));
            lines.put("NormalisedCpuDuration", format.normalised(cpu));
        }
        lines.put("NumberOfJobs", Long.toString(jobs));
    }

    /** Rounds to the nearest second. */
    private static long seconds(long micros) {
        return Math.floorDiv(Math.addExact(micros, MICROS / 2), MICROS);
    }
}
