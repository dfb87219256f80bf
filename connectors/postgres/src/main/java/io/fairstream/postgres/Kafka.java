package io.fairstream.postgres;

import io.fairstream.schemas.Topic;
import java.util.Map;
import java.util.function.Function;
import org.apache.kafka.common.serialization.Deserializer;

/**
 * Access to the topics.
 *
 * @param consumer properties of a consumer
 * @param admin properties of an admin client
 * @param prefix of the topics' names
 * @param values reads a topic's values
 */
public record Kafka(
        Map<String, Object> consumer,
        Map<String, Object> admin,
        String prefix,
        Function<Topic<?>, Deserializer<?>> values) {
    public Kafka {
        consumer = Map.copyOf(consumer);
        admin = Map.copyOf(admin);
    }
}
