package io.fairstream.nemesis;

import io.fairstream.cli.Main;
import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * Classes parsed once and mapped by each process that starts: half of what a start costs, of which there are many.
 *
 * @param classpath of the processes
 * @param options of their JVMs
 */
record ClassArchive(String classpath, List<String> options) {
    private static final int PATIENCE_SECONDS = 180;
    private static final String EVENT =
            "{\"resource\":\"slot\",\"at\":\"2026-01-05T08:00:00Z\",\"change\":{\"Matched\":{\"customer\":\"user\"}}}\n";

    /** Makes it; without one where classes lie in directories, which cannot be archived. */
    static ClassArchive make(Path directory) throws IOException, InterruptedException {
        String all = System.getProperty("java.class.path");
        String jars = Arrays.stream(all.split(File.pathSeparator, -1))
                .filter(entry -> !entry.isEmpty() && !isOfThisModule(Path.of(entry)))
                .collect(Collectors.joining(File.pathSeparator));
        if (Arrays.stream(jars.split(File.pathSeparator, -1)).anyMatch(entry -> Files.isDirectory(Path.of(entry)))) {
            return new ClassArchive(jars, List.of());
        }
        Path archive = directory.resolve("classes.jsa");
        Path event = Files.writeString(directory.resolve("event.json"), EVENT);
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-Xmx512m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xlog:disable"));
        command.addAll(List.of("-XX:ArchiveClassesAtExit=" + archive, "-cp", jars, Main.class.getName()));
        command.addAll(List.of("fold", "matches=-", "--print", "priorities"));
        Process process = new ProcessBuilder(command)
                .redirectInput(event.toFile())
                .redirectErrorStream(true)
                .redirectOutput(
                        Redirect.appendTo(directory.resolve("classes.log").toFile()))
                .start();
        if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly().waitFor();
        }
        return new ClassArchive(
                jars, Files.exists(archive) ? List.of("-XX:SharedArchiveFile=" + archive, "-Xlog:disable") : List.of());
    }

    /** What the processes do not need: they are the command line and Kafka. */
    private static boolean isOfThisModule(Path entry) {
        return Files.isDirectory(entry)
                && (Files.exists(entry.resolve("io/fairstream/nemesis"))
                        || Files.exists(entry.resolve("io/fairstream/it")));
    }
}
