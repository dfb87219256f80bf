package io.fairstream.cli.options;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A file that the user names for reading. A directory opens like a file and fails at the first byte, without its name. */
public final class NamedFile {
    private NamedFile() {}

    /** Opens the file. */
    public static InputStream open(Path file) throws IOException {
        requireFile(file);
        return Files.newInputStream(file);
    }

    /** Refuses a directory. */
    public static void requireFile(Path file) throws IOException {
        if (Files.isDirectory(file)) {
            throw new FileSystemException(file.toString(), null, "a directory (expected: a file)");
        }
    }
}
