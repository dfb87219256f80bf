package io.fairstream.htcondor.file;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reader of the entries of a growing log. An entry is passed on when it is complete. A renamed file is read to its end before
 * the next one. If a file was truncated to nothing, unread entries are read from a copy. Unread entries that no longer exist are
 * reported as a {@link LostRange}.
 *
 * <p>If the files are numbered by HTCondor's header, the log begins with the oldest one, and no file is skipped without a report.
 * Without headers it begins with the file that has the log's name.
 */
public final class LogTailer implements Closeable {
    private static final int MAX_TRIES = 100;

    private final Rotation rotation;
    private final Ending ending;
    private final Consumer<LostRange> gaps;
    private final @Nullable Path resumed;
    private final Path beginning;
    private @Nullable OpenLog current;
    private @Nullable OpenLog before;

    /**
     * Continues a log at a position.
     *
     * @param from null to begin at the beginning
     * @param gaps receives removed parts, also during {@link #read}
     */
    public LogTailer(Path file, Ending ending, @Nullable Position from, Consumer<LostRange> gaps) throws IOException {
        this.rotation = new Rotation(file, ending);
        this.ending = ending;
        this.gaps = gaps;
        Path left = from == null ? null : rotation.find(from);
        this.resumed = left;
        this.current = left == null || from == null ? begin(from) : OpenLog.open(left, ending, from);
        this.beginning = current == null ? file : current.opened();
        Position earlier = from == null ? null : from.before();
        Path past = earlier == null ? null : rotation.find(earlier);
        this.before = earlier == null || past == null ? null : OpenLog.open(past, ending, earlier);
    }

    /** Opens the oldest numbered file, or the first one after a removed position; null if there is none. */
    private @Nullable OpenLog begin(@Nullable Position gone) throws IOException {
        LogHeader last = gone == null ? null : gone.log();
        for (int i = 0; i < MAX_TRIES; i++) {
            Rotation.Next next = last == null ? new Rotation.Next(rotation.oldest(), true) : rotation.next(last);
            Rotation.Numbered first = next.file();
            OpenLog opened = first == null ? null : open(first);
            if (first == null ? !next.isCertain() : opened == null) {
                continue;
            }
            if (gone != null && last != null && first != null) {
                tellGap(first, last, gone.offset());
            } else if (gone != null) {
                gaps.accept(new LostRange(name(rotation.file()), -1, "the file that was read before no longer exists"));
            }
            return opened;
        }
        throw new IOException(rotation.file() + ": the log rotates faster than it can be opened");
    }

    /** Returns the current path of the file in which reading continues; null if it begins at the beginning of one. */
    public @Nullable Path resumed() {
        return resumed;
    }

    /** Returns the file that is read first. */
    public Path beginning() {
        return beginning;
    }

    /**
     * Reads at most about a mebibyte, so that the caller can save the position from time to time.
     *
     * @return false if there was nothing to read
     */
    public boolean read(Consumer<RawEntry> pieces) throws IOException {
        OpenLog late = before;
        if (late != null && late.readOn(pieces)) {
            return true;
        }
        OpenLog open = current;
        if (open == null) {
            if (!Files.exists(rotation.file())) {
                return false;
            }
            open = OpenLog.open(rotation.file(), ending, Position.BEGIN);
            current = open;
        }
        if (!open.isWhole()) {
            emptied(open, pieces);
            return true;
        }
        if (open.readOn(pieces)) {
            return true;
        }
        if (Objects.equals(open.identity(), Rotation.identity(rotation.file()))) {
            return false;
        }
        return open.readOn(pieces) || moveOn(open, pieces);
    }

    /** Opens the next file, after the current one was renamed and read to its end. */
    private boolean moveOn(OpenLog last, Consumer<RawEntry> pieces) throws IOException {
        LogHeader header = last.header();
        OpenLog next = header == null ? nextUnnumbered(last) : nextNumbered(header, last.offset());
        if (next == null) {
            return false;
        }
        last.finish(pieces);
        if (before != null) {
            before.close();
        }
        before = header == null ? null : last;
        if (header == null) {
            last.close();
        }
        current = next;
        return true;
    }

    private @Nullable OpenLog nextUnnumbered(OpenLog last) throws IOException {
        if (!Files.exists(rotation.file())) {
            return null;
        }
        return OpenLog.open(rotation.next(last.identity()), ending, Position.BEGIN);
    }

    private @Nullable OpenLog nextNumbered(LogHeader last, long read) throws IOException {
        Rotation.Next found = rotation.next(last);
        Rotation.Numbered next = found.file();
        if (next != null) {
            OpenLog opened = open(next);
            if (opened != null) {
                tellGap(next, last, read);
            }
            return opened;
        }
        LogHeader newest = rotation.header();
        boolean isOther = newest == null ? rotation.isPlain() : !newest.id().equals(last.id()) && !newest.isAfter(last);
        if (!isOther || !found.isCertain()) {
            return null;
        }
        gaps.accept(
                new LostRange(name(rotation.file()), -1, "this file does not continue the one that was read before"));
        return OpenLog.open(rotation.file(), ending, Position.BEGIN);
    }

    /** Opens a file; null if it was renamed meanwhile, so that it must be found again. */
    private @Nullable OpenLog open(Rotation.Numbered file) throws IOException {
        OpenLog opened;
        try {
            opened = OpenLog.open(file.file(), ending, Position.BEGIN);
        } catch (NoSuchFileException e) {
            return null;
        }
        LogHeader header = opened.header();
        if (header != null && header.id().equals(file.header().id())) {
            return opened;
        }
        opened.close();
        return null;
    }

    private void tellGap(Rotation.Numbered next, LogHeader last, long read) {
        LogHeader header = next.header();
        if (header.sequence() > last.sequence() && header.offset() >= 0 && last.offset() >= 0) {
            long bytes = header.offset() - last.offset() - read;
            if (bytes > 0) {
                long files = header.sequence() - last.sequence() - 1;
                gaps.accept(new LostRange(name(next.file()), bytes, reason(files)));
            }
        } else {
            gaps.accept(
                    new LostRange(name(next.file()), -1, "the sequence numbers of the files restarted or are missing"));
        }
    }

    private static String reason(long files) {
        String more = files == 0 ? "" : files == 1 ? " and one complete file" : " and " + files + " complete files";
        return "the rest of a file" + more + " were rotated away before they were read";
    }

    /** Handles a file that was truncated to nothing; its content may have been copied before. */
    private void emptied(OpenLog open, Consumer<RawEntry> pieces) throws IOException {
        Position position = open.position();
        Path copy = rotation.find(position);
        if (copy == null || copy.equals(rotation.file())) {
            open.finish(pieces);
            open.close();
            gaps.accept(new LostRange(
                    name(rotation.file()), -1, "the file was truncated or overwritten after byte " + open.offset()));
            current = OpenLog.open(rotation.file(), ending, Position.BEGIN);
            return;
        }
        try {
            current = OpenLog.open(copy, ending, position);
            open.close();
        } catch (NoSuchFileException e) {
            // The copy was renamed meanwhile: the next call finds it again.
            current = open;
        }
    }

    private static String name(Path file) {
        return String.valueOf(file.getFileName());
    }

    /** Returns the position after the last entry passed on. */
    public Position position() {
        OpenLog open = current;
        Position now = open == null ? Position.BEGIN : open.position();
        return now.after(before == null ? null : before.position());
    }

    @Override
    public void close() throws IOException {
        if (before != null) {
            before.close();
        }
        if (current != null) {
            current.close();
        }
        before = null;
        current = null;
    }
}
