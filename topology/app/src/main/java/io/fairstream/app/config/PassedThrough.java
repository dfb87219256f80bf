package io.fairstream.app.config;

import io.fairstream.app.config.SettingsException.Problem;
import io.fairstream.schemas.PlainJson.Spelling;
import java.lang.reflect.Field;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.streams.StreamsConfig;

/** Keys that are passed through: {@code kafka.*} to Kafka's clients, some prefixes to the registry's client. */
final class PassedThrough {
    static final String KAFKA = "kafka.";

    private static final List<String> REGISTRY = List.of("schema.registry.", "basic.auth.", "bearer.auth.");
    private static final String AUTO_REGISTER = "auto.register.schemas";
    private static final Map<String, KafkaClient> BY_NAME = KafkaClient.byName();

    /** Required values; without them an event could be lost, counted twice or written where its reader does not look. */
    private static final Map<String, List<String>> REQUIRED = Map.of(
            "processing.guarantee", List.of("exactly_once_v2"),
            "isolation.level", List.of("read_committed"),
            "enable.idempotence", List.of("true"),
            "enable.auto.commit", List.of("false"),
            "acks", List.of("all", "-1"),
            "auto.offset.reset", List.of("earliest"),
            "ensure.explicit.internal.resource.naming", List.of("true"));

    private static final String NOT_OURS = "not to be set; ";

    /** Properties that have their own key or a fixed value. */
    private static final Map<String, String> RESERVED = Map.ofEntries(
            Map.entry("bootstrap.servers", "use bootstrap.servers"),
            Map.entry("application.id", "use application.id"),
            Map.entry("commit.interval.ms", "use commit.interval"),
            Map.entry("num.stream.threads", "use threads"),
            Map.entry("state.dir", "use state.dir"),
            Map.entry("replication.factor", "use replication.factor"),
            Map.entry("group.instance.id", "use instance.id"),
            Map.entry("application.server", "use instance.address"),
            Map.entry("errors.dead.letter.queue.topic.name", "its name is topic.prefix and dead-letters"),
            Map.entry("default.timestamp.extractor", "the time of sending is part of the contract"),
            Map.entry("partitioner.class", "the default partitioner is part of the contract"),
            Map.entry("partitioner.ignore.keys", "the default partitioner is part of the contract"));

    private PassedThrough() {}

    static boolean isRegistry(String key) {
        return key.equals(AUTO_REGISTER) || REGISTRY.stream().anyMatch(key::startsWith);
    }

    /** Returns true if the key, with its prefix, names an existing Kafka property. */
    static boolean isKafka(String key) {
        return key.startsWith(KAFKA) && BY_NAME.containsKey(key.substring(KAFKA.length()));
    }

    /** Returns the problem of a key with the prefix {@link #KAFKA}, if any. */
    static Optional<Problem> check(String key, String value) {
        String name = key.substring(KAFKA.length());
        KafkaClient client = BY_NAME.get(name);
        Optional<String> expectation = client == null
                ? Optional.of(Spelling.nearest(name, BY_NAME.keySet())
                        .map(near -> "did you mean " + KAFKA + near + "?")
                        .orElse("a property of Kafka's clients"))
                : expectation(client, KafkaClient.withoutPrefix(name), value);
        return expectation.map(expected -> new Problem(key, value, expected));
    }

    private static Optional<String> expectation(KafkaClient client, String name, String value) {
        if (RESERVED.containsKey(name)) {
            return Optional.of(NOT_OURS + RESERVED.get(name));
        }
        List<String> legal = REQUIRED.getOrDefault(name, List.of(value));
        if (!legal.contains(value)) {
            return Optional.of(legal.get(0) + ", without which events could be lost or counted twice");
        }
        return client.definition.validate(Map.of(name, value)).stream()
                .filter(checked -> checked.name().equals(name))
                .flatMap(checked -> checked.errorMessages().stream())
                .findFirst();
    }

    /** Kind of Kafka client and the prefixes for its properties only; the empty one if these may be passed through without. */
    record KafkaClient(ConfigDef definition, List<String> prefixes) {
        static final KafkaClient STREAMS = new KafkaClient(StreamsConfig.configDef(), List.of(""));
        static final KafkaClient CONSUMER = new KafkaClient(
                ConsumerConfig.configDef(),
                List.of(
                        "",
                        StreamsConfig.CONSUMER_PREFIX,
                        StreamsConfig.MAIN_CONSUMER_PREFIX,
                        StreamsConfig.RESTORE_CONSUMER_PREFIX,
                        StreamsConfig.GLOBAL_CONSUMER_PREFIX));
        static final KafkaClient PRODUCER =
                new KafkaClient(ProducerConfig.configDef(), List.of("", StreamsConfig.PRODUCER_PREFIX));
        static final KafkaClient ADMIN =
                new KafkaClient(AdminClientConfig.configDef(), List.of("", StreamsConfig.ADMIN_CLIENT_PREFIX));
        static final KafkaClient TOPIC = new KafkaClient(topicDefinition(), List.of(StreamsConfig.TOPIC_PREFIX));

        private static final List<KafkaClient> ALL = List.of(STREAMS, CONSUMER, PRODUCER, ADMIN, TOPIC);

        /** All names that may be passed through, prefixes included, with the first kind that knows them. */
        static Map<String, KafkaClient> byName() {
            Map<String, KafkaClient> byName = new TreeMap<>();
            ALL.forEach(client -> client.prefixes.forEach(
                    prefix -> client.definition.names().forEach(name -> byName.putIfAbsent(prefix + name, client))));
            return byName;
        }

        static String withoutPrefix(String name) {
            return name.substring(ALL.stream()
                    .flatMap(client -> client.prefixes.stream())
                    .filter(name::startsWith)
                    .mapToInt(String::length)
                    .max()
                    .orElse(0));
        }

        private static ConfigDef topicDefinition() {
            ConfigDef definition = new ConfigDef();
            try {
                for (Field field : TopicConfig.class.getFields()) {
                    if (field.getName().endsWith("_CONFIG")) {
                        String name = (String) field.get(null);
                        definition.define(name, ConfigDef.Type.STRING, "", ConfigDef.Importance.LOW, "");
                    }
                }
            } catch (IllegalAccessException e) {
                throw new IllegalStateException(e);
            }
            return definition;
        }
    }
}
