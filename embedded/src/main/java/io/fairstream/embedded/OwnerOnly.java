package io.fairstream.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;

/** Directories and files that only their owner can read: events name people. Without effect where a file system has no permissions. */
final class OwnerOnly {
    private OwnerOnly() {}

    /** Makes a directory; one that holds something already may be meant for others, too, and stays as it is. */
    static void newDirectory(Path directory) throws IOException {
        Files.createDirectories(directory);
        try (var files = Files.list(directory)) {
            if (files.findAny().isEmpty()) {
                permit(directory, "rwx------");
            }
        }
    }

    /** Makes a directory that only we use. */
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
