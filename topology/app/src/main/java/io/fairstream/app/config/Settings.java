package io.fairstream.app.config;

import io.fairstream.app.config.Key.Parser;
import io.fairstream.app.config.SettingsException.Problem;
import io.fairstream.http.ServerTls.PemFiles;
import io.fairstream.rules.priority.Groups;
import io.fairstream.rules.share.Billing;
import io.fairstream.rules.share.Billing.Tariff;
import io.fairstream.schemas.PlainJson.Spelling;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.kafka.common.config.ConfigDef.ConfigKey;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigValue;

/** Complete, validated configuration: the values of {@link Keys}, and the properties that are passed through to clients. */
public final class Settings {
    private final Map<String, Object> values = new HashMap<>();
    private final Map<String, String> terms = new LinkedHashMap<>();
    private final Map<String, String> registry = new HashMap<>();
    private final Map<String, String> kafka = new HashMap<>();

    private Settings(Map<String, String> entries, boolean isForCluster, List<Problem> problems, List<Problem> unknown) {
        readOwn(entries, isForCluster, problems);
        readPassedThrough(entries, problems, unknown);
    }

    /** Parses the entries, with defaults for missing ones; throws {@link SettingsException} with all problems at once. */
    public static Settings parse(Map<String, String> entries) {
        return parse(entries, false);
    }

    /** Parses like {@link #parse}, and requires the entries for a connection to a cluster. */
    public static Settings parseForCluster(Map<String, String> entries) {
        return parse(entries, true);
    }

    private static Settings parse(Map<String, String> entries, boolean isForCluster) {
        List<Problem> problems = new ArrayList<>();
        List<Problem> unknown = new ArrayList<>();
        Settings settings = new Settings(new TreeMap<>(entries), isForCluster, problems, unknown);
        Stream.of(
                        StreamsProperties.transactionProblem(settings),
                        settings.groupsProblem(),
                        settings.jobPriorities().problem(),
                        settings.retentionProblem())
                .forEach(problem -> problem.ifPresent(problems::add));
        problems.addAll(unknown);
        if (!problems.isEmpty()) {
            throw new SettingsException(problems);
        }
        return settings;
    }

    /** Reads the values of {@link Keys}, with the default for one that is missing or invalid. */
    private void readOwn(Map<String, String> entries, boolean isForCluster, List<Problem> problems) {
        Map<String, ConfigValue> checked = Keys.DEFINITION.validateAll(entries);
        for (ConfigKey key : Keys.all()) {
            ConfigValue value = Objects.requireNonNull(checked.get(key.name));
            String text = (String) value.value();
            boolean isValid = value.errorMessages().isEmpty();
            if (isForCluster && key.importance == Importance.HIGH && text.isEmpty()) {
                problems.add(new Problem(key.name, "", key.validator + "; it has no default"));
            } else if (!isValid) {
                problems.add(new Problem(key.name, text, key.validator.toString()));
            }
            Parser<?> parser = (Parser<?>) key.validator;
            values.put(key.name, parser.reader().apply(isValid ? text : (String) key.defaultValue));
            if (key.group.equals(Keys.TERMS)) {
                terms.put(key.name, text);
            }
        }
    }

    /** Reads the entries that clients get, and finds the unknown ones. */
    private void readPassedThrough(Map<String, String> entries, List<Problem> problems, List<Problem> unknown) {
        entries.forEach((key, value) -> {
            if (PassedThrough.isRegistry(key)) {
                registry.put(key, value);
            } else if (key.startsWith(PassedThrough.KAFKA)) {
                PassedThrough.check(key, value).ifPresent(problems::add);
                kafka.put(key.substring(PassedThrough.KAFKA.length()), value);
            } else if (!values.containsKey(key)) {
                unknown.add(new Problem(key, value, meant(key)));
            }
        });
    }

    private static String meant(String key) {
        if (PassedThrough.isKafka(PassedThrough.KAFKA + key)) {
            return "a key of Fairstream; to pass it to Kafka's clients write " + PassedThrough.KAFKA + key;
        }
        return Spelling.nearest(key, Keys.DEFINITION.names())
                .map(near -> "did you mean " + near + "?")
                .orElse("a key of Fairstream; run --help-config lists them");
    }

    @SuppressWarnings("unchecked") // the key's own parser made the value
    public <T> T get(Key<T> key) {
        return (T) Objects.requireNonNull(values.get(key.name()), key.name());
    }

    public Optional<String> bootstrapServers() {
        return get(Keys.BOOTSTRAP_SERVERS);
    }

    public String applicationId() {
        return get(Keys.APPLICATION_ID);
    }

    public String topicPrefix() {
        return get(Keys.TOPIC_PREFIX);
    }

    /** Texts of {@link Terms}, defaults included. */
    public Map<String, String> terms() {
        return Collections.unmodifiableMap(terms);
    }

    /** Properties of the schema registry's client, as written, {@code schema.registry.url} included. */
    public Map<String, String> registry() {
        return Collections.unmodifiableMap(registry);
    }

    /** Properties of Kafka's clients, as written, without the prefix {@code kafka.}. */
    public Map<String, String> kafka() {
        return Collections.unmodifiableMap(kafka);
    }

    public Optional<PemFiles> certificate() {
        return get(Keys.TLS_CERTIFICATE)
                .map(chain -> new PemFiles(chain, get(Keys.TLS_KEY).orElse(chain)));
    }

