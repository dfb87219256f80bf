package io.fairstream.query.tables;

import org.jspecify.annotations.Nullable;

/**
 * One rejected or unreadable record.
 *
 * @param partition -1 if unknown
 * @param offset -1 if unknown
 * @param detail reason, on one line
 */
public record Refusal(int partition, long offset, @Nullable String key, String detail) {
    private static final int LONGEST = 240;

    /** Returns text from elsewhere in a form that is safe for one line of a terminal. */
    public static String line(String text) {
        String plain = text.replaceAll("\\p{Cntrl}+", " ").strip();
        return plain.length() <= LONGEST ? plain : plain.substring(0, LONGEST) + "...";
    }

    /**
     * Returns the sender of the record according to its key: the cluster, bank or host before a slash, the machine or
     * domain after an at sign, else the whole key. Records do not name their producer.
     */
    String source() {
        if (key == null || key.isEmpty()) {
            return "no key";
        }
        int slash = key.indexOf('/');
        return line(slash > 0 ? key.substring(0, slash) : key.substring(key.lastIndexOf('@') + 1));
    }

    /** Returns position and reason. */
    public String text() {
        String named = key == null ? "no key" : "key \"" + line(key) + "\"";
        String place = offset < 0 ? "" : "partition " + partition + " offset " + offset + ", ";
        return place + named + (detail.isEmpty() ? "" : ": " + detail);
    }
}
