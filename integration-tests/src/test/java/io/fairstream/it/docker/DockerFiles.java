package io.fairstream.it.docker;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;

/** Where things are in the repository. */
final class DockerFiles {
    private static final Path ROOT =
            Path.of(System.getProperty("basedir", ""), "..").toAbsolutePath().normalize();

    static final Path FOLDER = ROOT.resolve("docker");
    static final Path COMPOSE = FOLDER.resolve("compose.yaml");
    static final Path RECIPE = FOLDER.resolve("Dockerfile");
    static final Path KEPT = FOLDER.resolve("Dockerfile.dockerignore");
    static final Path BUILD = ROOT.resolve("pom.xml");
    static final Path SETTINGS = FOLDER.resolve("fairstream.properties");
    static final Path BUILT = ROOT.resolve("cli").resolve("target");

    private DockerFiles() {}

    static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Map<String, String> properties(Path file) {
        Properties properties = new Properties();
        try (var reader = Files.newBufferedReader(file)) {
            properties.load(reader);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Map<String, String> entries = new TreeMap<>();
        properties.stringPropertyNames().forEach(name -> entries.put(name, properties.getProperty(name)));
        return entries;
    }
}
