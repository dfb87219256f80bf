package io.fairstream.app.config;

import io.fairstream.app.config.Reading.Spelling;
import io.fairstream.app.config.SettingsException.Problem;
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

/** Keys that are passed through: {@code kafka.*} to Kafka's clients, some prefixes to the registry's client. */
final class PassedThrough {
    static final String KAFKA = "kafka.";

    private static final List<String> REGISTRY = List.of("schema.registry.", "basic.auth.", "bearer.auth.");
    private static final String AUTO_REGISTER = "auto.register.schemas";
    private static final Set<String> NAMES = KafkaClient.allNames();

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
        return key.startsWith(KAFKA) && NAMES.contains(key.substring(KAFKA.length()));
    }

    /** Returns the problem of a key with the prefix {@link #KAFKA}, if any. */
    static Optional<Problem> check(String key, String value) {
        String name = key.substring(KAFKA.length());
        if (!NAMES.contains(name)) {
            String meant = Spelling.nearest(name, NAMES)
                    .map(near -> "did you mean " + KAFKA + near + "?")
                    .orElse("a property of Kafka's clients");
            return Optional.of(new Problem(key, value, meant));
        }
        return expectation(name, value).map(expected -> new Problem(key, value, expected));
    }

    private static Optional<String> expectation(String name, String value) {
        String bare = KafkaClient.withoutPrefix(name);
        if (RESERVED.containsKey(bare)) {
            return Optional.of(NOT_OURS + RESERVED.get(bare));
        }
        List<String> legal = REQUIRED.getOrDefault(bare, List.of(value));
        if (!legal.contains(value)) {
            return Optional.of(legal.get(0) + ", without which events could be lost or counted twice");
        }
        return KafkaClient.complaint(name, value);
    }

    /**
     * Kind of Kafka client whose properties may be passed through.
     *
     * @param prefixes prefixes for this kind only
     * @param plain whether the names are also allowed without a prefix
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

        /** All names that may be passed through, prefixes included. */
        static Set<String> allNames() {
            return ALL.stream().flatMap(KafkaClient::addressedNames).collect(Collectors.toCollection(TreeSet::new));
        }

        /** Returns the name without the prefix of a kind of client. */
        static String withoutPrefix(String name) {
            return ALL.stream()
                    .flatMap(client -> client.prefixes.stream())
                    .filter(name::startsWith)
                    .findFirst()
                    .map(prefix -> name.substring(prefix.length()))
                    .orElse(name);
        }

        /** Returns true if a client of this kind knows the name, given without prefix. */
        boolean knows(String name) {
            return definition.names().contains(name);
        }

        /** Returns Kafka's error message for the value, if any. */
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
            Stream<String> addressed = prefixes.stream()
                    .flatMap(prefix -> definition.names().stream().map(prefix::concat));
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
}
