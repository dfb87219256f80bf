package io.fairstream.simulation;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * A Java process of its own.
 *
 * @param options of the virtual machine
 */
public record ChildProcess(List<String> options, String classPath) {
    /** That of this process. */
    public static final String CLASS_PATH = Objects.requireNonNull(System.getProperty("java.class.path"));

    /**
     * Runs a class to its end.
     *
     * @return what it printed
     * @throws IllegalStateException if it fails
     */
    public String run(Class<?> main, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(ProcessHandle.current().info().command().orElse("java"));
        command.addAll(List.of("-XX:+UseSerialGC", "-Xmx1g", "-Dorg.slf4j.simpleLogger.defaultLogLevel=off"));
        command.addAll(options);
        command.addAll(List.of("-classpath", classPath, main.getName()));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try {
            String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (process.waitFor() != 0) {
                throw new IllegalStateException(main + " ended with " + process.exitValue() + ": " + printed);
            }
            return printed.strip();
        } finally {
            process.destroyForcibly();
        }
    }
}
