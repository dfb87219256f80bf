package io.fairstream.cli.options;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Opens files that the user names for reading. Rejects a directory, which Java would open like a file and fail to read without naming
 * it.
 */
public final class NamedFile {
    private NamedFile() {}

    /** Opens the file. */
    public static InputStream open(Path file) throws IOException {
        requireFile(file);
        return Files.newInputStream(file);
    }

    /** Throws if the file is a directory. */
    public static void requireFile(Path file) throws IOException {
        if (Files.isDirectory(file)) {
            throw new FileSystemException(file.toString(), null, "a directory (expected: a file)");
        }
    }
}
