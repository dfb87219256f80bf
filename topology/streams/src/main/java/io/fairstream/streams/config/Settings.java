package io.fairstream.streams.config;

import io.fairstream.rules.balance.BalanceAccount.ChargeUnit;
import io.fairstream.rules.share.Billing;
import io.fairstream.rules.share.Billing.Tariff;
import io.fairstream.schemas.tls.ServerTls.PemFiles;
import io.fairstream.streams.config.Reading.GroupsCheck;
import io.fairstream.streams.config.SettingsException.Problem;
import io.fairstream.streams.config.StreamsProperties.ClientProperties;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;

/**
 * The whole configuration, checked. {@link Keys} says what each entry means, its default and its range.
 *
 * @param halfLifeSeconds of the priorities; above 0
 * @param groups accounting groups: a tree without gaps
 * @param customersRetention zero for ever
 * @param jobsMax 0 for any number
 * @param budgets node-hours by path of a bank or a user in one
 * @param nodeSilence zero for three intervals of the node's agent
 * @param terms the texts of {@link Terms}, defaults included
 * @param registry for the schema registry's client, as written, {@code schema.registry.url} included
 * @param kafka for Kafka's clients, without {@code kafka.} before, as written
 */
public record Settings(
        Optional<String> bootstrapServers,
        String applicationId,
        String topicPrefix,
        double halfLifeSeconds,
        PriorityFactors priorityFactors,
        List<String> groups,
        Duration customersRetention,
        Duration maxLateness,
        Duration maxFutureSkew,
        Duration prioritiesRefresh,
        boolean chargesSuspended,
        Usage usage,
        FairShare fairShare,
        Volunteers volunteers,
        Duration jobsRetention,
        int jobsMax,
        Map<String, Double> budgets,
        Duration nodeSilence,
        JobPriorities jobPriorities,
        boolean repartition,
        Optional<PemFiles> certificate,
        Path stateDirectory,
        int cacheMaxEntries,
        Duration commitInterval,
        int threads,
        int partitions,
        short replicationFactor,
        Duration clusterTimeout,
        Operation operation,
        Instance instance,
        Optional<String> valueSerializer,
        Optional<String> valueDeserializer,
        Map<String, String> terms,
        Map<String, String> registry,
        Map<String, String> kafka) {

    /**
     * Factors by which effective priorities are worse than real ones, each at least 1; without a local domain everybody is
     * local.
     *
     * @param ofGroups by group
     */
    public record PriorityFactors(
            double byDefault,
            double niceUser,
            double remote,
            Optional<String> localDomain,
            Map<String, Double> ofGroups) {
        public PriorityFactors {
            ofGroups = Map.copyOf(ofGroups);
        }
    }

    /**
     * Settings of the priorities of waiting jobs.
     *
     * @param style {@code flux} or {@code slurm}
     * @param weights by name of the factor, only those that are set
     * @param queues priorities by partition
     * @param banks priorities by path
     * @param qos priorities by quality of service
     * @param tres how much there is of trackable resources, by name
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
        /** Prefix of the name of a trackable resource among the weights, as in Slurm's PriorityWeightTRES. */
        public static final String TRES = "tres/";

        private static final Map<String, Set<String>> FACTORS = Map.of(
                "flux", Set.of("fairshare", "queue", "bank", "urgency"),
                "slurm", Set.of("age", "fairshare", "jobsize", "partition", "qos"));

        public JobPriorities {
            weights = Map.copyOf(weights);
            queues = Map.copyOf(queues);
            banks = Map.copyOf(banks);
            qos = Map.copyOf(qos);
            tres = Map.copyOf(tres);
        }

        /**
         * The same in another style.
         *
         * @throws SettingsException if there is no such style, or it knows none of the factors that are weighted
         */
        public JobPriorities inStyle(String other) {
            JobPriorities changed = new JobPriorities(
                    Keys.JOB_PRIORITY_STYLE
                            .parse(other)
                            .orElseThrow(() -> new SettingsException(List.of(new Problem(
                                    Keys.JOB_PRIORITY_STYLE.name(), other, Keys.JOB_PRIORITY_STYLE.expectation())))),
                    weights,
                    queues,
                    banks,
                    qos,
                    tres,
                    maxAge);
            changed.problem().ifPresent(problem -> {
                throw new SettingsException(List.of(problem));
            });
            return changed;
        }

        private Optional<Problem> problem() {
            Set<String> known = new TreeSet<>(FACTORS.getOrDefault(style, Set.of()));
            return new TreeSet<>(weights.keySet())
                    .stream()
                            .filter(name -> !known.contains(name) && !isTres(name))
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

    /**
     * Settings of the counting and decay of the usage of users and associations.
     *
     * @param halfLifeSeconds at least 0.001
     * @param resetPeriod above 0
     * @param decayFactor 0 to 1
     * @param tariff what a job is charged for all it holds
     */
    public record Usage(
            double halfLifeSeconds, Duration resetPeriod, Instant epoch, double decayFactor, Tariff tariff) {}

    /**
     * Settings of the ranking of users in banks.
     *
     * @param policy name of a policy
     * @param usage {@code period}, {@code smooth}, or {@code policy} for the policy's own
     * @param interval zero for every commit
     * @param dampening above 0
     * @param defaultShares shares of whom none were decided; 0 leaves them out
     */
    public record FairShare(String policy, String usage, Duration interval, double dampening, double defaultShares) {}

    /**
     * Settings of the accounting of volunteers' work and of the choice of projects for hosts.
     *
     * @param chargeUnit what allocations are charged for
     * @param policy {@code balance} or {@code recent}
     * @param recentDays how many days count as recent, 1 to 31
     * @param activeWindowDays on how many days a host or user counts as active, 1 to 31
     */
    public record Volunteers(ChargeUnit chargeUnit, String policy, int recentDays, int activeWindowDays) {}

    /**
     * Where metrics and health are served.
     *
     * @param port 0 for any that is free; none for no service
     */
    public record Operation(String host, Optional<Integer> port) {}

    /**
     * Settings of an instance among those that share the work.
     *
     * @param id its name; empty for one that is made up
     * @param isWatched whether the others are to see at once that it was killed
     * @param host where they connect to for that; empty for the address from which Kafka is reached
     * @param port 0 for any that is free
     */
    public record Instance(Optional<String> id, boolean isWatched, Optional<String> host, int port) {
        private static final String NONE = "none";

        private static Instance parse(Optional<String> id, Optional<String> address) {
            String[] parts = address.orElse("").split(":", -1);
            return new Instance(
                    id,
                    !parts[0].equals(NONE),
                    Optional.of(parts[0]).filter(host -> !host.isEmpty()),
                    parts.length > 1 ? Integer.parseInt(parts[1]) : 0);
        }
    }

    public Settings {
        groups = List.copyOf(groups);
        budgets = Collections.unmodifiableMap(new LinkedHashMap<>(budgets));
        terms = Collections.unmodifiableMap(new LinkedHashMap<>(terms));
        registry = Map.copyOf(registry);
        kafka = Map.copyOf(kafka);
    }

    /**
     * Reads what is there and takes defaults for the rest.
     *
     * @throws SettingsException with all problems at once
     */
    public static Settings parse(Map<String, String> entries) {
        return read(new Reading(entries));
    }

    /**
     * As {@link #parse}, and demands what it takes to reach a cluster.
     *
     * @throws SettingsException with all problems at once
     */
    public static Settings parseForCluster(Map<String, String> entries) {
        Reading reading = new Reading(entries);
        reading.require(Keys.BOOTSTRAP_SERVERS);
        reading.require(Keys.SCHEMA_REGISTRY_URL);
        return read(reading);
    }

    private static Settings read(Reading reading) {
        reading.of(Keys.SCHEMA_REGISTRY_URL);
        Settings settings = new Settings(
                reading.of(Keys.BOOTSTRAP_SERVERS),
                reading.of(Keys.APPLICATION_ID),
                reading.of(Keys.TOPIC_PREFIX),
                reading.of(Keys.PRIORITY_HALFLIFE),
                priorityFactors(reading),
                reading.of(Keys.GROUPS),
                reading.of(Keys.CUSTOMERS_RETENTION),
                reading.of(Keys.EVENT_MAX_LATENESS),
                reading.of(Keys.MAX_FUTURE_SKEW),
                reading.of(Keys.PRIORITIES_REFRESH),
                reading.of(Keys.CHARGE_SUSPENDED),
                new Usage(
                        reading.of(Keys.USAGE_HALFLIFE),
                        reading.of(Keys.USAGE_RESET_PERIOD),
                        reading.of(Keys.USAGE_EPOCH),
                        reading.of(Keys.USAGE_DECAY_FACTOR),
                        tariff(reading)),
                new FairShare(
                        reading.of(Keys.FAIRSHARE_POLICY),
                        reading.of(Keys.FAIRSHARE_USAGE),
                        reading.of(Keys.FAIRSHARE_INTERVAL),
                        reading.of(Keys.FAIRSHARE_DAMPENING),
                        reading.of(Keys.FAIRSHARE_DEFAULT_SHARES)),
                new Volunteers(
                        reading.of(Keys.ALLOCATION_CHARGE_UNIT),
                        reading.of(Keys.ASSIGN_POLICY),
                        reading.of(Keys.ASSIGN_RECENT_DAYS),
                        reading.of(Keys.ACTIVE_WINDOW_DAYS)),
                reading.of(Keys.JOBS_RETENTION),
                reading.of(Keys.JOBS_MAX),
                reading.of(Keys.BUDGETS),
                reading.of(Keys.NODE_SILENCE),
                jobPriorities(reading),
                reading.of(Keys.TOPOLOGY_REPARTITION),
                certificate(reading),
                reading.of(Keys.STATE_DIR),
                reading.of(Keys.STATE_CACHE_MAX_ENTRIES),
                reading.of(Keys.COMMIT_INTERVAL),
                reading.of(Keys.THREADS),
                reading.of(Keys.PARTITIONS),
                reading.of(Keys.REPLICATION_FACTOR).shortValue(),
                reading.of(Keys.CLUSTER_TIMEOUT),
                new Operation(reading.of(Keys.OPERATION_HOST), reading.of(Keys.OPERATION_PORT)),
                Instance.parse(reading.of(Keys.INSTANCE_ID), reading.of(Keys.INSTANCE_ADDRESS)),
                reading.of(Keys.VALUE_SERIALIZER),
                reading.of(Keys.VALUE_DESERIALIZER),
                reading.texts(Terms.KEYS),
                reading.registry(),
                reading.kafka());
        check(settings, reading);
        return settings;
    }

    private static PriorityFactors priorityFactors(Reading reading) {
        return new PriorityFactors(
                reading.of(Keys.PRIORITY_FACTOR_DEFAULT),
                reading.of(Keys.PRIORITY_FACTOR_NICE_USER),
                reading.of(Keys.PRIORITY_FACTOR_REMOTE),
                reading.of(Keys.LOCAL_DOMAIN),
                reading.of(Keys.PRIORITY_FACTOR_GROUPS));
    }

    private static Optional<PemFiles> certificate(Reading reading) {
        Optional<Path> key = reading.of(Keys.TLS_KEY);
        return reading.of(Keys.TLS_CERTIFICATE).map(chain -> new PemFiles(chain, key.orElse(chain)));
    }

    private static JobPriorities jobPriorities(Reading reading) {
        return new JobPriorities(
                reading.of(Keys.JOB_PRIORITY_STYLE),
                reading.of(Keys.JOB_PRIORITY_WEIGHTS),
                reading.of(Keys.JOB_PRIORITY_QUEUES),
                reading.of(Keys.JOB_PRIORITY_BANKS),
                reading.of(Keys.JOB_PRIORITY_QOS),
                reading.of(Keys.JOB_PRIORITY_TRES),
                reading.of(Keys.JOB_PRIORITY_MAX_AGE));
    }

    private static void check(Settings settings, Reading reading) {
        StreamsProperties.transactionProblem(settings).ifPresent(reading::problem);
        GroupsCheck.problem(settings).ifPresent(reading::problem);
        settings.jobPriorities().problem().ifPresent(reading::problem);
        retentionProblem(settings).ifPresent(reading::problem);
        reading.finish();
    }

    /** Checks the retention: a customer removed sooner could be charged late for forgotten entries. */
    private static Optional<Problem> retentionProblem(Settings settings) {
        Duration retention = settings.customersRetention();
        boolean isFine = retention.isZero() || retention.compareTo(settings.maxLateness()) >= 0;
        return isFine
                ? Optional.empty()
                : Optional.of(new Problem(
                        Keys.CUSTOMERS_RETENTION.name(),
                        retention.toString(),
                        "not below " + Keys.EVENT_MAX_LATENESS.name() + ", " + settings.maxLateness() + "; 0 is off"));
    }

    /** Not the settings: passwords are among those of clients, and this may come into a message. */
    @Override
    public String toString() {
        return "settings of " + applicationId + " on " + bootstrapServers.orElse("no cluster");
    }

    /** Everything Kafka Streams needs to run the topology. */
    public Properties streams() {
        return StreamsProperties.of(this);
    }

    /** For an administrative client of this cluster. */
    public Map<String, Object> admin() {
        return ClientProperties.admin(this);
    }

    /** For a consumer of this cluster that sees committed records only and commits nothing by itself. */
    public Map<String, Object> consumer() {
        return ClientProperties.consumer(this);
    }

    /** For a producer to this cluster. */
    public Map<String, Object> producer() {
        return ClientProperties.producer(this);
    }

    private static Tariff tariff(Reading reading) {
        Billing.Mode mode = reading.of(Keys.USAGE_WEIGHTS_MODE);
        Map<String, Billing> byPartition = new HashMap<>();
        reading.of(Keys.USAGE_WEIGHTS_PARTITIONS)
                .forEach((name, billing) -> byPartition.put(name, new Billing(billing.weights(), mode)));
        return new Tariff(
                new Billing(reading.of(Keys.USAGE_WEIGHTS).weights(), mode),
                byPartition,
                reading.of(Keys.USAGE_QOS_FACTORS));
    }
}
