package io.fairstream.app.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.app.config.Key.Environment;
import io.fairstream.app.config.SettingsException.Problem;
import io.fairstream.rules.balance.BalanceAccount.ChargeUnit;
import io.fairstream.rules.share.Billing;
import io.fairstream.http.ServerTls.PemFiles;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class SettingsTest {
    private static final Optional<String> UNSET = Optional.empty();

    /** What a key does to the settings: a legal value, the field it lands in, and what stands there without it. */
    record Effect(String key, String value, Function<Settings, Object> field, Object byDefault, Object expected) {}

    static Stream<Effect> effects() {
        return Stream.of(
                new Effect("bootstrap.servers", "a:1, b:2", Settings::bootstrapServers, UNSET, Optional.of("a:1, b:2")),
                new Effect(
                        "schema.registry.url",
                        "http://r:8081",
                        Settings::registry,
                        Map.of(),
                        Map.of("schema.registry.url", "http://r:8081")),
                new Effect(
                        "auto.register.schemas",
                        "false",
                        Settings::registry,
                        Map.of(),
                        Map.of("auto.register.schemas", "false")),
                new Effect("application.id", "night", Settings::applicationId, "fairstream", "night"),
                new Effect("topic.prefix", "site-a.", Settings::topicPrefix, "fairstream.", "site-a."),
                new Effect("priority.halflife", "PT0.0001S", Settings::halfLifeSeconds, 86400.0, 0.0001),
                new Effect("priority.halflife", "0.0001", Settings::halfLifeSeconds, 86400.0, 0.0001),
                new Effect("priority.halflife", "P7D", Settings::halfLifeSeconds, 86400.0, 604800.0),
                new Effect(
                        "priority.factor.default",
                        "1000",
                        s -> s.priorityFactors().byDefault(),
                        1.0,
                        1000.0),
                new Effect(
                        "priority.factor.nice-user",
                        "5",
                        s -> s.priorityFactors().niceUser(),
                        1e10,
                        5.0),
                new Effect(
                        "priority.factor.remote",
                        "2.5",
                        s -> s.priorityFactors().remote(),
                        1e7,
                        2.5),
                new Effect(
                        "local.domain",
                        "example.org",
                        s -> s.priorityFactors().localDomain(),
                        UNSET,
                        Optional.of("example.org")),
                new Effect(
                        "priority.factor.groups",
                        "physics=20, chem = 3.5",
                        s -> s.priorityFactors().ofGroups(),
                        Map.of(),
                        Map.of("physics", 20.0, "chem", 3.5)),
                new Effect(
                        "groups",
                        "physics, physics.theory",
                        Settings::groups,
                        List.of(),
                        List.of("physics", "physics.theory")),
                new Effect(
                        "customers.retention",
                        "P90D",
                        Settings::customersRetention,
                        Duration.ZERO,
                        Duration.ofDays(90)),
                new Effect(
                        "event.max.lateness",
                        "1d12h",
                        Settings::maxLateness,
                        Duration.ofDays(30),
                        Duration.ofHours(36)),
                new Effect(
                        "event.max.lateness",
                        "PT12H",
                        Settings::maxLateness,
                        Duration.ofDays(30),
                        Duration.ofHours(12)),
                new Effect("max.future.skew", "0", Settings::maxFutureSkew, Duration.ofHours(1), Duration.ZERO),
                new Effect(
                        "priorities.refresh", "0", Settings::prioritiesRefresh, Duration.ofMinutes(5), Duration.ZERO),
                new Effect("charge.suspended", "false", Settings::chargesSuspended, true, false),
                new Effect("usage.halflife", "P1D", s -> s.usage().halfLifeSeconds(), 604800.0, 86400.0),
                new Effect(
                        "usage.reset.period",
                        "P56D",
                        s -> s.usage().resetPeriod(),
                        Duration.ofDays(28),
                        Duration.ofDays(56)),
                new Effect(
                        "usage.epoch",
                        "2026-01-05T00:00:00Z",
                        s -> s.usage().epoch(),
                        Instant.EPOCH,
                        Instant.parse("2026-01-05T00:00:00Z")),
                new Effect("usage.decay.factor", "0.25", s -> s.usage().decayFactor(), 0.5, 0.25),
                new Effect(
                        "usage.weights",
                        "cpu=1, mem=0.5G,gpu=8",
                        s -> s.usage().tariff().standard().weights(),
                        Map.of("node", 1.0),
                        Map.of("cpu", 1.0, "mem", 0.5 / 1024, "gpu", 8.0)),
                new Effect(
                        "usage.weights.mode",
                        "max-tres",
                        s -> s.usage().tariff().standard().mode(),
                        Billing.Mode.SUM,
                        Billing.Mode.MAX_TRES),
                new Effect(
                        "usage.weights.partitions",
                        "gpu:cpu=1,gres/gpu=8;big:mem=0.5G",
                        s -> s.usage().tariff().byPartition(),
                        Map.of(),
                        Map.of(
                                "gpu", Billing.of("cpu=1,gres/gpu=8", Billing.Mode.SUM),
                                "big", Billing.of("mem=0.5G", Billing.Mode.SUM))),
                new Effect(
                        "usage.qos.factors",
                        "urgent=3, scavenge=0",
                        s -> s.usage().tariff().qosFactors(),
                        Map.of(),
                        Map.of("urgent", 3.0, "scavenge", 0.0)),
                new Effect("fairshare.policy", "fair-tree", s -> s.fairShare().policy(), "flux", "fair-tree"),
                new Effect("fairshare.usage", "smooth", s -> s.fairShare().usage(), "policy", "smooth"),
                new Effect(
                        "fairshare.interval",
                        "0",
                        s -> s.fairShare().interval(),
                        Duration.ofSeconds(30),
                        Duration.ZERO),
                new Effect("fairshare.dampening", "3", s -> s.fairShare().dampening(), 1.0, 3.0),
                new Effect(
                        "allocation.charge.unit",
                        "seconds",
                        s -> s.volunteers().chargeUnit(),
                        ChargeUnit.FLOPS,
                        ChargeUnit.SECONDS),
                new Effect("assign.policy", "recent", s -> s.volunteers().policy(), "balance", "recent"),
                new Effect("assign.recent.days", "1", s -> s.volunteers().recentDays(), 7, 1),
                new Effect("active.window.days", "31", s -> s.volunteers().activeWindowDays(), 7, 31),
                new Effect("fairshare.default.shares", "0", s -> s.fairShare().defaultShares(), 1.0, 0.0),
                new Effect("jobs.retention", "P2D", Settings::jobsRetention, Duration.ofDays(30), Duration.ofDays(2)),
                new Effect("jobs.max", "5000", Settings::jobsMax, 1_000_000, 5000),
                new Effect(
                        "budgets",
                        "root/physics=1000, root/physics/alice=0.5",
                        Settings::budgets,
                        Map.of(),
                        Map.of("root/physics", 1000.0, "root/physics/alice", 0.5)),
                new Effect("job.priority.style", "slurm", s -> s.jobPriorities().style(), "flux", "slurm"),
                new Effect(
                        "job.priority.weights",
                        "fairshare=50000, queue=0.5",
                        s -> s.jobPriorities().weights(),
                        Map.of(),
                        Map.of("fairshare", 50000.0, "queue", 0.5)),
                new Effect(
                        "job.priority.queues",
                        "batch=10, debug=-100",
                        s -> s.jobPriorities().queues(),
                        Map.of(),
                        Map.of("batch", 10.0, "debug", -100.0)),
                new Effect(
                        "job.priority.banks",
                        "root/physics=3",
                        s -> s.jobPriorities().banks(),
                        Map.of(),
                        Map.of("root/physics", 3.0)),
                new Effect(
                        "job.priority.qos",
                        "normal=10, high=100",
                        s -> s.jobPriorities().qos(),
                        Map.of(),
                        Map.of("normal", 10.0, "high", 100.0)),
                new Effect(
                        "job.priority.tres",
                        "cpu=4096, gres/gpu=8",
                        s -> s.jobPriorities().tres(),
                        Map.of(),
                        Map.of("cpu", 4096.0, "gres/gpu", 8.0)),
                new Effect(
                        "job.priority.max.age",
                        "P14D",
                        s -> s.jobPriorities().maxAge(),
                        Duration.ofDays(7),
                        Duration.ofDays(14)),
                new Effect("node.silence", "PT5M", Settings::nodeSilence, Duration.ZERO, Duration.ofMinutes(5)),
                new Effect("topology.repartition", "true", Settings::repartition, false, true),
                new Effect(
                        "tls.certificate",
                        "/etc/tls.pem",
                        Settings::certificate,
                        UNSET,
                        Optional.of(new PemFiles(Path.of("/etc/tls.pem"), Path.of("/etc/tls.pem")))),
                new Effect("tls.key", "/etc/tls.key", Settings::certificate, UNSET, UNSET),
                new Effect(
                        "state.dir",
                        "/var/lib/fairstream",
                        Settings::stateDirectory,
                        Path.of(System.getProperty("user.home"), ".fairstream", "state"),
                        Path.of("/var/lib/fairstream")),
                new Effect("state.cache.max.entries", "5000", Settings::cacheMaxEntries, 200_000, 5000),
                new Effect(
                        "commit.interval",
                        "0.1",
                        Settings::commitInterval,
                        Duration.ofMillis(500),
                        Duration.ofMillis(100)),
                new Effect(
                        "threads", "7", Settings::threads, Runtime.getRuntime().availableProcessors(), 7),
                new Effect("partitions", "3", Settings::partitions, 8, 3),
                new Effect("replication.factor", "3", Settings::replicationFactor, (short) -1, (short) 3),
                new Effect(
                        "value.serializer",
                        StringSerializer.class.getName(),
                        Settings::valueSerializer,
                        UNSET,
                        Optional.of(StringSerializer.class.getName())),
                new Effect(
                        "cluster.timeout",
                        "PT2M",
                        Settings::clusterTimeout,
                        Duration.ofSeconds(10),
                        Duration.ofMinutes(2)),
                new Effect(
                        "operation.port",
                        "9464",
                        settings -> settings.operation().port(),
                        UNSET,
                        Optional.of(9464)),
                new Effect(
                        "operation.host",
                        "0.0.0.0",
                        settings -> settings.operation().host(),
                        "127.0.0.1",
                        "0.0.0.0"),
                new Effect(
                        "instance.id", "left", settings -> settings.instance().id(), UNSET, Optional.of("left")),
                new Effect(
                        "instance.address",
                        "10.0.0.7:9465",
                        Settings::instance,
                        new Settings.Instance(Optional.empty(), true, Optional.empty(), 0),
                        new Settings.Instance(Optional.empty(), true, Optional.of("10.0.0.7"), 9465)),
                new Effect(
                        "value.deserializer",
                        StringDeserializer.class.getName(),
                        Settings::valueDeserializer,
                        UNSET,
                        Optional.of(StringDeserializer.class.getName())),
                new Effect(
                        "kafka.producer.linger.ms", "5", Settings::kafka, Map.of(), Map.of("producer.linger.ms", "5")));
    }

    @ParameterizedTest
    @MethodSource("effects")
    void everyKeyHasItsEffectAndItsDefault(Effect effect) {
        assertEquals(effect.byDefault(), effect.field().apply(Settings.parse(Map.of())));
        Map<String, String> entries = new HashMap<>(Map.of("groups", "physics, chem"));
        entries.put(effect.key(), effect.value());
        assertEquals(effect.expected(), effect.field().apply(Settings.parse(entries)));
    }

    @Test
    void everyKeyOfTheTableIsTested() {
        Set<String> tested = effects().map(Effect::key).collect(Collectors.toSet());
        Set<String> untested = Keys.all().stream().map(key -> key.name).collect(Collectors.toCollection(TreeSet::new));
        untested.removeAll(tested);
        assertEquals(Set.of(), untested);
    }

    @ParameterizedTest
    @CsvSource({
        "bootstrap.servers, nowhere",
        "schema.registry.url, ftp://r",
        "application.id, ''",
        "topic.prefix, a/b",
        "priority.halflife, 0",
        "priority.halflife, -PT1H",
        "priority.halflife, 1e999999999",
        "priority.halflife, 1e-999999999",
        "priority.halflife, a day",
        "priority.halflife, 0s",
        "usage.halflife, 0.0009",
        "priority.factor.default, 0.5",
        "priority.factor.default, NaN",
        "priority.factor.nice-user, Infinity",
        "priority.factor.remote, 0",
        "local.domain, a b",
        "priority.factor.groups, physics",
        "groups, physics.theory",
        "groups, 'physics, Physics'",
        "groups, a@b",
        "groups, <none>",
        "groups, 'a, '",
        "customers.retention, -1",
        "event.max.lateness, 0",
        "event.max.lateness, 9000000d",
        "max.future.skew, -1",
        "job.priority.style, lsf",
        "job.priority.weights, fairshare",
        "job.priority.queues, 'batch=NaN'",
        "job.priority.banks, 'a=1,a=2'",
        "job.priority.qos, high=-1",
        "job.priority.tres, cpu=0",
        "job.priority.max.age, 0",
        "priorities.refresh, -1",
        "charge.suspended, yes",
        "topology.repartition, TRUE",
        "state.dir, ''",
        "state.cache.max.entries, 0",
        "commit.interval, 0",
        "commit.interval, PT6M",
        "threads, 0",
        "threads, many",
        "partitions, 0",
        "replication.factor, 0",
        "replication.factor, 40000",
        "value.serializer, no.such.Class",
        "value.deserializer, java.lang.String",
    })
    void refusesAValueOutOfRangeNamingKeyValueAndExpectation(String key, String value) {
        Problem problem = onlyProblem(Map.of(key, value));
        assertEquals(key, problem.key());
        assertEquals(value, problem.value());
        assertTrue(problem.expectation().length() > 5);
    }

    @Test
    void passwordsStandInNoMessage() {
        Settings settings = Settings.parse(Map.of(
                "kafka.sasl.jaas.config", "… password=\"not-a-secret\";",
                "basic.auth.user.info", "alice:not-a-secret",
                "bootstrap.servers", "kafka:9092"));
        assertEquals("settings of fairstream on kafka:9092", settings.toString());
    }

    @Test
    void theKeyOfACertificateMayStandInAFileOfItsOwn() {
        assertEquals(
                Optional.of(new PemFiles(Path.of("/c.pem"), Path.of("/k.pem"))),
                Settings.parse(Map.of("tls.certificate", "/c.pem", "tls.key", "/k.pem"))
                        .certificate());
    }

    @Test
    void aFactorOfAGroupThatIsNotThereIsRefused() {
        assertEquals(
                "priority.factor.groups: chem (expected: a group that stands in groups)",
                onlyProblem(Map.of("groups", "physics", "priority.factor.groups", "chem=20, Physics=3"))
                        .toString());
    }

    @Test
    void aTreeOfGroupsWithAGapIsRefused() {
        assertEquals(
                "groups: physics.theory (expected: also \"physics\", around \"physics.theory\")",
                onlyProblem(Map.of("groups", "physics.theory")).toString());
    }

    @Test
    void aWeightOfAFactorThatTheStyleDoesNotHaveIsRefused() {
        assertEquals(
                "job.priority.weights: nice (expected: for the style slurm one of age, fairshare, jobsize, partition, qos,"
                        + " tres/NAME)",
                onlyProblem(Map.of(
                                "job.priority.style", "slurm", "job.priority.weights", "age=1,qos=2,tres/cpu=3,nice=1"))
                        .toString());
    }

    @Test
    void customersAreKeptForTheHistoryAtLeast() {
        assertEquals(
                "customers.retention: PT24H (expected: not below event.max.lateness, PT720H; 0 is off)",
                onlyProblem(Map.of("customers.retention", "P1D")).toString());
    }

    @Test
    void reportsAllProblemsAtOnceInTheirOwnWords() {
        SettingsException failure = assertThrows(
                SettingsException.class,
                () -> Settings.parseForCluster(
                        Map.of("threads", "0", "priority.halflive", "1", "kafka.linger.mz", "2")));
        assertEquals(
                List.of(
                        "bootstrap.servers:  (expected: host:port, several with commas between; it has no default)",
                        "schema.registry.url:  (expected: http(s)://host:port, several with commas between, or mock://scope;"
                                + " it has no default)",
                        "threads: 0 (expected: a whole number of at least 1, or processors)",
                        "kafka.linger.mz: 2 (expected: did you mean kafka.linger.ms?)",
                        "priority.halflive: 1 (expected: did you mean priority.halflife?)"),
                failure.problems().stream().map(Problem::toString).toList());
    }

    @Test
    void aPropertyOfKafkaWithoutItsPrefixIsToldWhereItBelongs() {
        assertEquals(
                "a key of Fairstream; to pass it to Kafka's clients write kafka.linger.ms",
                onlyProblem(Map.of("linger.ms", "5")).expectation());
    }

    @Test
    void environmentVariablesAreKeysInUpperCase() {
        Map<String, String> variables = Map.of(
                "FAIRSTREAM_PRIORITY_HALFLIFE", "PT1H",
                "FAIRSTREAM_PRIORITY_FACTOR_NICE_USER", "7",
                "FAIRSTREAM_KAFKA_PRODUCER_LINGER_MS", "5",
                "FAIRSTREAM_SCHEMA_REGISTRY_BASIC_AUTH_USER_INFO", "alice:secret",
                "FAIRSTREAM_JAVA_OPTS", "-Xmx1g",
                "FAIRSTREAM_SERVICE_HOST", "10.0.0.1",
                "HOME", "/home/alice");
        assertEquals(
                Map.of(
                        "priority.halflife", "PT1H",
                        "priority.factor.nice-user", "7",
                        "kafka.producer.linger.ms", "5",
                        "schema.registry.basic.auth.user.info", "alice:secret"),
                Environment.settings(variables));
    }

    private static Problem onlyProblem(Map<String, String> entries) {
        SettingsException failure = assertThrows(SettingsException.class, () -> Settings.parse(entries));
        assertEquals(1, failure.problems().size(), failure.getMessage());
        return failure.problems().get(0);
    }
}
