package io.fairstream.it.replay;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import java.util.zip.GZIPOutputStream;

/**
 * A random log in the Standard Workload Format.
 *
 * @param text the file
 * @param jobs how many count
 * @param processorSeconds the sum of processors x run time over the jobs that count
 */
record SwfLog(String text, int jobs, long processorSeconds) {
    static final long BEGIN = 1_000_000_000;
    /** No job waits longer. */
    static final Duration LONGEST_WAIT = Duration.ofMinutes(10);

    /** Twelve users who keep a machine busy. Every tenth job knows no processors, every tenth never ran. */
    static SwfLog random(long seed, int jobs, Duration span) {
        return random(seed, jobs, span, new Habits(12, 64, Duration.ofHours(11)));
    }

    /**
     * Habits of the users.
     *
     * @param processors at most for a job
     * @param longest a job runs
     */
    record Habits(int users, int processors, Duration longest) {}

    /** As {@link #random(long, int, Duration)} with other users. */
    static SwfLog random(long seed, int jobs, Duration span, Habits habits) {
        Random random = new Random(seed);
        StringBuilder text = new StringBuilder("; UnixStartTime: " + BEGIN + "\n; TimeZoneString: UTC\n");
        long sum = 0;
        int counted = 0;
        for (int job = 1; job <= jobs; job++) {
            long submit = Math.round(random.nextDouble() * span.toSeconds());
            long waited = random.nextInt((int) LONGEST_WAIT.toSeconds()) - 1L;
            long ran = job % 10 == 3
                    ? -1
                    : 1 + Math.round(habits.longest().toSeconds() * Math.pow(random.nextDouble(), 4));
            long processors = job % 10 == 7 ? -1 : 1 + random.nextInt(habits.processors());
            if (ran > 0 && processors > 0) {
                sum += ran * processors;
                counted++;
            }
            text.append(line(job, submit, waited, ran, processors, random.nextInt(habits.users())));
        }
        return new SwfLog(text.toString(), counted, sum);
    }

    /** A line of the format, without its end. */
    static String job(long job, long submit, long waited, long ran, long processors, int user) {
        return String.format(
                "%d %d %d %d %d -1 -1 -1 -1 -1 1 %d 1 -1 -1 -1 -1 -1", job, submit, waited, ran, processors, user);
    }

    private static String line(long job, long submit, long waited, long ran, long processors, int user) {
        return job(job, submit, waited, ran, processors, user) + "\n";
    }

    /** Writes it, gzipped if the name says so. */
    Path write(Path file) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
        if (!file.toString().endsWith(".gz")) {
            return Files.write(file, bytes);
        }
        try (OutputStream zipped = new GZIPOutputStream(Files.newOutputStream(file))) {
            zipped.write(bytes);
        }
        return file;
    }
}
