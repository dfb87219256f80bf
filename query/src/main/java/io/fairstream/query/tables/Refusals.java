package io.fairstream.query.tables;

import io.fairstream.query.records.Row;
import io.fairstream.schemas.Rejection;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/** Rejected and unreadable records by topic and reason. Mutable. */
public final class Refusals {
    private static final String HEADERS = "__streams.errors.";

    private final Map<String, RefusedTopic> topics = new TreeMap<>();
    private final Set<Place> unreadable = new HashSet<>();

    private record Place(String topic, long partition, long offset) {}

    /** Adds a rejection; a tombstone is ignored. */
    public void add(Row<Rejection> row) {
        Rejection rejection = row.value();
        if (rejection != null) {
            topic(rejection.getTopic())
                    .refuse(
                            rejection.getReason().name(),
                            new Refusal(
                                    rejection.getPartition(),
                                    rejection.getOffset(),
                                    row.key(),
                                    Refusal.line(rejection.getDetail())));
        }
    }

    /** Returns true if a record was sent to the dead letters. */
    public boolean isUnreadable(String topic, int partition, long offset) {
        return unreadable.contains(new Place(topic, partition, offset));
    }

    /**
     * Adds a dead letter, whose original position is in the headers. Each is of another record: a topic that was made
     * again has the same offsets once more.
     */
    public void addUnreadable(Row<byte[]> row) {
        String message = header(row, "exception.message");
        String topic = Objects.requireNonNullElse(header(row, "topic"), "");
        long partition = number(header(row, "partition"));
        long offset = number(header(row, "offset"));
        if (offset >= 0) {
            unreadable.add(new Place(topic, partition, offset));
        }
        topic(topic)
                .refuse(
                        RefusedTopic.UNREADABLE,
                        new Refusal((int) partition, offset, row.key(), Refusal.line(message == null ? "" : message)));
    }

    /** Returns the rejections of this topic, and creates an empty entry if there is none. */
    public RefusedTopic topic(String name) {
        return topics.computeIfAbsent(name, RefusedTopic::new);
    }

    private static @Nullable String header(Row<?> row, String name) {
        Header header = row.headers().lastHeader(HEADERS + name);
        return header == null || header.value() == null ? null : new String(header.value(), StandardCharsets.UTF_8);
    }

    private static long number(@Nullable String text) {
        try {
            return text == null ? -1 : Long.parseLong(text);
        } catch (NumberFormatException e) {
            return -1;
        }
    }

    /** Returns the rejections of each topic that has any, in the order of the topics' names. */
    public Collection<RefusedTopic> topics() {
        return new ArrayList<>(topics.values());
    }

    public boolean isEmpty() {
        return topics.isEmpty();
    }

    /** Returns the number of records that were understood and rejected. */
    public long refused() {
        return topics.values().stream().mapToLong(RefusedTopic::refused).sum();
    }

    /** Returns the number of unreadable records. */
    public long unreadable() {
        return topics.values().stream().mapToLong(RefusedTopic::unreadable).sum();
    }
}
