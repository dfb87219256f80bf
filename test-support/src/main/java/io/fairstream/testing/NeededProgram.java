package io.fairstream.testing;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A program that some tests need besides a JDK and Maven. Without it they are skipped, and the end of the run lists them. */
public enum NeededProgram {
    CHROMIUM("chromium"),
    FAKETIME("faketime"),
    KUBECTL("kubectl 1.21 or later"),
    NODE("nodejs 20 or later"),
    PODMAN("podman", "netavark", "aardvark-dns", "iptables", "runc", "debootstrap (and root)"),
    POSTGRESQL("postgresql"),
    PROMETHEUS("prometheus"),
    PYTHON("python3", "python3-avro", "python3-confluent-kafka");

    private static final Path SKIPPED = Path.of("target", "skipped-tests");

    private final String packages;

    NeededProgram(String... debianPackages) {
        packages = String.join(", ", debianPackages);
    }

    /** Skips the test if the machine lacks the program. */
    public void assumeInstalled(boolean isInstalled, Class<?> test) {
        if (!isInstalled) {
            note(test);
        }
        assumeTrue(isInstalled, () -> "skipped for lack of " + packages);
    }

    /** Notes that a part of the test is left out because the machine lacks the program. */
    public void note(Class<?> test) {
        try {
            Files.createDirectories(Objects.requireNonNull(SKIPPED.getParent()));
            Files.writeString(
                    SKIPPED,
                    this + " " + test.getSimpleName() + "\n",
                    StandardOpenOption.CREATE,
                    StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Prints in one line what the modules' tests skipped and what to install, and forgets it.
     *
     * @param arguments the root of the source tree
     */
    public static void main(String[] arguments) throws IOException {
        System.out.println(summary(skipped(Path.of(arguments[0]))));
    }

    static String summary(Map<NeededProgram, SortedSet<String>> skipped) {
        if (skipped.isEmpty()) {
            return "No test was skipped for lack of a program.";
        }
        String tests = skipped.values().stream()
                .flatMap(Set::stream)
                .distinct()
                .sorted()
                .collect(Collectors.joining(", "));
        String packages =
                skipped.keySet().stream().map(program -> program.packages).collect(Collectors.joining(", "));
        return "Skipped for lack of a program: " + tests + ". To run them, install " + packages + ".";
    }

    private static Map<NeededProgram, SortedSet<String>> skipped(Path root) throws IOException {
        Map<NeededProgram, SortedSet<String>> skipped = new EnumMap<>(NeededProgram.class);
        for (Path file : files(root)) {
            for (String line : Files.readAllLines(file)) {
                String[] words = line.split(" ", 2);
                Arrays.stream(values())
                        .filter(program -> program.name().equals(words[0]))
                        .forEach(program -> skipped.computeIfAbsent(program, any -> new TreeSet<>())
                                .add(words[1]));
            }
            Files.delete(file);
        }
        return skipped;
    }

    private static List<Path> files(Path root) throws IOException {
        try (Stream<Path> modules = Files.find(root, 2, (path, attributes) -> attributes.isDirectory())) {
            return modules.map(module -> module.resolve(SKIPPED))
                    .filter(Files::exists)
                    .toList();
        }
    }
}
