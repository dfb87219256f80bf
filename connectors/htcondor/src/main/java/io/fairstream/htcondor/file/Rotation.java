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
 * A log and its rotated files. When the log is long enough it is renamed, to {@code EventLog.old}, {@code EventLog.1}
 * or {@code EventLog.20240320T210525}, and a new one is begun. Files with a header are ordered by it, others by their
 * last modification.
 */
final class Rotation {
    private static final Pattern ENDING = Pattern.compile("old|\\d{1,9}|\\d{8}T?\\d{6}");
    private static final int MAX_LISTINGS = 10;
    private static final int MAX_TRIES = 1000;

    private final Path file;
    private final Ending ending;

    Rotation(Path file, Ending ending) {
        this.file = file;
        this.ending = ending;
    }

    record Numbered(Path file, LogHeader header) {}

    Path file() {
        return file;
    }

    /** Returns the identity of a file, independent of its name; null if the file system has none, or the file does not exist. */
    static @Nullable Object identity(Path file) throws IOException {
        try {
            return Files.readAttributes(file, BasicFileAttributes.class).fileKey();
        } catch (NoSuchFileException e) {
            return null;
        }
    }

    /**
     * Returns the file of a position; null if it is gone. The search is repeated if files are renamed meanwhile.
     *
     * @throws IOException if files are renamed faster than they can be listed
     */
    @Nullable
    Path find(Position position) throws IOException {
        List<Rotated> listed = older();
        for (int i = 0; i < MAX_TRIES; i++) {
            Path found = find(position, listed);
            List<Rotated> again = older();
            if (found != null || again.equals(listed)) {
                return found;
            }
            listed = again;
        }
        throw tooFast();
    }

    private IOException tooFast() {
        return new IOException(file + ": the log rotates faster than its files can be listed");
    }

    private @Nullable Path find(Position position, List<Rotated> older) throws IOException {
        if (position.isIn(file, ending)) {
            return file;
        }
        for (int i = older.size() - 1; i >= 0; i--) {
            if (position.isIn(older.get(i).file(), ending)) {
                return older.get(i).file();
            }
        }
        return null;
    }

    /** Returns the file written after the file of this identity; for files without headers. */
    Path next(@Nullable Object identity) throws IOException {
        List<Rotated> older = older();
        for (int i = 0; i < older.size() - 1; i++) {
            if (identity != null && identity.equals(older.get(i).identity())) {
                return older.get(i + 1).file();
            }
        }
        return file;
    }

    /**
     * Next file after another: the one that was begun next, or, if that one is gone, the first remaining one after it; null if
     * there is none yet. If files are renamed faster than they are listed, the result is uncertain and the search must be
     * repeated.
     */
    record Next(@Nullable Numbered file, boolean isCertain) {}

    Next next(LogHeader after) throws IOException {
        Listing listing = numbered();
        for (Numbered each : listing.files()) {
            if (each.header().follows(after)) {
                return new Next(each, true);
            }
        }
        Numbered later = listing.files().stream()
                .filter(each -> listing.isWhole() && each.header().isAfter(after))
                .findFirst()
                .orElse(null);
        return new Next(later, listing.isWhole());
    }

    /**
     * Returns the oldest file, if the newest one has a header, or is empty; null if there is none.
     *
     * @throws IOException if files are renamed faster than they can be listed
     */
    @Nullable
    Numbered oldest() throws IOException {
        if (isPlain()) {
            return null;
        }
        for (int i = 0; i < MAX_TRIES; i++) {
            Listing listing = numbered();
            if (listing.isWhole()) {
                return listing.files().isEmpty() ? null : listing.files().get(0);
            }
        }
        throw tooFast();
    }

    /** Returns the header of the file with the log's name; null if it has none, or none yet. */
    @Nullable
    LogHeader header() throws IOException {
        return header(file);
    }

    /** Returns true if the file with the log's name begins with an entry that is not a header. */
    boolean isPlain() throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            return LogHeader.first(channel, ending) != null && LogHeader.of(channel, ending) == null;
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

    /**
     * Files with a header in the order of their creation. A file that is renamed during the listing may be missed: two
     * equal listings are complete.
     */
    private record Listing(List<Numbered> files, boolean isWhole) {}

    private Listing numbered() throws IOException {
        List<Numbered> listed = list();
        for (int i = 1; i < MAX_LISTINGS; i++) {
            List<Numbered> again = list();
            if (again.equals(listed)) {
                return new Listing(listed, true);
            }
            listed = again;
        }
        return new Listing(listed, false);
    }

    private List<Numbered> list() throws IOException {
        List<Path> names = new ArrayList<>(older().stream().map(Rotated::file).toList());
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

    /** Returns the rotated files, the last written one last. */
    private List<Rotated> older() throws IOException {
        Path directory = Objects.requireNonNull(file.toAbsolutePath().getParent());
        String prefix = file.getFileName() + ".";
        List<Rotated> found = new ArrayList<>();
        try (DirectoryStream<Path> names = Files.newDirectoryStream(directory)) {
            for (Path each : names) {
                String name = each.getFileName().toString();
                if (name.startsWith(prefix)
                        && ENDING.matcher(name.substring(prefix.length())).matches()) {
                    addIfThere(each, found);
                }
            }
        }
        found.sort(Comparator.comparingLong(Rotated::written).thenComparing(Rotated::file, Comparator.reverseOrder()));
        return found;
    }

    private static void addIfThere(Path file, List<Rotated> found) throws IOException {
        try {
            BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
            found.add(new Rotated(
                    file, attributes.fileKey(), attributes.lastModifiedTime().toMillis()));
        } catch (NoSuchFileException e) {
            // renamed after the listing
        }
    }

    private record Rotated(Path file, @Nullable Object identity, long written) {}
}
