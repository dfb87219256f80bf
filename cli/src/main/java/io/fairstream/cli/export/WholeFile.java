package io.fairstream.cli.export;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;

/** Replaces files atomically, also at a loss of power: readers see the previous or the new content, never a part. */
final class WholeFile {
    private WholeFile() {}

    /** Writes a file in place of the previous one. */
    static void write(Path file, String text) throws IOException {
        Path directory = file.toAbsolutePath().normalize().resolveSibling("");
        Path next = Files.createTempFile(directory, "." + file.getFileName(), ".new");
        try {
            Files.writeString(next, text, StandardOpenOption.WRITE, StandardOpenOption.SYNC);
            Files.setPosixFilePermissions(next, PosixFilePermissions.fromString("rw-r--r--"));
            Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(next);
        }
    }
}