    /** Charge rates for the resources of a job. */
    public Tariff tariff() {
        Billing.Mode mode = get(Keys.USAGE_WEIGHTS_MODE);
        Map<String, Billing> byPartition = new HashMap<>();
        get(Keys.USAGE_WEIGHTS_PARTITIONS)
                .forEach((name, billing) -> byPartition.put(name, new Billing(billing.weights(), mode)));
        return new Tariff(
                new Billing(get(Keys.USAGE_WEIGHTS).weights(), mode), byPartition, get(Keys.USAGE_QOS_FACTORS));
    }

    public JobPriorities jobPriorities() {
        return new JobPriorities(
                get(Keys.JOB_PRIORITY_STYLE),
                get(Keys.JOB_PRIORITY_WEIGHTS),
                get(Keys.JOB_PRIORITY_QUEUES),
                get(Keys.JOB_PRIORITY_BANKS),
                get(Keys.JOB_PRIORITY_QOS),
                get(Keys.JOB_PRIORITY_TRES),
                get(Keys.JOB_PRIORITY_MAX_AGE));
    }

    /**
     * Settings of the priorities of waiting jobs.
     *
     * @param style {@code flux} or {@code slurm}
     * @param weights by name of the factor; only configured ones
     * @param queues priorities by partition
     * @param banks priorities by path
     * @param qos priorities by quality of service
     * @param tres total amount of each trackable resource, by name
     * @param maxAge above 0
     */
    public record JobPriorities(
            String style,
            Map<String, Double> weights,
            Map<String, Double> queues,
            Map<String, Double> banks,
            Map<String, Double> qos,
            Map<String, Double> tres,
            Duration maxAge) {
        /** Name prefix of trackable resources among the weights, as in Slurm's PriorityWeightTRES. */
        public static final String TRES = "tres/";

        private static final Map<String, List<String>> FACTORS = Map.of(
                "flux", List.of("bank", "fairshare", "queue", "urgency"),
                "slurm", List.of("age", "fairshare", "jobsize", "partition", "qos"));

        public JobPriorities {
            weights = Map.copyOf(weights);
            queues = Map.copyOf(queues);
            banks = Map.copyOf(banks);
            qos = Map.copyOf(qos);
            tres = Map.copyOf(tres);
        }

        /** Returns the same settings in another style; throws {@link SettingsException} if that is unknown, or lacks a weighted factor. */
        public JobPriorities inStyle(String other) {
            JobPriorities changed = new JobPriorities(other, weights, queues, banks, qos, tres, maxAge);
            changed.problem().ifPresent(problem -> {
                throw new SettingsException(List.of(problem));
            });
            return changed;
        }

        private Optional<Problem> problem() {
            List<String> known = FACTORS.get(style);
            if (known == null) {
                Key<String> key = Keys.JOB_PRIORITY_STYLE;
                return Optional.of(new Problem(key.name(), style, key.parser().expectation()));
            }
            return weights.keySet().stream()
                    .filter(name -> !known.contains(name) && !isTres(name))
                    .sorted()
                    .findFirst()
                    .map(name -> new Problem(
                            Keys.JOB_PRIORITY_WEIGHTS.name(),
                            name,
                            "for the style " + style + " one of " + String.join(", ", known)
                                    + (style.equals("slurm") ? ", " + TRES + "NAME" : "")));
        }

        private boolean isTres(String name) {
            return style.equals("slurm") && name.startsWith(TRES);
        }
    }

    /** Checks that the groups form a tree, and that group factors name existing groups. */
    private Optional<Problem> groupsProblem() {
        Groups groups;
        try {
            groups = Groups.of(get(Keys.GROUPS));
        } catch (IllegalArgumentException e) {
            return Optional.of(new Problem(
                    Keys.GROUPS.name(), String.join(", ", get(Keys.GROUPS)), String.valueOf(e.getMessage())));
        }
        return get(Keys.PRIORITY_FACTOR_GROUPS).keySet().stream()
                .filter(name -> groups.spelling(name) == null)
                .sorted()
                .findFirst()
                .map(name -> new Problem(
                        Keys.PRIORITY_FACTOR_GROUPS.name(), name, "a group that stands in " + Keys.GROUPS.name()));
    }

    /** Checks the retention: a customer removed too soon could receive late charges for forgotten entries. */
    private Optional<Problem> retentionProblem() {
        Duration retention = get(Keys.CUSTOMERS_RETENTION);
        Duration lateness = get(Keys.EVENT_MAX_LATENESS);
        boolean isFine = retention.isZero() || retention.compareTo(lateness) >= 0;
        return isFine
                ? Optional.empty()
                : Optional.of(new Problem(
                        Keys.CUSTOMERS_RETENTION.name(),
                        retention.toString(),
                        "not below " + Keys.EVENT_MAX_LATENESS.name() + ", " + lateness + "; 0 is off"));
    }

    /** Hides the settings: those of clients include passwords, and this text may appear in a message. */
    @Override
    public String toString() {
        return "settings of " + applicationId() + " on " + bootstrapServers().orElse("no cluster");
    }

    public Properties streams() {
        return StreamsProperties.of(this);
    }

    public Map<String, Object> admin() {
        return StreamsProperties.admin(this);
    }

    /** Properties of a consumer that reads committed records only and does not commit offsets by itself. */
    public Map<String, Object> consumer() {
        return StreamsProperties.consumer(this);
    }

    public Map<String, Object> producer() {
        return StreamsProperties.producer(this);
    }
}
