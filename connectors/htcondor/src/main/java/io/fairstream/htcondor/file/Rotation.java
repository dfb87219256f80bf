package io.fairstream.htcondor.file;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A log and what it was called before: when it is long enough it is renamed, {@code EventLog.old}, {@code EventLog.1},
 * {@code EventLog.20240320T210525}, and begun anew.
 */
final class Rotation {
    private static final Pattern ENDING = Pattern.compile("old|\\d{1,9}|\\d{8}T?\\d{6}");

    private final Path file;

    Rotation(Path file) {
        this.file = file;
    }

    Path file() {
        return file;
    }

    /** Names the file itself, not its name; null where files have no such thing, or there is no file. */
    static @Nullable Object identity(Path file) throws IOException {
        try {
            return Files.readAttributes(file, BasicFileAttributes.class).fileKey();
        } catch (NoSuchFileException e) {
            return null;
        }
    }

    /** The file of a position; null if it is gone. */
    @Nullable
    Path find(Position position) throws IOException {
        if (Files.exists(file) && position.isIn(file)) {
            return file;
        }
        List<Path> older = older();
        for (int i = older.size() - 1; i >= 0; i--) {
            if (position.isIn(older.get(i))) {
                return older.get(i);
            }
        }
        return null;
    }

    /** What was written after the file of that identity. */
    Path next(@Nullable Object identity) throws IOException {
        List<Path> older = older();
        for (int i = 0; i < older.size() - 1; i++) {
            if (identity != null && Objects.equals(identity, identity(older.get(i)))) {
                return older.get(i + 1);
            }
        }
        return file;
    }

    /** The rotated files, the one last written to last. */
    private List<Path> older() throws IOException {
        Path directory = Objects.requireNonNull(file.toAbsolutePath().getParent());
        String prefix = file.getFileName() + ".";
        List<Aged> found = new ArrayList<>();
        try (DirectoryStream<Path> names = Files.newDirectoryStream(directory)) {
            for (Path each : names) {
                String name = each.getFileName().toString();
                if (name.startsWith(prefix)
                        && ENDING.matcher(name.substring(prefix.length())).matches()) {
                    found.add(new Aged(each, Files.getLastModifiedTime(each).toMillis()));
                }
            }
        }
        found.sort(Comparator.comparingLong(Aged::written).thenComparing(Aged::file, Comparator.reverseOrder()));
        return found.stream().map(Aged::file).toList();
    }

    private record Aged(Path file, long written) {}
}
