package io.fairstream.htcondor.file;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One file of a log while it is open, whatever it is called by now, and how far it was read. */
final class OpenLog implements Closeable {
    private static final int MOST = 1 << 20;

    private final Path opened;
    private final FileChannel channel;
    private final @Nullable Object identity;
    private final Ending ending;
    private final Cutter cutter;
    private final ByteBuffer buffer = ByteBuffer.allocate(1 << 16);
    private Position position;
    private long offset;

    private OpenLog(Path opened, FileChannel channel, @Nullable Object identity, Ending ending, Position from) {
        this.opened = opened;
        this.channel = channel;
        this.identity = identity;
        this.ending = ending;
        this.position = from;
        this.offset = from.offset();
        this.cutter = new Cutter(ending, from.offset(), from.line());
    }

    /** Opens the file of that name; if it is renamed meanwhile, the one that has the name then. */
    static OpenLog open(Path file, Ending ending, Position from) throws IOException {
        while (true) {
            Object before = Rotation.identity(file);
            FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
            Object after;
            try {
                after = Rotation.identity(file);
            } catch (IOException e) {
                channel.close();
                throw e;
            }
            if (Objects.equals(before, after)) {
                Position begin = from.equals(Position.BEGIN) ? Position.in(channel, ending, 0, 1) : from.after(null);
                return new OpenLog(file, channel, after, ending, begin);
            }
            channel.close();
        }
    }

    /** Path of the log when it was opened. */
    Path opened() {
        return opened;
    }

    @Nullable
    Object identity() {
        return identity;
    }

    /** Header of the log; null when there is none. */
    @Nullable
    LogHeader header() throws IOException {
        return LogHeader.of(channel, ending);
    }

    /** True if the part that was read is still there. */
    boolean isWhole() throws IOException {
        return channel.size() >= offset && position.isIn(channel, ending);
    }

    /** Reads at most about a mebibyte; false when there was nothing. */
    boolean readOn(Consumer<Piece> pieces) throws IOException {
        long begin = offset;
        while (offset - begin < MOST) {
            buffer.clear();
            int length = channel.read(buffer, offset);
            if (length <= 0) {
                break;
            }
            cutter.cut(buffer.array(), length, pieces);
            offset += length;
        }
        if (offset > begin) {
            position = Position.in(channel, ending, cutter.end(), cutter.endLine());
        }
        return offset > begin;
    }

    /** Nothing follows: what is left is cut off. */
    void finish(Consumer<Piece> pieces) throws IOException {
        cutter.finish(pieces);
        position = Position.in(channel, ending, offset, cutter.endLine());
    }

    /** Number of bytes that were read, if only as the begin of an entry. */
    long offset() {
        return offset;
    }

    /** After the last entry that was given out. */
    Position position() {
        return position;
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
