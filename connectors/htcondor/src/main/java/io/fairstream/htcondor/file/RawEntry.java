package io.fairstream.htcondor.file;

import io.fairstream.reading.MalformedException;
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

    /**
     * Parses the entry as an ad.
     *
     * @throws MalformedException if it is invalid; an ad in the old syntax is invalid if one of its lines is not an
     * attribute
     */
    public ClassAd ad() throws MalformedException {
        return switch (spelling) {
            case JSON -> ClassAdJson.read(text);
            case XML -> ClassAdXml.read(text);
            case TEXT -> ofLines(lines());
        };
    }

    private static ClassAd ofLines(List<String> lines) throws MalformedException {
        ClassAd ad = new ClassAd();
        for (String line : lines) {
            if (line.startsWith("***")) {
                ad.addBanner(line);
            } else if (!ad.addLine(line)) {
                String shown = line.length() > 40 ? line.substring(0, 40) + "…" : line;
                throw new MalformedException(
                        "\"" + shown.replaceAll("\\p{Cntrl}", " ") + "\" (expected: Attribute = value)");
            }
        }
        return ad;
    }
}
