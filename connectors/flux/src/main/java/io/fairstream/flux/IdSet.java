package io.fairstream.flux;

import io.fairstream.reading.MalformedException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * A set of numbers as text (RFC 22), such as {@code 0-3,7}: ascending, without duplicates, with or without brackets.
 * Empty for none.
 *
 * @param ranges ascending and disjoint
 */
record IdSet(List<Range> ranges) {
    private static final Pattern RANGE = Pattern.compile("(0|[1-9]\\d{0,8})(?:-(0|[1-9]\\d{0,8}))?");

    IdSet {
        ranges = List.copyOf(ranges);
    }

    /** A range, both ends inclusive. */
    record Range(int first, int last) {
        private long count() {
            return last - (long) first + 1;
        }
    }

    static IdSet parse(String field, String text) throws MalformedException {
        String plain = text.matches("\\[.*]") ? text.substring(1, text.length() - 1) : text;
        List<Range> ranges = new ArrayList<>();
        if (plain.isEmpty()) {
            return new IdSet(ranges);
        }
        int least = 0;
        for (String part : plain.split(",", -1)) {
            Matcher matcher = RANGE.matcher(part);
            if (!matcher.matches()) {
                throw new MalformedException(field, text, "numbers such as 0-3,7");
            }
            int first = Integer.parseInt(matcher.group(1));
            int last = matcher.group(2) == null ? first : Integer.parseInt(matcher.group(2));
            if (first < least || last < first) {
                throw new MalformedException(field, text, "ascending numbers without duplicates");
            }
            ranges.add(new Range(first, last));
            least = last + 1;
        }
        return new IdSet(ranges);
    }

    long count() {
        return ranges.stream().mapToLong(Range::count).sum();
    }

    boolean contains(int id) {
        return ranges.stream().anyMatch(range -> range.first() <= id && id <= range.last());
    }

    IntStream ids() {
        return ranges.stream().flatMapToInt(range -> IntStream.rangeClosed(range.first(), range.last()));
    }
}
