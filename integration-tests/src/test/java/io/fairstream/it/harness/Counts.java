package io.fairstream.it.harness;

import io.fairstream.schemas.InputCounts;
import io.fairstream.schemas.Rejection;
import io.fairstream.schemas.Topic;
import io.fairstream.schemas.Topics;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Outcomes of the records of an input topic. */
public record Counts(long sent, long read, long outcomes, long rejected, long rejections, long deadLetters) {
    private static final String FAILED_TOPIC = "__streams.errors.topic";

    public static Counts of(Site site, Topic<?> topic, long sent) {
        String name = topic.in(site.settings().topicPrefix());
        long read = 0;
        long outcomes = 0;
        long rejected = 0;
        for (InputCounts counts : site.table(Topics.INPUT_COUNTS).values()) {
            if (counts.getTopic().equals(name)) {
                read += counts.getRead();
                outcomes += counts.getApplied() + counts.getDuplicates() + counts.getWithoutEffect();
                rejected += counts.getRejected();
            }
        }
        long rejections = site.records(Topics.REJECTIONS).stream()
                .filter(row -> row.value().getTopic().equals(name))
                .count();
        long deadLetters = site.records(Topics.DEAD_LETTERS).stream()
                .filter(letter -> name.equals(failedTopic(letter)))
                .count();
        return new Counts(sent, read, outcomes, rejected, rejections, deadLetters);
    }

    private static String failedTopic(ConsumerRecord<String, byte[]> letter) {
        return new String(letter.headers().lastHeader(FAILED_TOPIC).value(), StandardCharsets.UTF_8);
    }

    /** Fails if a record was lost or counted twice. */
    public void assertNothingLost(String what) {
        List<String> wrong = new ArrayList<>();
        if (read != outcomes + rejected) {
            wrong.add("read");
        }
        if (rejections != rejected) {
            wrong.add("rejections");
        }
        if (sent != read + deadLetters) {
            wrong.add("sent");
        }
        if (!wrong.isEmpty()) {
            throw new AssertionError(what + ": " + wrong + " do not add up: " + this);
        }
    }

    /** The rejections by reason. */
    public static Map<String, Long> reasons(Site site) {
        Map<String, Long> reasons = new TreeMap<>();
        for (ConsumerRecord<String, Rejection> row : site.records(Topics.REJECTIONS)) {
            reasons.merge(row.value().getReason().name(), 1L, Long::sum);
        }
        return reasons;
    }
}
