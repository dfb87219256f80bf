package io.fairstream.cli.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The arrows between the folders of the project, such as {@code connectors}, as the main sources' imports draw them. */
class FoldersTest {
    private static final Pattern PACKAGE = Pattern.compile("^package ([\\w.]+);", Pattern.MULTILINE);
    private static final Pattern MODULES = Pattern.compile("## Modules\n\n((?:- .*\n)+)");
    private static final Pattern CODE = Pattern.compile("`([^`]+)`");
    private static final Pattern IMPORT =
            Pattern.compile("^import (?:static )?(io\\.fairstream(?:\\.[a-z]\\w*)*)\\.[A-Z]", Pattern.MULTILINE);

    @Test
    void foldersFormNoCircle() throws IOException {
        Map<String, Set<String>> arrows = arrows();
        assertTrue(arrows.getOrDefault("cli", Set.of()).containsAll(Set.of("schemas", "connectors")), arrows::toString);
        assertTrue(arrows.getOrDefault("topology", Set.of()).contains("schemas"), arrows::toString);
        assertEquals(Map.of(), inCircles(arrows));
    }

    /** The names before the colon of each line; after the first one, a name may be of the same folder. */
    @Test
    void theGuideNamesEachModuleAndNoOther() throws IOException {
        String guide = Files.readString(ProjectFiles.ROOT.resolve("ARCHITECTURE.md"));
        Set<Path> named = new TreeSet<>();
        for (String line : names(MODULES, guide).get(0).lines().toList()) {
            Path folder = Path.of("");
            for (String name : names(CODE, line.substring(0, line.indexOf(": ")))) {
                Path module = Files.isDirectory(ProjectFiles.ROOT.resolve(folder.resolve(name)))
                        ? folder.resolve(name)
                        : Path.of(name);
                assertTrue(Files.isDirectory(ProjectFiles.ROOT.resolve(module)), line);
                named.add(module);
                Path parent = module.getParent();
                folder = parent == null ? folder : parent;
            }
        }
        Set<Path> built = new TreeSet<>(Set.of(Path.of("docker")));
        for (Path pom : ProjectFiles.endingWith("pom.xml")) {
            if (!Files.readString(pom).contains("<modules>")) {
                built.add(ProjectFiles.ROOT.relativize(pom.getParent()));
            }
        }
        assertEquals(built, named);
    }

    @Test
    void aCircleIsFound() {
        Map<String, Set<String>> arrows =
                Map.of("a", Set.of("b"), "b", Set.of("c"), "c", Set.of("b"), "d", Set.of("e"));
        assertEquals(Map.of("a", Set.of("b"), "b", Set.of("c"), "c", Set.of("b")), inCircles(arrows));
    }

    /** Returns the arrows that are left after the folders that need no other were removed again and again. */
    private static Map<String, Set<String>> inCircles(Map<String, Set<String>> arrows) {
        Map<String, Set<String>> left = new TreeMap<>();
        arrows.forEach((from, to) -> left.put(from, new TreeSet<>(to)));
        boolean removed = true;
        while (removed) {
            left.values().forEach(to -> to.retainAll(left.keySet()));
            removed = left.values().removeIf(Set::isEmpty);
        }
        return left;
    }

    private static Map<String, Set<String>> arrows() throws IOException {
        Map<Path, String> sources = new HashMap<>();
        Map<String, String> folders = new HashMap<>();
        for (Path file : ProjectFiles.endingWith(".java")) {
            Path place = ProjectFiles.ROOT.relativize(file);
            if (place.toString().contains("src/main/java")) {
                String source = Files.readString(file);
                sources.put(place, source);
                names(PACKAGE, source).forEach(name -> folders.put(name, folder(place)));
            }
        }
        Map<String, Set<String>> arrows = new TreeMap<>();
        sources.forEach((place, source) -> names(IMPORT, source).stream()
                .map(folders::get)
                .filter(to -> to != null && !to.equals(folder(place)))
                .forEach(to -> arrows.computeIfAbsent(folder(place), from -> new TreeSet<>())
                        .add(to)));
        return arrows;
    }

    private static String folder(Path place) {
        return place.getName(0).toString();
    }

    private static List<String> names(Pattern pattern, String source) {
        return pattern.matcher(source)
                .results()
                .map((MatchResult found) -> found.group(1))
                .toList();
    }
}
