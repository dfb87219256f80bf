package io.fairstream.client;

import io.fairstream.schemas.Topic;
import io.fairstream.schemas.registry.SchemaRegistries;
import java.util.Map;
import org.apache.kafka.clients.CommonClientConfigs;

/**
 * Addresses of the topics of one accounting.
 *
 * @param kafka properties of Kafka's clients, such as {@code bootstrap.servers} and those for authentication and TLS
 * @param registry properties of the schema registry, see {@link SchemaRegistries#from}
 * @param prefix of the topics' names; each accounting has its own
 */
public record ClientConfig(Map<String, ?> kafka, Map<String, ?> registry, String prefix) {
    public ClientConfig {
        kafka = Map.copyOf(kafka);
        registry = Map.copyOf(registry);
    }

    /**
     * Creates the addresses of an accounting with the default prefix, without authentication.
     *
     * @param bootstrapServers {@code host:port} of brokers, separated by commas
     * @param registry URL of the schema registry
     */
    public static ClientConfig of(String bootstrapServers, String registry) {
        return new ClientConfig(
                Map.of(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers),
                Map.of(SchemaRegistries.URL, registry),
                Topic.DEFAULT_PREFIX);
    }

    String name(Topic<?> topic) {
        return topic.in(prefix);
    }

    /** Names the brokers and the prefix; other properties may be secret. */
    @Override
    public String toString() {
        return kafka.get(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG) + "/" + prefix;
    }
}
