package io.fairstream.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;

/**
 * Directory of this process. {@link #close} marks it and its files; the JVM deletes them when it ends. Some file systems create files
 * slowly for a minute after others were deleted, so deleting at once would slow down a process that starts many brokers.
 */
public record TemporaryDirectory(Path path) implements AutoCloseable {
    public static TemporaryDirectory create() {
        try {
            return new TemporaryDirectory(Files.createTempDirectory("fairstream-"));
        } catch (IOException e) {
            throw new EmbeddedException(
                    "java.io.tmpdir: " + System.getProperty("java.io.tmpdir")
                            + " (expected: a directory that can be written to): " + e,
                    e);
        }
    }

    @Override
    public void close() {
        try {
            Files.walkFileTree(path, new Marking());
        } catch (IOException e) {
            throw new UncheckedIOException("temporary directory " + path + " cannot be read", e);
        }
    }

    /** Java deletes in reverse order: the files first, then their directory. */
    private static final class Marking extends SimpleFileVisitor<Path> {
        @Override
        public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
            directory.toFile().deleteOnExit();
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            file.toFile().deleteOnExit();
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
            if (failure instanceof NoSuchFileException) {
                return FileVisitResult.CONTINUE;
            }
            throw failure;
        }
    }
}
