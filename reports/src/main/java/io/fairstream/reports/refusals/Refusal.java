package io.fairstream.reports.refusals;

import org.jspecify.annotations.Nullable;

/**
 * One record that was refused, or that nobody could read.
 *
 * @param partition -1 when it is not known
 * @param offset -1 when it is not known
 * @param detail what was wrong with it, on one line
 */
public record Refusal(int partition, long offset, @Nullable String key, String detail) {
    private static final int LONGEST = 240;

    /** Text from elsewhere, fit for a line of a terminal. */
    public static String line(String text) {
        String plain = text.replaceAll("\\p{Cntrl}+", " ").strip();
        return plain.length() <= LONGEST ? plain : plain.substring(0, LONGEST) + "...";
    }

    /**
     * Returns the sender of the record, as far as its key identifies it: the cluster, bank or host before a slash, the machine or
     * domain after an at sign, else all of it. Records do not name their producer.
     */
    String source() {
        if (key == null || key.isEmpty()) {
            return "no key";
        }
        int slash = key.indexOf('/');
        return line(slash > 0 ? key.substring(0, slash) : key.substring(key.lastIndexOf('@') + 1));
    }

    /** Where it stands, and what was wrong. */
    public String text() {
        String named = key == null ? "no key" : "key \"" + line(key) + "\"";
        String place = offset < 0 ? "" : "partition " + partition + " offset " + offset + ", ";
        return place + named + (detail.isEmpty() ? "" : ": " + detail);
    }
}
