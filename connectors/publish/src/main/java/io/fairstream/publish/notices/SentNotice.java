package io.fairstream.publish.notices;

import io.fairstream.publish.Item;
import io.fairstream.schemas.Notice;
import io.fairstream.schemas.PlainJson;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.stream.DoubleStream;

/**
 * A notice and its record in the topic, which is its identity.
 *
 * @param topic with its prefix
 */
record SentNotice(String topic, int partition, long offset, Notice notice) {
    /** Maximum size as JSON in bytes: the smallest buffer of a pipe is larger, so that a command need not read it. */
    private static final int MAX_JSON = 60_000;

    private static final int MAX_NAME = 1000;

    String id() {
        return topic + "-" + partition + "-" + offset;
    }

    /** Identity of the notice for one recipient. */
    String idFor(Recipient recipient) {
        return id() + " " + recipient.key();
    }

    Item item(Recipient recipient) {
        return new Item(
                idFor(recipient),
                topic,
                partition,
                offset,
                Map.of(
                        "kind", notice.getKind().toString(),
                        "target", notice.getTarget(),
                        "threshold", Integer.toString(notice.getThreshold())));
    }

    /** Returns the reason why a record is no notice that can be delivered; empty if it can. */
    static Optional<String> problem(Notice notice) {
        if (notice.getTarget().isEmpty() || !isName(notice.getTarget())) {
            return Optional.of("target (expected: 1 to " + MAX_NAME + " printable characters)");
        }
        if (!isName(notice.getUnit()) || !isName(notice.getTopic())) {
            return Optional.of("unit, topic (expected: at most " + MAX_NAME + " printable characters)");
        }
        if (!DoubleStream.of(notice.getGranted(), notice.getSpent(), notice.getBalance())
                .allMatch(Double::isFinite)) {
            return Optional.of("granted, spent, balance (expected: finite numbers)");
        }
        int size = PlainJson.write(notice).getBytes(StandardCharsets.UTF_8).length;
        return size <= MAX_JSON ? Optional.empty() : Optional.of(size + " bytes (expected: at most " + MAX_JSON + ")");
    }

    private static boolean isName(String text) {
        return text.length() <= MAX_NAME && text.chars().noneMatch(Character::isISOControl);
    }
}
