package io.fairstream.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Where a process's processor time goes, by the names of its threads with their numbers left out; on Linux only. */
final class Threads {
    private static final double TICKS_PER_SECOND = 100;
    private static final int USER_TICKS = 11;
    private static final double LEAST_SHOWN = 0.1;

    private final Path tasks;
    private final Map<String, Double> before;

    /** Counts from now. */
    Threads(long process) {
        tasks = Path.of("/proc", Long.toString(process), "task");
        before = read();
    }

    void report(Report report) {
        read().forEach((name, seconds) -> {
            double used = seconds - before.getOrDefault(name, 0.0);
            if (used >= LEAST_SHOWN) {
                report.progress("           %-16s %7.2f s", name, used);
            }
        });
    }

    private Map<String, Double> read() {
        Map<String, Double> seconds = new TreeMap<>();
        if (!Files.isDirectory(tasks)) {
            return seconds;
        }
        try (Stream<Path> threads = Files.list(tasks)) {
            for (Path thread : threads.toList()) {
                add(thread, seconds);
            }
        } catch (IOException e) {
            return Map.of();
        }
        return seconds;
    }

    private static void add(Path thread, Map<String, Double> seconds) throws IOException {
        try {
            String line = Files.readString(thread.resolve("stat"));
            int end = line.lastIndexOf(')');
            String name = line.substring(line.indexOf('(') + 1, end).replaceAll("[0-9]+", "#");
            String[] fields = line.substring(end + 2).split(" ", -1);
            double ticks = Double.parseDouble(fields[USER_TICKS]) + Double.parseDouble(fields[USER_TICKS + 1]);
            seconds.merge(name, ticks / TICKS_PER_SECOND, Double::sum);
        } catch (NoSuchFileException ended) {
            seconds.merge("(ended)", 0.0, Double::sum);
        }
    }
}
