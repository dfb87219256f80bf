package io.fairstream.it.harness;

import io.fairstream.cli.Main;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;

/** {@code fairstream run}, or another command, as a process. */
public final class TopologyProcess implements AutoCloseable {
    private final JavaProcess process;

    private TopologyProcess(JavaProcess process) {
        this.process = process;
    }

    static TopologyProcess start(Path directory, Map<String, String> entries, List<String> options) {
        List<String> command = new ArrayList<>(options);
        String config = config(directory, entries).toString();
        command.addAll(List.of(Main.class.getName(), "run", "--config", config));
        return new TopologyProcess(JavaProcess.start(directory, command));
    }

    /** Any command on the same configuration. */
    static TopologyProcess command(Path directory, Map<String, String> entries, List<String> words) {
        List<String> command = new ArrayList<>(List.of(Main.class.getName()));
        command.addAll(words);
        command.addAll(List.of("--config", config(directory, entries).toString()));
        return new TopologyProcess(JavaProcess.start(directory, command));
    }

    static Path config(Path directory, Map<String, String> entries) {
        Properties properties = new Properties();
        properties.putAll(entries);
        try {
            Path file = Files.createTempFile(directory, "run", ".properties");
            try (var writer = Files.newBufferedWriter(file)) {
                properties.store(writer, null);
            }
            return file;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** {@code kill -9}. */
    public void kill() {
        process.kill();
    }

    /** Ends it in order, as Ctrl-C does. */
    public void stop() {
        process.stop();
    }

    /** Does something while it stands still. */
    public void whilePaused(Runnable meanwhile) {
        process.signal("STOP");
        meanwhile.run();
        process.signal("CONT");
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /** Its exit code, when it has ended by itself. */
    public int awaitEnd(Duration atMost) {
        return process.awaitEnd(atMost);
    }

    /** Returns the arguments of the process, as everybody on the machine sees them. */
    public String commandLine() {
        return process.commandLine();
    }

    /** Returns what the process wrote to standard output and error. */
    public String log() {
        return process.log();
    }

    /** Returns {@link #log} with what each thread does now, for the report of a process that does not go on. */
    String logWithThreads() {
        return process.logWithThreads();
    }

    @Override
    public void close() {
        process.close();
    }
}
