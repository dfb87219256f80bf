package io.fairstream.streams;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The guides to the code name files that are there, and every stage. */
class ReadmeTest {
    private static final Path ROOT = Path.of("..", "..").toAbsolutePath().normalize();
    private static final Path GUIDE = ROOT.resolve("topology/README.md");
    private static final Path STAGES = Path.of("src/main/java/io/fairstream/streams");
    private static final Pattern FILE = Pattern.compile("[\\w./-]*\\w\\.(?:java|avsc|xml|md|txt|yaml|properties)\\b");

    /** Directories that the guides shorten, and a file that one of them tells to write. */
    private static final Map<String, String> SHORT = Map.of(
            ".../streams/", "topology/streams/src/main/java/io/fairstream/streams/",
            ".../app/", "topology/app/src/main/java/io/fairstream/app/",
            ".../rules/", "topology/rules/src/main/java/io/fairstream/rules/",
            "NAME.avsc", "Charge.avsc");

    @Test
    void theFilesThatTheGuidesNameAreThere() throws IOException {
        Set<String> files = sources().stream()
                .map(file -> String.valueOf(file.getFileName()))
                .collect(Collectors.toSet());
        for (Path guide : new Path[] {GUIDE, ROOT.resolve("ARCHITECTURE.md")}) {
            Set<String> named = named(guide);
            assertTrue(named.size() > 15, named::toString);
            named.removeIf(name -> name.contains("/") ? Files.exists(ROOT.resolve(name)) : files.contains(name));
            assertEquals(Set.of(), named, guide.toString());
        }
    }

    /** Such as {@code `insert` of `.../rules/job/JobLedger.java`}; the file of a name alone is the only one of that name in topology. */
    @Test
    void whatTheGuideFindsInAFileIsThere() throws IOException {
        Matcher found = Pattern.compile("`(\\w+)`(?: and `(\\w+)`)?\\s+of\\s+`([\\w./]+\\.java)`")
                .matcher(Files.readString(GUIDE));
        int count = 0;
        for (; found.find(); count++) {
            String source = Files.readString(inTopology(found.group(3)));
            for (String name : new String[] {found.group(1), found.group(2)}) {
                assertTrue(name == null || source.matches("(?s).*\\b" + name + "\\b.*"), found::group);
            }
        }
        assertTrue(count > 4, "found " + count);
    }

    private static Path inTopology(String name) throws IOException {
        String file = name.replaceFirst("^\\.\\.\\./(\\w+)/", "/$1/");
        List<Path> found = sources().stream()
                .filter(path -> path.startsWith(ROOT.resolve("topology"))
                        && path.toString().contains("/main/"))
                .filter(path -> path.toString().endsWith(file.startsWith("/") ? file : "/" + file))
                .toList();
        assertEquals(1, found.size(), name + ": " + found);
        return found.get(0);
    }

    private static Set<String> named(Path guide) throws IOException {
        Set<String> named = new TreeSet<>();
        Matcher file = FILE.matcher(Files.readString(guide));
        while (file.find()) {
            String name = file.group();
            for (Map.Entry<String, String> part : SHORT.entrySet()) {
                name = name.replace(part.getKey(), part.getValue());
            }
            named.add(name);
        }
        return named;
    }

    /** Files outside of what is built, where other tests make and delete files at the same time. */
    private static List<Path> sources() throws IOException {
        List<Path> sources = new ArrayList<>();
        Files.walkFileTree(ROOT, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
                String name = String.valueOf(directory.getFileName());
                boolean isOurs = directory.equals(ROOT) || !(name.equals("target") || name.startsWith("."));
                return isOurs ? FileVisitResult.CONTINUE : FileVisitResult.SKIP_SUBTREE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                sources.add(file);
                return FileVisitResult.CONTINUE;
            }
        });
        return sources;
    }

    @Test
    void theGuideNamesEveryStage() throws IOException {
        Set<String> stages = new TreeSet<>();
        try (var files = Files.walk(STAGES)) {
            files.map(file -> String.valueOf(file.getFileName()))
                    .filter(name -> name.matches("\\w+Stages?\\.java"))
                    .forEach(stages::add);
        }
        assertTrue(stages.size() > 9, stages::toString);
        named(GUIDE).forEach(name -> stages.remove(name.replaceFirst(".*/", "")));
        assertEquals(Set.of(), stages);
    }
}
