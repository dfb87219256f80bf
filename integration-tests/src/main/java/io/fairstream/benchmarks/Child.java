package io.fairstream.benchmarks;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A JVM of its own that is spoken to by lines and ends with its standard input. */
final class Child implements AutoCloseable {
    static final String SEPARATOR = "\t";

    /** The JVM's own messages come between the answers. */
    private static final String JVM_LOG = "[";

    private static final int SHOWN_LOG_LINES = 15;

    private final Process process;
    private final PrintStream requests;
    private final BufferedReader answers;
    private final Path log;

    private Child(Process process, Path log) {
        this.process = process;
        this.log = log;
        this.requests = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
        this.answers = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    /**
     * Starts one.
     *
     * @param name also of its log and temporary directory
     */
    static Child start(Path directory, String name, List<String> jvm, Class<?> main, String... arguments)
            throws IOException {
        return start(directory, name, jvm, System.getProperty("java.class.path"), main.getName(), arguments);
    }

    /**
     * Starts one of other classes than ours.
     *
     * @param name also of its log and temporary directory
     */
    static Child start(
            Path directory, String name, List<String> jvm, String classpath, String main, String... arguments)
            throws IOException {
        Path temporary = Files.createDirectories(directory.resolve(name + ".tmp"));
        Path log = directory.resolve(name + ".log");
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-Djava.io.tmpdir=" + temporary);
        command.addAll(jvm);
        command.addAll(List.of("-cp", classpath, main));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command)
                .redirectError(Redirect.to(log.toFile()))
                .start();
        return new Child(process, log);
    }

    /** Says a line and waits for the answer, split; its first word must be the expected one. */
    String[] ask(String expected, String... request) throws IOException {
        requests.println(String.join(SEPARATOR, request));
        return hear(expected);
    }

    /** Waits for an answer. */
    String[] hear(String expected) throws IOException {
        String line = answers.readLine();
        while (line != null && line.startsWith(JVM_LOG)) {
            line = answers.readLine();
        }
        if (line == null || !line.startsWith(expected)) {
            throw new IOException("child answers " + line + " (expected: " + expected + ")\n" + endOfLog());
        }
        return line.split(SEPARATOR, -1);
    }

    private String endOfLog() throws IOException {
        List<String> lines = Files.readAllLines(log);
        return String.join("\n", lines.subList(Math.max(0, lines.size() - SHOWN_LOG_LINES), lines.size()));
    }

    long pid() {
        return process.pid();
    }

    /** Processor time it has used. */
    Duration cpu() {
        return process.info().totalCpuDuration().orElse(Duration.ZERO);
    }

    /** Ends it as kill -9 does. */
    void kill() {
        process.destroyForcibly().onExit().join();
    }

    @Override
    public void close() {
        requests.close();
        try {
            if (!process.waitFor(40, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
