package io.fairstream.it.harness;

import io.fairstream.cli.Main;
import io.fairstream.nemesis.ClassArchive;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A JVM with the test's class path that can be killed; it does not outlive this one. */
public final class JavaProcess implements AutoCloseable {
    private static final Path ARCHIVES = Path.of("target");

    private final Process process;
    private final Path log;

    private JavaProcess(Process process, Path log) {
        this.process = process;
        this.log = log;
    }

    /** A command of the command line. */
    public static JavaProcess ofCommand(Path directory, List<String> words) {
        List<String> command = new ArrayList<>(List.of(Main.class.getName()));
        command.addAll(words);
        return start(directory, command);
    }

    /**
     * Starts it.
     *
     * @param directory for its log, its temporary files and as its home
     * @param command options, main class and arguments
     */
    static JavaProcess start(Path directory, List<String> command) {
        List<String> all = java("-Djava.io.tmpdir=" + directory, "-Duser.home=" + directory);
        all.addAll(command);
        try {
            Path log = Files.createTempFile(directory, "process", ".log");
            Process process = new ProcessBuilder(all)
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .start();
            Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
            return new JavaProcess(process, log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * The beginning of a command line: Java, and the test's class path with its archive.
     *
     * @param options of the JVM
     */
    public static List<String> java(String... options) {
        try {
            ClassArchive archive = ClassArchive.in(ARCHIVES);
            List<String> command = new ArrayList<>();
            command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
            command.addAll(ClassArchive.JVM);
            command.add("-XX:-UsePerfData");
            command.addAll(archive.options());
            command.addAll(List.of(options));
            command.addAll(List.of("-cp", archive.classPath()));
            return command;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw Site.interrupted(e);
        }
    }

    /** {@code kill -9}; it is gone when this returns. */
    public void kill() {
        process.destroyForcibly();
        awaitEnd(Duration.ofMinutes(2));
    }

    /** {@code kill}; it has ended in order when this returns. */
    public void stop() {
        process.destroy();
        awaitEnd(Duration.ofMinutes(5));
    }

    /** {@code STOP}: it does nothing until {@code CONT}. */
    void signal(String signal) {
        try {
            int sent = new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid()))
                    .start()
                    .waitFor();
            if (sent != 0) {
                throw new IllegalStateException("kill -" + signal + ": exit code " + sent);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw Site.interrupted(e);
        }
    }

    /** Returns {@link #log} with what each thread does now: a JVM prints it at {@code QUIT}, within two seconds unless it stands still. */
    String logWithThreads() {
        if (isAlive()) {
            signal("QUIT");
            try {
                var unused = process.waitFor(2, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                throw Site.interrupted(e);
            }
        }
        return log();
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /** Its exit code. */
    public int awaitEnd(Duration atMost) {
        try {
            if (!process.waitFor(atMost.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new AssertionError("still running after " + atMost + ":\n" + log());
            }
            return process.exitValue();
        } catch (InterruptedException e) {
            throw Site.interrupted(e);
        }
    }

    /** Returns the arguments of the process, as everybody on the machine sees them. */
    public String commandLine() {
        try {
            return Files.readString(Path.of("/proc", Long.toString(process.pid()), "cmdline"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns what the process wrote to standard output and error. */
    public String log() {
        try {
            return Files.readString(log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        kill();
    }
}
