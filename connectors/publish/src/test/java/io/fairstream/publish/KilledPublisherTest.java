package io.fairstream.publish;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Processes that are killed at random while they publish, and corrections meanwhile: in the end each job was sent as often as it changed. */
class KilledPublisherTest {
    private static final int KILLS = Integer.getInteger("publish.kills", 5);
    private static final long SEED = 20260302;

    @TempDir
    private Path directory;

    @Test
    void killsLoseAndRepeatNothing() throws IOException, InterruptedException {
        Random random = new Random(SEED);
        List<String> taken = new ArrayList<>();
        List<String> expected = new ArrayList<>();
        List<Item> before = List.of();
        int kills = 0;
        for (int revision = 0; kills < KILLS; revision++) {
            List<Item> jobs = Publisher.jobs(revision);
            expected.addAll(text(jobs.stream().filter(minus(before)).toList()));
            before = jobs;
            boolean isDone = false;
            while (!isDone) {
                Process process = start(revision);
                // Some die before they begin, some while they recover, most while they write.
                long patience = kills < KILLS ? 200 + random.nextInt(1000) : 60_000;
                isDone = process.waitFor(patience, TimeUnit.MILLISECONDS);
                if (isDone) {
                    assertEquals(0, process.exitValue());
                } else {
                    process.destroyForcibly().waitFor();
                    kills++;
                }
                take(taken);
            }
        }
        Collections.sort(taken);
        Collections.sort(expected);
        assertEquals(expected, taken, "seed " + SEED);
        assertTrue(expected.size() >= Publisher.JOBS);
    }

    private static Predicate<Item> minus(List<Item> before) {
        return item -> !before.contains(item);
    }

    private Process start(int revision) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Publisher.class.getName(),
                        directory.toString(),
                        Integer.toString(revision))
                .inheritIO()
                .start();
    }

    private static List<String> text(List<Item> items) {
        return Publisher.message(items).lines().toList();
    }

    private void take(List<String> into) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                into.addAll(Files.readAllLines(file));
                Files.delete(file);
            }
        }
    }
}
