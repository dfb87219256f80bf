package io.fairstream.it.readme;

import io.fairstream.it.harness.JavaProcess;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** Runs command lines in a directory that looks like the repository's root, with the classes of this build. */
public final class Shell {
    private static final Duration PATIENCE = Duration.ofMinutes(10);
    private static final List<Integer> STOPPED = List.of(0, 143);

    private final Path directory;

    /**
     * Prepares a directory.
     *
     * @param root of the repository, from which the samples come
     */
    public Shell(Path directory, Path root) throws IOException {
        this.directory = directory;
        Files.createSymbolicLink(directory.resolve("examples"), root.resolve("examples"));
        Path command =
                Files.writeString(directory.resolve("fairstream"), "#!/bin/sh\nexec " + java(directory) + " \"$@\"\n");
        Files.setPosixFilePermissions(command, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    /** Returns the command without its launcher, which would build it. */
    private static String java(Path home) {
        return JavaProcess.java("-Duser.home=" + home).stream()
                        .map(word -> "'" + word + "'")
                        .collect(Collectors.joining(" "))
                + " io.fairstream.cli.Main";
    }

    /** Output and end of a command. */
    public record Ran(String command, int exitCode, String out, String err) {
        @Override
        public String toString() {
            return "$ " + command + "\n" + out + err + "exit code " + exitCode;
        }
    }

    /** Runs a command to its end. */
    public Ran run(String command) throws IOException, InterruptedException {
        try (Running running = start(command)) {
            if (!running.process.waitFor(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new AssertionError("does not end within " + PATIENCE + ": " + running.soFar());
            }
            return running.soFar();
        }
    }

    /** Returns true if {@link #interruptOnTerminal} is possible here. */
    boolean makesTerminals() throws IOException, InterruptedException {
        return run("command -v python3").exitCode() == 0;
    }

    /** Runs a command on a terminal of 80 columns and types Ctrl-C when it has shown a text; what it has shown ends with its exit code. */
    Ran interruptOnTerminal(String text, String command) throws IOException, InterruptedException {
        Path script = directory.resolve("terminal.py");
        try (InputStream in = Objects.requireNonNull(Shell.class.getResourceAsStream("terminal.py"))) {
            Files.copy(in, script, StandardCopyOption.REPLACE_EXISTING);
        }
        return run("python3 " + script + " '" + text + "' " + PATIENCE.toSeconds() + " " + command);
    }

    /** Starts a command that runs until it is stopped. */
    public Running start(String command) throws IOException {
        Path out = Files.createTempFile(directory, "out", ".txt");
        Path err = Files.createTempFile(directory, "err", ".txt");
        ProcessBuilder builder = new ProcessBuilder(
                        "bash", "-c", command.startsWith("./fairstream") ? "exec " + command : command)
                .directory(directory.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        builder.environment().put("JAVA_TOOL_OPTIONS", "-Djava.io.tmpdir=" + directory);
        Process process = builder.start();
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
        return new Running(command, process, out, err);
    }

    /** A command at work. */
    public static final class Running implements AutoCloseable {
        private final String command;
        private final Process process;
        private final Path out;
        private final Path err;

        private Running(String command, Process process, Path out, Path err) {
            this.command = command;
            this.process = process;
            this.out = out;
            this.err = err;
        }

        Ran soFar() {
            try {
                int exitCode = process.isAlive() ? -1 : process.exitValue();
                return new Ran(command, exitCode, Files.readString(out), Files.readString(err));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        /** Waits until it has written that. */
        public Ran awaitText(String text) throws InterruptedException {
            long deadline = System.nanoTime() + PATIENCE.toNanos();
            while (!soFar().toString().contains(text)) {
                if (!process.isAlive() || System.nanoTime() > deadline) {
                    throw new AssertionError("never said \"" + text + "\": " + soFar());
                }
                Thread.sleep(100);
            }
            return soFar();
        }

        /** Terminates it, which it does in order. */
        public Ran stop() throws InterruptedException {
            process.destroy();
            if (!process.waitFor(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)
                    || !STOPPED.contains(process.exitValue())) {
                throw new AssertionError("does not end in order: " + soFar());
            }
            return soFar();
        }

        @Override
        public void close() {
            process.destroyForcibly().onExit().join();
        }
    }
}
