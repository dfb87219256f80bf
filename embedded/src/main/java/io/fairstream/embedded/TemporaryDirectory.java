package io.fairstream.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Directory of this process that is deleted when it is closed. */
public record TemporaryDirectory(Path path) implements AutoCloseable {
    private static final int MAX_ROUNDS = 100;
    private static final Duration PAUSE = Duration.ofMillis(100);

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

    /** Deletes the directory with its content. Files that vanish meanwhile are ignored; new ones are deleted, too, for 10 s. */
    @Override
    public void close() {
        for (int left = MAX_ROUNDS; left > 0; left--) {
            try {
                Files.walkFileTree(path, new Deletion());
                return;
            } catch (NoSuchFileException e) {
                return;
            } catch (IOException e) {
                if (left == 1 || !(e instanceof DirectoryNotEmptyException)) {
                    throw new UncheckedIOException("temporary directory " + path + " cannot be deleted", e);
                }
                LockSupport.parkNanos(PAUSE.toNanos());
            }
        }
    }

    private static final class Deletion extends SimpleFileVisitor<Path> {
        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
            Files.deleteIfExists(file);
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
            if (failure instanceof NoSuchFileException) {
                return FileVisitResult.CONTINUE;
            }
            throw failure;
        }

        @Override
        public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException failure) throws IOException {
            Files.deleteIfExists(directory);
            return FileVisitResult.CONTINUE;
        }
    }
}
