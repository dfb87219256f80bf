package io.fairstream.cli.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The table of {@code docs/dependencies.md}, and places that name the version, say what the POMs say. */
class DependenciesTest {
    private static final Pattern ROW =
            Pattern.compile("^\\| `([^`]+)` \\| [^|]+ \\| [^|]+ \\| ([\\d.]+) \\|$", Pattern.MULTILINE);
    private static final Pattern DEPENDENCY = Pattern.compile("(?s)<dependency>(.*?)</dependency>");
    private static final Pattern ARTIFACT = Pattern.compile("<artifactId>(.*?)</artifactId>");
    private static final Pattern OF_BUILDS = Pattern.compile("(?s)<dependencyManagement>.*?</dependencyManagement>"
            + "|<plugins>.*?</plugins>|<profiles>.*?</profiles>");
    private static final Pattern VERSION = Pattern.compile("\\b0\\.\\d+\\.\\d+(?:-SNAPSHOT)?\\b");
    private static final Set<String> NOT_SHIPPED =
            Set.of("integration-tests", "test-support", "dist", "bom", "examples");

    private final String page = Files.readString(ProjectFiles.ROOT.resolve("docs/dependencies.md"));

    DependenciesTest() throws IOException {}

    @Test
    void thePageListsEachDirectDependency() throws IOException {
        Set<String> direct = new TreeSet<>();
        for (Path pom : ProjectFiles.endingWith("pom.xml")) {
            Path module = ProjectFiles.ROOT.relativize(pom);
            if (!NOT_SHIPPED.contains(module.getName(0).toString())) {
                DEPENDENCY
                        .matcher(OF_BUILDS.matcher(Files.readString(pom)).replaceAll(""))
                        .results()
                        .map(found -> found.group(1))
                        .filter(text -> !text.contains("<scope>test<") && !text.contains(">io.fairstream<"))
                        .forEach(text -> direct.add(artifact(text)));
            }
        }
        assertEquals(direct, rows().keySet());
    }

    @Test
    void thePageHasTheSizeOfEachJar() throws IOException {
        Map<String, Double> sizes = new TreeMap<>();
        List<String> classPath = Pattern.compile(File.pathSeparator)
                .splitAsStream(System.getProperty("java.class.path"))
                .toList();
        for (String name : classPath) {
            Path jar = Path.of(name);
            int names = jar.getNameCount();
            if (name.endsWith(".jar") && names > 2) {
                sizes.put(jar.getName(names - 3).toString(), Math.ceil(Files.size(jar) / 1e5) / 10);
            }
        }
        Map<String, Double> rows = rows();
        sizes.keySet().retainAll(rows.keySet());
        assertEquals(sizes, rows);
    }

    @Test
    void pagesNameTheVersionOfTheBuild() throws IOException {
        String pom = Files.readString(ProjectFiles.ROOT.resolve("pom.xml"));
        Matcher version =
                Pattern.compile("<release.version>(.*?)</release.version>").matcher(pom);
        assertTrue(version.find());
        for (String file : Set.of("embedded/README.md", "examples/negotiator-java/pom.xml")) {
            String text = Files.readString(ProjectFiles.ROOT.resolve(file));
            Set<String> named =
                    VERSION.matcher(text).results().map(MatchResult::group).collect(Collectors.toSet());
            assertEquals(Set.of(version.group(1)), named, file);
        }
        assertTrue(Files.readString(ProjectFiles.ROOT.resolve("docs/install.md"))
                .contains("newTag: \"" + version.group(1) + "\""));
        assertTrue(Files.readString(ProjectFiles.ROOT.resolve("CHANGELOG.md"))
                .startsWith("# Changelog\n\n## " + version.group(1)));
    }

    private Map<String, Double> rows() {
        return ROW.matcher(page)
                .results()
                .collect(Collectors.toMap(
                        row -> row.group(1), row -> Double.valueOf(row.group(2)), (a, b) -> a, TreeMap::new));
    }

    private static String artifact(String dependency) {
        Matcher artifact = ARTIFACT.matcher(dependency);
        assertTrue(artifact.find(), dependency);
        return artifact.group(1);
    }
}
