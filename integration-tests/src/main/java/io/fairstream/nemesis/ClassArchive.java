package io.fairstream.nemesis;

import io.fairstream.cli.Main;
import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * An archive of parsed classes that each JVM of a test or campaign maps, so that its start takes a third less processor time.
 *
 * @param classPath of such a JVM: the jars, whose classes are archived, and then the directories
 * @param options of such a JVM
 */
public record ClassArchive(String classPath, List<String> options) {
    private static final int PATIENCE_SECONDS = 180;

    /** Options that the archive's JVM and those that map it have in common. */
    public static final List<String> JVM = List.of(
            "-Xmx512m",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-XX:+IgnoreUnrecognizedVMOptions",
            "-XX:+UseTransparentHugePages");

    /** One job: the broker, the topology and the clients load their classes for it. */
    private static final String LOG = """
            ; UnixStartTime: 1767600000
            1 0 5 100 4 -1 -1 4 120 -1 1 1 1 1 1 -1 -1 -1
            """;

    /**
     * The archive of this process's class path. The first process that asks for it makes it; others that ask meanwhile wait.
     *
     * @param directory in which it is kept
     */
    public static synchronized ClassArchive in(Path directory) throws IOException, InterruptedException {
        List<Path> entries = Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .filter(entry -> !entry.isEmpty())
                .map(Path::of)
                .toList();
        List<Path> jars = entries.stream().filter(Files::isRegularFile).toList();
        String classPath = joined(Stream.concat(jars.stream(), entries.stream().filter(Files::isDirectory)));
        Path archive = Files.createDirectories(directory).resolve("classes-" + fingerprint(jars) + ".jsa");
        try (FileChannel file = FileChannel.open(
                        directory.resolve("classes.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock lock = file.lock()) {
            if (!Files.exists(archive) && lock.isValid()) {
                make(archive.toAbsolutePath(), joined(jars.stream()));
            }
        }
        return new ClassArchive(
                classPath,
                Files.exists(archive)
                        ? List.of("-XX:SharedArchiveFile=" + archive.toAbsolutePath(), "-Xlog:disable")
                        : List.of());
    }

    private static void make(Path archive, String jars) throws IOException, InterruptedException {
        Path work = Files.createTempDirectory(archive.getParent(), "classes");
        Path log = Files.writeString(work.resolve("log.swf"), LOG);
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(JVM);
        command.addAll(List.of("-Xlog:disable", "-XX:ArchiveClassesAtExit=" + archive, "-Djava.io.tmpdir=" + work));
        command.addAll(List.of("-cp", jars, Main.class.getName()));
        command.addAll(List.of("replay", log.toString(), "--format", "swf", "--embedded", "--print", "priorities"));
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(Redirect.to(work.resolve("output").toFile()))
                .start();
        if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly().waitFor();
        }
    }

    /** Another one for other jars: an archive of jars that changed is refused by the JVM. */
    private static String fingerprint(List<Path> jars) throws IOException {
        int hash = 1;
        for (Path jar : jars) {
            hash = 31 * hash + jar.hashCode();
            hash = 31 * hash + Files.getLastModifiedTime(jar).hashCode();
        }
        return HexFormat.of().toHexDigits(hash);
    }

    private static String joined(Stream<Path> entries) {
        return entries.map(Path::toString).collect(Collectors.joining(File.pathSeparator));
    }
}
