package io.fairstream.publish;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** After a loss of power a new file is there only if the entry of its directory was forced to disk after the file was made. */
class DiskTest {
    @TempDir
    private Path directory;

    private final List<String> forced = new ArrayList<>();

    private final Disk disk = new Disk(() -> {}) {
        @Override
        void force(Path folder) throws IOException {
            super.force(folder);
            try (var entries = Files.list(folder)) {
                entries.forEach(entry -> forced.add(directory.relativize(entry).toString()));
            }
        }
    };

    @Test
    void theEntryOfAWrittenFileIsForced() throws IOException {
        disk.write(directory.resolve("one"), new byte[1]);
        assertEquals(List.of("one"), forced);
    }

    @Test
    void bothDirectoriesOfAMovedFileAreForced() throws IOException {
        Path from = Files.writeString(
                Files.createDirectory(directory.resolve("from")).resolve("one"), "1");
        disk.move(from, Files.createDirectory(directory.resolve("to")).resolve("one"));
        assertEquals(List.of("to/one"), forced, "and the empty directory has no entry");
    }

    @Test
    void theEntriesOfNewDirectoriesAreForced() throws IOException {
        disk.makeDirectories(directory.resolve("a/b"));
        disk.makeDirectories(directory.resolve("a/b"));
        assertEquals(List.of("a", "a/b"), forced);
    }
}
