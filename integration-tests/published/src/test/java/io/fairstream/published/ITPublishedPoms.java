package io.fairstream.published;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The POMs as others read them have what Maven Central demands, and name only what they can get. */
class ITPublishedPoms {
    private static final String VERSION = System.getProperty("published.version");
    private static final Path REPOSITORY = Path.of(System.getProperty("published.repository"), "io", "fairstream");
    private static final Set<String> PUBLISHED = Set.of(
            "fairstream-bom",
            "fairstream-client",
            "fairstream-decay",
            "fairstream-embedded",
            "fairstream-http",
            "fairstream-rules",
            "fairstream-schemas");

    /** Installed beside them for this build: this module, whose artefact nobody publishes, and its parent. */
    private static final Set<String> OF_THE_BUILD = Set.of("fairstream", "fairstream-published");

    @Test
    void nothingElseIsPublished() throws IOException {
        try (Stream<Path> modules = Files.list(REPOSITORY)) {
            Set<String> names = modules.map(module -> module.getFileName().toString())
                    .filter(name -> !OF_THE_BUILD.contains(name))
                    .collect(Collectors.toSet());
            assertEquals(PUBLISHED, names);
        }
    }

    @Test
    void eachPomHasWhatCentralDemands() {
        for (String module : PUBLISHED) {
            Xml pom = pom(module);
            TreeMap<String, Set<String>> found = new TreeMap<>();
            for (String path : Set.of(
                    "groupId",
                    "artifactId",
                    "version",
                    "name",
                    "description",
                    "url",
                    "licenses/license/name",
                    "licenses/license/url",
                    "developers/developer/name",
                    "scm/connection",
                    "scm/url")) {
                found.put(path, pom.texts("/project/" + path));
            }
            found.forEach((path, texts) -> {
                assertEquals(1, texts.size(), module + ": " + path);
                assertFalse(texts.contains(""), module + ": " + path);
            });
            assertEquals(Set.of(VERSION), found.get("version"), module);
            assertEquals(Set.of("Apache-2.0"), found.get("licenses/license/name"), module);
            assertEquals(Set.of("https://fairstream.example"), found.get("url"), module);
        }
    }

    @Test
    void eachPomStandsAlone() throws IOException {
        for (String module : PUBLISHED) {
            Xml pom = pom(module);
            assertEquals(Set.of(), pom.texts("/project/parent"), module);
            assertFalse(
                    Files.readString(path(module))
                            .replace("${project.version}", "")
                            .contains("${"),
                    module);
            Set<String> ours = pom.texts("//dependency[groupId='io.fairstream']/artifactId");
            assertTrue(PUBLISHED.containsAll(ours), module + ": " + ours);
            assertEquals(Set.of(), pom.texts("//dependency[not(version)]/artifactId"), module);
            assertEquals(Set.of(), pom.texts("//dependency[scope='test']/artifactId"), module);
        }
    }

    @Test
    void theBomListsAllOthers() {
        Set<String> listed = pom("fairstream-bom").texts("/project/dependencyManagement//artifactId");
        assertEquals(
                PUBLISHED.stream()
                        .filter(name -> !name.equals("fairstream-bom"))
                        .collect(Collectors.toSet()),
                listed);
        assertEquals(Set.of("${project.version}"), pom("fairstream-bom").texts("//dependency/version"));
    }

    private static Xml pom(String module) {
        return new Xml(path(module));
    }

    private static Path path(String module) {
        return REPOSITORY.resolve(module).resolve(VERSION).resolve(module + "-" + VERSION + ".pom");
    }
}
