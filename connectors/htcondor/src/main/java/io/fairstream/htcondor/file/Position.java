package io.fairstream.htcondor.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * How far a file has been read. The file is known again by how it begins, whatever it is called by then.
 *
 * @param offset of the first byte that has not been read, where an entry begins
 * @param line number of that byte's line, counted from 1
 * @param headLength how many bytes make the head, at most the offset
 * @param head digest of these bytes
 */
public record Position(long offset, long line, int headLength, String head) {
    /** Logs begin with a line of their own, with a time in it. */
    private static final int LONGEST_HEAD = 512;

    static final Position BEGIN = new Position(0, 1, 0, "");

    /** A position in an open file. */
    static Position in(FileChannel file, long offset, long line) throws IOException {
        int length = (int) Math.min(offset, LONGEST_HEAD);
        return new Position(offset, line, length, digest(file, length));
    }

    /** Whether a file is the one of this position. */
    boolean isIn(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            return isIn(channel);
        }
    }

    /** Whether an open file is, still, the one of this position. */
    boolean isIn(FileChannel file) throws IOException {
        return file.size() >= offset
                && (headLength == 0 || digest(file, headLength).equals(head));
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
