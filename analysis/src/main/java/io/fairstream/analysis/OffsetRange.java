package io.fairstream.analysis;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Offsets of one partition that were exported to files of one name.
 *
 * @param from the first
 * @param to the one after the last
 */
record OffsetRange(int partition, long from, long to) implements Comparable<OffsetRange> {
    private static final Pattern NAME = Pattern.compile("(?:\\.part-)?[a-z_]+-p(\\d{1,9})-(\\d{19})-(\\d{19})\\.\\w+");

    /** Returns the name of a file with the records of this range. */
    String name(String table, String ending) {
        return String.format(Locale.ROOT, "%s-p%04d-%019d-%019d.%s", table, partition, from, to, ending);
    }

    /** Parses such a name; empty for any other name. */
    static Optional<OffsetRange> of(String name) {
        Matcher parts = NAME.matcher(name);
        return parts.matches()
                ? Optional.of(new OffsetRange(
                        Integer.parseInt(parts.group(1)),
                        Long.parseLong(parts.group(2)),
                        Long.parseLong(parts.group(3))))
                : Optional.empty();
    }

    @Override
    public int compareTo(OffsetRange other) {
        return partition != other.partition
                ? Integer.compare(partition, other.partition)
                : from != other.from ? Long.compare(from, other.from) : Long.compare(to, other.to);
    }
}
