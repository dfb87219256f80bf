package io.fairstream.it.docker;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A process in the place of a container. */
final class Container implements AutoCloseable {
    private static final Duration LONGEST_END = Duration.ofMinutes(5);

    private final Process process;
    private final Path log;

    private Container(Process process, Path log) {
        this.process = process;
        this.log = log;
    }

    /**
     * Starts it.
     *
     * @param log where its output goes
     * @param environment over that of this process
     */
    static Container start(Path log, List<String> command, Map<String, String> environment) {
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
        builder.environment().put("FAIRSTREAM_CLUSTER_TIMEOUT", "PT2M");
        builder.environment().putAll(environment);
        try {
            return new Container(builder.start(), log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** {@code kill -9}. */
    void kill() {
        process.destroyForcibly();
        awaitEnd();
    }

    /** Sends the signal that {@code docker stop} sends first, and returns the exit code. */
    int stop() {
        process.destroy();
        return awaitEnd();
    }

    /** Its exit code. */
    int awaitEnd() {
        try {
            if (!process.waitFor(LONGEST_END.toMillis(), TimeUnit.MILLISECONDS)) {
                process.destroyForcibly();
                throw new AssertionError("still running after " + LONGEST_END + ":\n" + output());
            }
            return process.exitValue();
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    boolean isAlive() {
        return process.isAlive();
    }

    String output() {
        try {
            return Files.readString(log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        if (process.isAlive()) {
            kill();
        }
    }
}
