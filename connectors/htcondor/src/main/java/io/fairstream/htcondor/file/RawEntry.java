package io.fairstream.htcondor.file;

import java.util.List;

/**
 * One raw entry of a file.
 *
 * @param spelling notation
 * @param text the entry, without separators
 * @param line number of its first line, counted from 1
 * @param start offset of its first byte
 * @param end offset after its last byte
 * @param complete whether its end was found; if not, it is truncated, or too long to be an entry
 */
public record RawEntry(Spelling spelling, String text, long line, long start, long end, boolean complete) {
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
