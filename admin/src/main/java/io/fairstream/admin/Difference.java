package io.fairstream.admin;

import io.fairstream.admin.TopicAdmin.Found;
import io.fairstream.schemas.Topic;
import io.fairstream.schemas.Topics;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.config.TopicConfig;

/**
 * Difference between a cluster's topics and the catalogue.
 *
 * @param topic without prefix
 */
public record Difference(String topic, String property, String actual, String expected) {
    private static final List<List<Topic<?>>> CO_PARTITIONED = List.of(
            List.of(Topics.MATCHES, Topics.OPEN_MATCHES, Topics.MATCH_RECORDS),
            List.of(Topics.CHARGES, Topics.ACCOUNT_EDITS, Topics.SHARES, Topics.PRIORITIES));

    /** Returns all differences, in the order of the catalogue. A longer retention than the catalogue's is not a difference. */
    public static List<Difference> all(Map<String, Found> cluster) {
        List<Difference> differences = new ArrayList<>();
        for (Topic<?> topic : Topics.all()) {
            Found found = cluster.get(topic.name());
            if (found == null) {
                differences.add(new Difference(topic.name(), "topic", "missing", "present"));
            } else {
                partitions(topic, found, cluster).ifPresent(differences::add);
                cleanup(topic, found).ifPresent(differences::add);
                retention(topic, found).ifPresent(differences::add);
            }
        }
        return differences;
    }

    private static Optional<Difference> partitions(Topic<?> topic, Found found, Map<String, Found> cluster) {
        Topic<?> first = CO_PARTITIONED.stream()
                .filter(group -> group.contains(topic))
                .findFirst()
                .<Topic<?>>map(group -> group.get(0))
                .orElse(topic);
        int expected = cluster.getOrDefault(first.name(), found).partitions();
        return expected == found.partitions()
                ? Optional.empty()
                : Optional.of(new Difference(
                        topic.name(),
                        "partitions",
                        Integer.toString(found.partitions()),
                        expected + ", as " + first.name()));
    }

    private static Optional<Difference> cleanup(Topic<?> topic, Found found) {
        String actual = found.config().getOrDefault(TopicConfig.CLEANUP_POLICY_CONFIG, "");
        return actual.equals(topic.cleanup().policy())
                ? Optional.empty()
                : Optional.of(new Difference(
                        topic.name(),
                        TopicConfig.CLEANUP_POLICY_CONFIG,
                        actual,
                        topic.cleanup().policy()));
    }

    private static Optional<Difference> retention(Topic<?> topic, Found found) {
        String key = TopicConfig.RETENTION_MS_CONFIG;
        String expected = topic.config().get(key);
        String actual = found.config().get(key);
        if (expected == null || actual == null || orForEver(actual) >= orForEver(expected)) {
            return Optional.empty();
        }
        String atLeast = expected.equals("-1") ? "-1, for ever" : "at least " + expected;
        return Optional.of(new Difference(topic.name(), key, actual, atLeast));
    }

    private static long orForEver(String millis) {
        long value = Long.parseLong(millis);
        return value < 0 ? Long.MAX_VALUE : value;
    }
}
