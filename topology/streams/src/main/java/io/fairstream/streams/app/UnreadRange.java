package io.fairstream.streams.app;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Records of an input that were deleted before the topology read them. The topic {@code settings} holds a row for each.
 *
 * @param topic full name
 * @param from offset of the first
 * @param to offset behind the last
 */
public record UnreadRange(String topic, int partition, long from, long to) {
    private static final Pattern NAME = Pattern.compile("unread/([^/]+)/(\\d{1,9})/(\\d{1,18})");
    private static final Pattern END = Pattern.compile("\\d{1,18}");

    /** The range of a row; empty for a row of something else. */
    public static Optional<UnreadRange> of(String name, String value) {
        Matcher parts = NAME.matcher(name);
        return parts.matches() && END.matcher(value).matches()
                ? Optional.of(new UnreadRange(
                        parts.group(1),
                        Integer.parseInt(parts.group(2)),
                        Long.parseLong(parts.group(3)),
                        Long.parseLong(value)))
                : Optional.empty();
    }

    /** The row's name. */
    String name() {
        return "unread/" + topic + "/" + partition + "/" + from;
    }

    /** The ranges without what stands in two of them: after a failure a gap may be found again, from an earlier offset on. */
    public static List<UnreadRange> joined(Collection<UnreadRange> ranges) {
        List<UnreadRange> joined = new ArrayList<>();
        ranges.stream()
                .sorted(Comparator.comparing(UnreadRange::topic)
                        .thenComparing(UnreadRange::partition)
                        .thenComparing(UnreadRange::from))
                .forEach(range -> {
                    UnreadRange last = joined.isEmpty() ? null : joined.get(joined.size() - 1);
                    if (last != null
                            && last.topic.equals(range.topic)
                            && last.partition == range.partition
                            && range.from <= last.to) {
                        joined.set(
                                joined.size() - 1,
                                new UnreadRange(last.topic, last.partition, last.from, Math.max(last.to, range.to)));
                    } else {
                        joined.add(range);
                    }
                });
        return joined;
    }

    /** Upper bound of the number of records: marks of transactions and what compaction removed count, too. */
    public long offsets() {
        return Math.max(0, to - from);
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT, "%s partition %d offsets %d to %d (%,d)", topic, partition, from, to - 1, offsets());
    }
}
