package io.fairstream.app.config;

import io.fairstream.app.config.SettingsException.Problem;
import io.fairstream.rules.balance.BalanceAccount.ChargeUnit;
import io.fairstream.rules.priority.Groups;
import io.fairstream.rules.share.Billing;
import io.fairstream.rules.share.Billing.Tariff;
import io.fairstream.http.ServerTls.PemFiles;
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

/**
 * Complete, validated configuration. {@link Keys} documents meaning, default and range of each entry.
 *
 * @param halfLifeSeconds of the priorities; above 0
 * @param groups accounting groups: a tree without gaps
 * @param customersRetention zero for ever
 * @param jobsMax maximum number of finished jobs in the table; 0 for no limit
 * @param budgets node-hours by path of a bank or a user in one
 * @param nodeSilence zero for three report intervals of the node's agent
 * @param terms texts of {@link Terms}, defaults included
 * @param registry properties of the schema registry's client, as written, {@code schema.registry.url} included
 * @param kafka properties of Kafka's clients, as written, without the prefix {@code kafka.}
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
     * Factors that multiply real priorities to effective ones, each at least 1; without a local domain every customer is local.
     *
     * @param ofGroups factors by group
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

        /**
         * Returns the same settings in another style.
         *
         * @throws SettingsException if the style is unknown, or has none of the weighted factors
         */
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

    /**
     * Settings for the counting and decay of the usage of users and associations.
     *
     * @param halfLifeSeconds at least 0.001
     * @param resetPeriod above 0
     * @param decayFactor 0 to 1
     * @param tariff charge rates for the resources of a job
     */
    public record Usage(
            double halfLifeSeconds, Duration resetPeriod, Instant epoch, double decayFactor, Tariff tariff) {}

    /**
     * Settings of the ranking of users in banks.
     *
     * @param policy name of a ranking policy
     * @param usage {@code period}, {@code smooth}, or {@code policy} for the policy's own choice
     * @param interval zero for a ranking at every commit
     * @param dampening above 0
     * @param defaultShares shares of users without a decision; 0 excludes them
     */
    public record FairShare(String policy, String usage, Duration interval, double dampening, double defaultShares) {}

    /**
     * Settings for the accounting of volunteers' work and for the assignment of projects to hosts.
     *
     * @param chargeUnit unit in which allocations are charged
     * @param policy {@code balance} or {@code recent}
     * @param recentDays number of days that count as recent, 1 to 31
     * @param activeWindowDays length in days of the window in which a report makes a host or user active, 1 to 31
     */
    public record Volunteers(ChargeUnit chargeUnit, String policy, int recentDays, int activeWindowDays) {}

    /**
     * Address for metrics and health.
     *
     * @param port 0 for any free port; empty for no service
     */
    public record Operation(String host, Optional<Integer> port) {}

    /**
     * Settings of one instance.
     *
     * @param id its name; empty for a generated one
     * @param isWatched whether the other instances detect at once that it was killed
     * @param host address for connections of the other instances; empty for the local address of connections to Kafka
     * @param port 0 for any free port
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
     * Parses the entries, with defaults for missing ones.
     *
     * @throws SettingsException with all problems at once
     */
    public static Settings parse(Map<String, String> entries) {
        return read(new Reading(entries, false));
    }

    /**
     * Parses like {@link #parse}, and requires the entries for a connection to a cluster.
     *
     * @throws SettingsException with all problems at once
     */
    public static Settings parseForCluster(Map<String, String> entries) {
        return read(new Reading(entries, true));
    }

    private static Settings read(Reading reading) {
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
                reading.terms(),
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
        groupsProblem(settings).ifPresent(reading::problem);
        settings.jobPriorities().problem().ifPresent(reading::problem);
        retentionProblem(settings).ifPresent(reading::problem);
        reading.finish();
    }

    /** Checks that the groups form a tree, and that group factors name existing groups. */
    private static Optional<Problem> groupsProblem(Settings settings) {
        Groups groups;
        try {
            groups = Groups.of(settings.groups());
        } catch (IllegalArgumentException e) {
            return Optional.of(new Problem(
                    Keys.GROUPS.name(), String.join(", ", settings.groups()), String.valueOf(e.getMessage())));
        }
        return settings.priorityFactors().ofGroups().keySet().stream()
                .filter(name -> groups.spelling(name) == null)
                .sorted()
                .findFirst()
                .map(name -> new Problem(
                        Keys.PRIORITY_FACTOR_GROUPS.name(), name, "a group that stands in " + Keys.GROUPS.name()));
    }

    /** Checks the retention: a customer removed too soon could receive late charges for forgotten entries. */
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

    /** Hides the settings: those of clients include passwords, and this text may appear in a message. */
    @Override
    public String toString() {
        return "settings of " + applicationId + " on " + bootstrapServers.orElse("no cluster");
    }

    /** Properties of Kafka Streams for the topology. */
    public Properties streams() {
        return StreamsProperties.of(this);
    }

    /** Properties of an admin client. */
    public Map<String, Object> admin() {
        return StreamsProperties.admin(this);
    }

    /** Properties of a consumer that reads committed records only and does not commit offsets by itself. */
    public Map<String, Object> consumer() {
        return StreamsProperties.consumer(this);
    }

    /** Properties of a producer. */
    public Map<String, Object> producer() {
        return StreamsProperties.producer(this);
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
