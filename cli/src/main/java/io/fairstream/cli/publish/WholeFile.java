package io.fairstream.cli.publish;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;

/** Files that others read while they are written anew: they see the one before or the next, never a part. */
final class WholeFile {
    private WholeFile() {}

    /** Writes it in place of the one before. */
    static void write(Path file, String text) throws IOException {
        Path directory = file.toAbsolutePath().normalize().resolveSibling("");
        Path next = Files.createTempFile(directory, "." + file.getFileName(), ".new");
        try {
            Files.writeString(next, text);
            Files.setPosixFilePermissions(next, PosixFilePermissions.fromString("rw-r--r--"));
            Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(next);
        }
    }
}
