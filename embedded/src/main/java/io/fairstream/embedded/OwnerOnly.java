package io.fairstream.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;

/** Directories and files that only their owner can read, because events name people. No effect on file systems without permissions. */
final class OwnerOnly {
    private OwnerOnly() {}

    /** Creates a directory; an existing directory with content may be meant for others, too, and keeps its permissions. */
    static void newDirectory(Path directory) throws IOException {
        Files.createDirectories(directory);
        try (var files = Files.list(directory)) {
            if (files.findAny().isEmpty()) {
                permit(directory, "rwx------");
            }
        }
    }

    /** Creates a directory for this application only. */
    static void directory(Path directory) throws IOException {
        Files.createDirectories(directory);
        permit(directory, "rwx------");
    }

    static void file(Path file) throws IOException {
        permit(file, "rw-------");
    }

    private static void permit(Path path, String permissions) throws IOException {
        if (Files.getFileStore(path).supportsFileAttributeView(PosixFileAttributeView.class)) {
            Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(permissions));
        }
    }
}
