package io.fairstream.htcondor.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * Position up to which a file has been read. The file is identified independent of its name: by the id in its header,
 * which remains after a rotation, or otherwise by its first bytes.
 *
 * @param offset of the first unread byte, where an entry begins
 * @param line number of that byte's line, counted from 1
 * @param headLength number of bytes of the head
 * @param head digest of these bytes
 * @param log header of the file; null if it has none
 * @param before position in the previous file, to which a process that has not noticed the rotation may still write; or
 * null
 */
public record Position(
        long offset,
        long line,
        int headLength,
        String head,
        @Nullable LogHeader log,
        @Nullable Position before) {
    /** Maximum number of bytes for identification; logs begin with a distinct line that contains a time. */
    private static final int LONGEST_HEAD = 512;

    static final Position BEGIN = new Position(0, 1, 0, "", null, null);

    /** Returns a position in an open file. */
    static Position in(FileChannel file, Ending ending, long offset, long line) throws IOException {
        int length = (int) Math.min(file.size(), LONGEST_HEAD);
        return new Position(offset, line, length, digest(file, length), LogHeader.of(file, ending), null);
    }

    /** Returns the same position after another file; only one previous file is kept. */
    Position after(@Nullable Position earlier) {
        Position last = earlier == null || earlier.before == null ? earlier : earlier.after(null);
        return new Position(offset, line, headLength, head, log, last);
    }

    /** Returns true if a file is the one of this position; false for a removed file. */
    boolean isIn(Path file, Ending ending) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            return isIn(channel, ending);
        } catch (NoSuchFileException e) {
            return false;
        }
    }

    /** Returns true if an open file is still the one of this position. */
    boolean isIn(FileChannel file, Ending ending) throws IOException {
        if (file.size() < Math.max(offset, headLength)) {
            return false;
        }
        LogHeader mine = log;
        if (mine == null) {
            return headLength == 0 || digest(file, headLength).equals(head);
        }
        LogHeader header = LogHeader.of(file, ending);
        return header != null && header.id().equals(mine.id());
    }

    private static String digest(FileChannel file, int length) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(length);
        while (bytes.hasRemaining() && file.read(bytes, bytes.position()) >= 0) {
            // until it is full, or the file shorter than it was
        }
        bytes.flip();
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(bytes);
            return HexFormat.of().formatHex(digest.digest(), 0, 16);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
