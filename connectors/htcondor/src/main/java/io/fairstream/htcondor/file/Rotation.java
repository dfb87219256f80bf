package io.fairstream.htcondor.file;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A log and what it was called before: when it is long enough it is renamed, {@code EventLog.old}, {@code EventLog.1},
 * {@code EventLog.20240320T210525}, and begun anew. Files with a header are in the order of their headers, others in that of their last
 * modification.
 */
final class Rotation {
    private static final Pattern ENDING = Pattern.compile("old|\\d{1,9}|\\d{8}T?\\d{6}");
    private static final int MOST_LISTINGS = 10;

    private final Path file;
    private final Ending ending;

    Rotation(Path file, Ending ending) {
        this.file = file;
        this.ending = ending;
    }

    /** One file with a header. */
    record Numbered(Path file, LogHeader header) {}

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

    /** The file of a position; null if it is gone. A file may be renamed while it is looked for, to a name that was not there. */
    @Nullable
    Path find(Position position) throws IOException {
        List<Path> listed = older();
        for (int i = 0; i < MOST_LISTINGS; i++) {
            Path found = find(position, listed);
            List<Path> again = older();
            if (found != null || again.equals(listed)) {
                return found;
            }
            listed = again;
        }
        return null;
    }

    private @Nullable Path find(Position position, List<Path> older) throws IOException {
        if (position.isIn(file, ending)) {
            return file;
        }
        for (int i = older.size() - 1; i >= 0; i--) {
            if (position.isIn(older.get(i), ending)) {
                return older.get(i);
            }
        }
        return null;
    }

    /** What was written after the file of that identity, which has no header. */
    Path next(@Nullable Object identity) throws IOException {
        List<Path> older = older();
        for (int i = 0; i < older.size() - 1; i++) {
            if (identity != null && Objects.equals(identity, identity(older.get(i)))) {
                return older.get(i + 1);
            }
        }
        return file;
    }

    /** The file that was begun next after that one; null when there is none so far. */
    @Nullable
    Numbered next(LogHeader after) throws IOException {
        List<Numbered> all = numbered();
        for (Numbered each : all) {
            if (each.header().follows(after)) {
                return each;
            }
        }
        return all.stream()
                .filter(each -> each.header().isAfter(after))
                .findFirst()
                .orElse(null);
    }

    /** The oldest file, if the newest one has a header, or has nothing yet. */
    @Nullable
    Numbered oldest() throws IOException {
        boolean plain = begins(file) && header(file) == null;
        List<Numbered> all = plain ? List.of() : numbered();
        return all.isEmpty() ? null : all.get(0);
    }

    /** What the file that has the log's name says of itself; null when it has no header, or none yet. */
    @Nullable
    LogHeader header() throws IOException {
        return header(file);
    }

    /** Whether the file that has the log's name has an entry. */
    boolean begins() throws IOException {
        return begins(file);
    }

    private boolean begins(Path any) throws IOException {
        try (FileChannel channel = FileChannel.open(any, StandardOpenOption.READ)) {
            return LogHeader.first(channel, ending) != null;
        } catch (NoSuchFileException e) {
            return false;
        }
    }

    private @Nullable LogHeader header(Path any) throws IOException {
        try (FileChannel channel = FileChannel.open(any, StandardOpenOption.READ)) {
            return LogHeader.of(channel, ending);
        } catch (NoSuchFileException e) {
            return null;
        }
    }

    /** All files with a header in the order in which they were begun. A file may be renamed while they are listed. */
    private List<Numbered> numbered() throws IOException {
        List<Numbered> listed = list();
        for (int i = 1; i < MOST_LISTINGS; i++) {
            List<Numbered> again = list();
            if (again.equals(listed)) {
                break;
            }
            listed = again;
        }
        return listed;
    }

    private List<Numbered> list() throws IOException {
        List<Path> names = older();
        if (Files.exists(file)) {
            names.add(file);
        }
        List<Numbered> all = new ArrayList<>();
        for (Path each : names) {
            LogHeader header = header(each);
            if (header != null
                    && all.stream().noneMatch(known -> known.header().id().equals(header.id()))) {
                all.add(new Numbered(each, header));
            }
        }
        all.sort(Comparator.comparingLong((Numbered each) -> each.header().ctime())
                .thenComparingLong(each -> each.header().sequence()));
        return all;
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
                    addIfThere(each, found);
                }
            }
        }
        found.sort(Comparator.comparingLong(Aged::written).thenComparing(Aged::file, Comparator.reverseOrder()));
        return new ArrayList<>(found.stream().map(Aged::file).toList());
    }

    private static void addIfThere(Path file, List<Aged> found) throws IOException {
        try {
            found.add(new Aged(file, Files.getLastModifiedTime(file).toMillis()));
        } catch (NoSuchFileException e) {
            // renamed since it was listed
        }
    }

    private record Aged(Path file, long written) {}
}
