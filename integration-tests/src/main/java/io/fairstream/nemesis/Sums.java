package io.fairstream.nemesis;

import java.util.Map;
import java.util.TreeMap;

/** Sums that the tables must show when all probes are charged once. */
final class Sums {
    /** By customer, milliseconds of all matches. */
    final Map<String, Long> matched = new TreeMap<>();
    /** By key of the job, processors x time in microseconds. */
    final Map<String, Long> allocated = new TreeMap<>();
    /** By user of jobs, the same. */
    final Map<String, Long> usersAllocated = new TreeMap<>();
    /** By user of sessions, CPU time in microseconds. */
    final Map<String, Long> usersUsed = new TreeMap<>();
    /** By node, microseconds of the four parts together. */
    final Map<String, Long> nodes = new TreeMap<>();
    /** By host, CPU seconds since the first report. */
    final Map<String, Double> hosts = new TreeMap<>();

    static void add(Map<String, Long> sums, String key, long more) {
        sums.merge(key, more, Long::sum);
    }
}
