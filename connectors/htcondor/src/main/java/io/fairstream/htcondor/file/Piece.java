package io.fairstream.htcondor.file;

import java.util.List;

/**
 * One entry of a file as it stands there.
 *
 * @param spelling how it is written
 * @param text the entry, without what only separates it from the next
 * @param line number of its first line, counted from 1
 * @param start offset of its first byte
 * @param end offset after its last byte
 * @param complete whether its end was seen; if not, it was cut off, or is too long to be an entry
 */
public record Piece(Spelling spelling, String text, long line, long start, long end, boolean complete) {
    /** Notation of an entry. */
    public enum Spelling {
        TEXT,
        JSON,
        XML
    }

    public List<String> lines() {
        return text.lines().toList();
    }
}
