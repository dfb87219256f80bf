package io.fairstream.streams.config;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.streams.StreamsConfig;

/** Properties of the plain clients: ours, then the user's for all clients, then the user's for this kind. */
final class ClientProperties {
    private ClientProperties() {}

    static Map<String, Object> admin(Settings settings) {
        return clientProperties(settings, KafkaClient.ADMIN, StreamsConfig.ADMIN_CLIENT_PREFIX, Map.of());
    }

    static Map<String, Object> consumer(Settings settings) {
        Map<String, Object> ours = new HashMap<>(Batching.CONSUMER);
        ours.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        ours.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, "false");
        ours.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        Map<String, Object> properties =
                clientProperties(settings, KafkaClient.CONSUMER, StreamsConfig.CONSUMER_PREFIX, ours);
        // It is in no group, and the protocol "streams" is not for such consumers.
        properties.remove(ConsumerConfig.GROUP_PROTOCOL_CONFIG);
        return properties;
    }

    static Map<String, Object> producer(Settings settings) {
        Map<String, Object> ours = new HashMap<>(Batching.PRODUCER);
        ours.put(ProducerConfig.ACKS_CONFIG, "all");
        ours.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, "true");
        return clientProperties(settings, KafkaClient.PRODUCER, StreamsConfig.PRODUCER_PREFIX, ours);
    }

    private static Map<String, Object> clientProperties(
            Settings settings, KafkaClient client, String prefix, Map<String, Object> ours) {
        Map<String, Object> properties = new HashMap<>(ours);
        properties.put(
                CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG,
                List.of(settings.bootstrapServers().orElseThrow().split("\\s*,\\s*")));
        settings.kafka().forEach((name, value) -> {
            if (client.knows(name)) {
                properties.put(name, value);
            }
        });
        settings.kafka().forEach((name, value) -> {
            if (name.startsWith(prefix)) {
                properties.put(name.substring(prefix.length()), value);
            }
        });
        return properties;
    }
}
