package io.fairstream.htcondor.file;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The entries of a file that grows. An entry is given out once its end is there. If the file was renamed, it is read to
 * its end before the one that took its name; if it was cut to nothing, what is unread is looked for in a copy.
 */
public final class Tail implements Closeable {
    private static final int MOST = 1 << 20;

    private final Rotation rotation;
    private final Ending ending;
    private final ByteBuffer buffer = ByteBuffer.allocate(1 << 16);
    private final @Nullable Path resumed;
    private @Nullable FileChannel channel;
    private @Nullable Object identity;
    private Position position;
    private Cutter cutter;
    private long offset;

    /**
     * Goes on where a file was left.
     *
     * @param from null to begin at the beginning
     */
    public Tail(Path file, Ending ending, @Nullable Position from) throws IOException {
        this.rotation = new Rotation(file);
        this.ending = ending;
        Path left = from == null ? null : rotation.find(from);
        this.resumed = left;
        this.position = left == null || from == null ? Position.BEGIN : from;
        this.cutter = new Cutter(ending, position.offset(), position.line());
        if (left != null) {
            open(left, position);
        }
    }

    /** The file in which it goes on, whatever it is called now; null when it begins at the beginning. */
    public @Nullable Path resumed() {
        return resumed;
    }

    /**
     * Reads on: at most about a mebibyte, so that the caller can keep the position from time to time.
     *
     * @return whether there was anything; if not, everything that is written so far was read
     */
    public boolean read(Consumer<Piece> pieces) throws IOException {
        if (channel == null && !Files.exists(rotation.file())) {
            return false;
        }
        FileChannel open = channel == null ? open(rotation.file(), Position.BEGIN) : channel;
        if (!position.isIn(open) || open.size() < offset) {
            emptied(pieces);
            return true;
        }
        if (readOn(open, pieces)) {
            return true;
        }
        if (Objects.equals(identity, Rotation.identity(rotation.file())) || !Files.exists(rotation.file())) {
            return false;
        }
        if (!readOn(open, pieces)) {
            cutter.finish(pieces);
            open(rotation.next(identity), Position.BEGIN);
        }
        return true;
    }

    /** The file was cut to nothing; what was in it may have been copied before. */
    private void emptied(Consumer<Piece> pieces) throws IOException {
        Path copy = rotation.find(position);
        if (copy == null || copy.equals(rotation.file())) {
            cutter.finish(pieces);
            open(rotation.file(), Position.BEGIN);
        } else {
            open(copy, position);
        }
    }

    private FileChannel open(Path file, Position from) throws IOException {
        close();
        FileChannel opened = FileChannel.open(file, StandardOpenOption.READ);
        channel = opened;
        identity = Rotation.identity(file);
        position = from;
        offset = from.offset();
        cutter = new Cutter(ending, from.offset(), from.line());
        return opened;
    }

    private boolean readOn(FileChannel open, Consumer<Piece> pieces) throws IOException {
        long begin = offset;
        while (offset - begin < MOST) {
            buffer.clear();
            int length = open.read(buffer, offset);
            if (length <= 0) {
                break;
            }
            cutter.cut(buffer.array(), length, pieces);
            offset += length;
        }
        if (offset > begin) {
            position = Position.in(open, cutter.end(), cutter.endLine());
        }
        return offset > begin;
    }

    /** After the last entry that was given out. */
    public Position position() {
        return position;
    }

    @Override
    public void close() throws IOException {
        FileChannel open = channel;
        channel = null;
        if (open != null) {
            open.close();
        }
    }
}
