package io.fairstream.streams.config;

import java.lang.reflect.Field;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.streams.StreamsConfig;

/**
 * A kind of Kafka client whose properties may be passed through.
 *
 * @param prefixes address this kind only
 * @param plain whether the names may also stand without a prefix
 */
record KafkaClient(ConfigDef definition, boolean plain, List<String> prefixes) {
    static final KafkaClient STREAMS = new KafkaClient(StreamsConfig.configDef(), true, List.of());
    static final KafkaClient CONSUMER = new KafkaClient(
            ConsumerConfig.configDef(),
            true,
            List.of(
                    StreamsConfig.CONSUMER_PREFIX,
                    StreamsConfig.MAIN_CONSUMER_PREFIX,
                    StreamsConfig.RESTORE_CONSUMER_PREFIX,
                    StreamsConfig.GLOBAL_CONSUMER_PREFIX));
    static final KafkaClient PRODUCER =
            new KafkaClient(ProducerConfig.configDef(), true, List.of(StreamsConfig.PRODUCER_PREFIX));
    static final KafkaClient ADMIN =
            new KafkaClient(AdminClientConfig.configDef(), true, List.of(StreamsConfig.ADMIN_CLIENT_PREFIX));
    static final KafkaClient TOPIC = new KafkaClient(topicDefinition(), false, List.of(StreamsConfig.TOPIC_PREFIX));

    private static final List<KafkaClient> ALL = List.of(STREAMS, CONSUMER, PRODUCER, ADMIN, TOPIC);

    /** Every name that may be passed, prefixes included. */
    static Set<String> allNames() {
        return ALL.stream().flatMap(KafkaClient::addressedNames).collect(Collectors.toCollection(TreeSet::new));
    }

    /** The name without the prefix that addresses a kind of client. */
    static String withoutPrefix(String name) {
        return ALL.stream()
                .flatMap(client -> client.prefixes.stream())
                .filter(name::startsWith)
                .findFirst()
                .map(prefix -> name.substring(prefix.length()))
                .orElse(name);
    }

    /** Returns true if a client of this kind knows the name, which has no prefix. */
    boolean knows(String name) {
        return definition.names().contains(name);
    }

    /** Returns Kafka's objection to the value, if any. */
    static Optional<String> complaint(String name, String value) {
        String bare = withoutPrefix(name);
        return ALL.stream()
                .filter(client -> client.addressedNames().anyMatch(name::equals))
                .findFirst()
                .flatMap(client -> client.complaintOf(bare, value));
    }

    private Optional<String> complaintOf(String name, String value) {
        return definition.validate(Map.of(name, value)).stream()
                .filter(checked -> checked.name().equals(name))
                .flatMap(checked -> checked.errorMessages().stream())
                .findFirst();
    }

    private Stream<String> addressedNames() {
        Stream<String> addressed =
                prefixes.stream().flatMap(prefix -> definition.names().stream().map(prefix::concat));
        return plain ? Stream.concat(definition.names().stream(), addressed) : addressed;
    }

    private static ConfigDef topicDefinition() {
        ConfigDef definition = new ConfigDef();
        for (Field field : TopicConfig.class.getFields()) {
            if (field.getName().endsWith("_CONFIG")) {
                definition.define(text(field), ConfigDef.Type.STRING, "", ConfigDef.Importance.LOW, "");
            }
        }
        return definition;
    }

    private static String text(Field constant) {
        try {
            return (String) constant.get(null);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }
}
