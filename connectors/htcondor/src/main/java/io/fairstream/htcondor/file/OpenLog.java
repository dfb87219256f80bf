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

/** An open file of a log, independent of renames, with the current position. */
final class OpenLog implements Closeable {
    private static final int MOST = 1 << 20;

    private final Path opened;
    private final FileChannel channel;
    private final @Nullable Object identity;
    private final Ending ending;
    private final EntrySplitter splitter;
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
        this.splitter = new EntrySplitter(ending, from.offset(), from.line());
    }

    /** Opens the file of that name; if it is renamed meanwhile, opens the new file of that name. */
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

    /** Returns the path of the log when it was opened. */
    Path opened() {
        return opened;
    }

    @Nullable
    Object identity() {
        return identity;
    }

    /** Returns the header of the log; null if there is none. */
    @Nullable
    LogHeader header() throws IOException {
        return LogHeader.of(channel, ending);
    }

    /** Returns true if the part that was read is still in the file. */
    boolean isWhole() throws IOException {
        return channel.size() >= offset && position.isIn(channel, ending);
    }

    /** Reads at most about a mebibyte; returns false if there was nothing. */
    boolean readOn(Consumer<RawEntry> pieces) throws IOException {
        long begin = offset;
        while (offset - begin < MOST) {
            buffer.clear();
            int length = channel.read(buffer, offset);
            if (length <= 0) {
                break;
            }
            splitter.cut(buffer.array(), length, pieces);
            offset += length;
        }
        if (offset > begin) {
            position = Position.in(channel, ending, splitter.end(), splitter.endLine());
        }
        return offset > begin;
    }

    /** Ends the file: an incomplete entry is truncated. */
    void finish(Consumer<RawEntry> pieces) throws IOException {
        splitter.finish(pieces);
        position = Position.in(channel, ending, offset, splitter.endLine());
    }

    /** Returns the number of bytes read, including those of an incomplete entry. */
    long offset() {
        return offset;
    }

    /** Returns the position after the last entry passed on. */
    Position position() {
        return position;
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
