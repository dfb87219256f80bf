package io.fairstream.benchmarks;

import io.fairstream.schemas.Topic;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Map;
import java.util.stream.Stream;

/** Parts that several measurements need. */
final class Parts {
    private Parts() {}

    /** The request to start an application that is to read a topic. */
    static String[] start(String kind, Topic<?> input, Map<String, String> entries) {
        return request(kind + Child.SEPARATOR + input.name(), entries);
    }

    /** A request with settings. */
    static String[] request(String words, Map<String, String> entries) {
        return Stream.concat(
                        Stream.of(words),
                        entries.entrySet().stream().map(entry -> entry.getKey() + "=" + entry.getValue()))
                .toArray(String[]::new);
    }

    /** Deletes a directory with all that is in it, if it is there. */
    static void delete(Path directory) throws IOException {
        if (!Files.exists(directory)) {
            return;
        }
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }

    /** Bytes of all files in a directory. */
    static long size(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(Files::isRegularFile).mapToLong(Parts::fileSize).sum();
        }
    }

    private static long fileSize(Path file) {
        try {
            return Files.size(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
