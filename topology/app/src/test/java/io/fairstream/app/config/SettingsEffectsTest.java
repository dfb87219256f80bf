package io.fairstream.app.config;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fairstream.http.ServerTls.PemFiles;
import io.fairstream.rules.share.Billing;
import io.fairstream.rules.usage.BalanceAccount.ChargeUnit;
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
import org.junit.jupiter.params.provider.MethodSource;

/** Each key of the settings, with its effect and its default. */
class SettingsEffectsTest {
    private static final Optional<String> UNSET = Optional.empty();

    /** The effect of a key on the settings: a legal value, the field that it sets, and the field's value without it. */
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
                new Effect("priority.halflife", "PT0.0001S", s -> s.get(Keys.PRIORITY_HALFLIFE), 86400.0, 0.0001),
                new Effect("priority.halflife", "0.0001", s -> s.get(Keys.PRIORITY_HALFLIFE), 86400.0, 0.0001),
                new Effect("priority.halflife", "P7D", s -> s.get(Keys.PRIORITY_HALFLIFE), 86400.0, 604800.0),
                new Effect("priority.factor.default", "1000", s -> s.get(Keys.PRIORITY_FACTOR_DEFAULT), 1.0, 1000.0),
                new Effect("priority.factor.nice-user", "5", s -> s.get(Keys.PRIORITY_FACTOR_NICE_USER), 1e10, 5.0),
                new Effect("priority.factor.remote", "2.5", s -> s.get(Keys.PRIORITY_FACTOR_REMOTE), 1e7, 2.5),
                new Effect(
                        "local.domain",
                        "example.org",
                        s -> s.get(Keys.LOCAL_DOMAIN),
                        UNSET,
                        Optional.of("example.org")),
                new Effect(
                        "priority.factor.groups",
                        "physics=20, chem = 3.5",
                        s -> s.get(Keys.PRIORITY_FACTOR_GROUPS),
                        Map.of(),
                        Map.of("physics", 20.0, "chem", 3.5)),
                new Effect(
                        "groups",
                        "physics, physics.theory",
                        s -> s.get(Keys.GROUPS),
                        List.of(),
                        List.of("physics", "physics.theory")),
                new Effect(
                        "customers.retention",
                        "P90D",
                        s -> s.get(Keys.CUSTOMERS_RETENTION),
                        Duration.ZERO,
                        Duration.ofDays(90)),
                new Effect(
                        "event.max.lateness",
                        "1d12h",
                        s -> s.get(Keys.EVENT_MAX_LATENESS),
                        Duration.ofDays(30),
                        Duration.ofHours(36)),
                new Effect(
                        "event.max.lateness",
                        "PT12H",
                        s -> s.get(Keys.EVENT_MAX_LATENESS),
                        Duration.ofDays(30),
                        Duration.ofHours(12)),
                new Effect(
                        "max.future.skew", "0", s -> s.get(Keys.MAX_FUTURE_SKEW), Duration.ofHours(1), Duration.ZERO),
                new Effect(
                        "priorities.refresh",
                        "0",
                        s -> s.get(Keys.PRIORITIES_REFRESH),
                        Duration.ofMinutes(5),
                        Duration.ZERO),
                new Effect("charge.suspended", "false", s -> s.get(Keys.CHARGE_SUSPENDED), true, false),
                new Effect("usage.halflife", "P1D", s -> s.get(Keys.USAGE_HALFLIFE), 604800.0, 86400.0),
                new Effect(
                        "usage.reset.period",
                        "P56D",
                        s -> s.get(Keys.USAGE_RESET_PERIOD),
                        Duration.ofDays(28),
                        Duration.ofDays(56)),
                new Effect(
                        "usage.epoch",
                        "2026-01-05T00:00:00Z",
                        s -> s.get(Keys.USAGE_EPOCH),
                        Instant.EPOCH,
                        Instant.parse("2026-01-05T00:00:00Z")),
                new Effect("usage.decay.factor", "0.25", s -> s.get(Keys.USAGE_DECAY_FACTOR), 0.5, 0.25),
                new Effect(
                        "usage.weights",
                        "cpu=1, mem=0.5G,gpu=8",
                        s -> s.tariff().standard().weights(),
                        Map.of("node", 1.0),
                        Map.of("cpu", 1.0, "mem", 0.5 / 1024, "gpu", 8.0)),
                new Effect(
                        "usage.weights.mode",
                        "max-tres",
                        s -> s.tariff().standard().mode(),
                        Billing.Mode.SUM,
                        Billing.Mode.MAX_TRES),
                new Effect(
                        "usage.weights.partitions",
                        "gpu:cpu=1,gres/gpu=8;big:mem=0.5G",
                        s -> s.tariff().byPartition(),
                        Map.of(),
                        Map.of(
                                "gpu", Billing.of("cpu=1,gres/gpu=8", Billing.Mode.SUM),
                                "big", Billing.of("mem=0.5G", Billing.Mode.SUM))),
                new Effect(
                        "usage.qos.factors",
                        "urgent=3, scavenge=0",
                        s -> s.tariff().qosFactors(),
                        Map.of(),
                        Map.of("urgent", 3.0, "scavenge", 0.0)),
                new Effect("fairshare.policy", "fair-tree", s -> s.get(Keys.FAIRSHARE_POLICY), "flux", "fair-tree"),
                new Effect("fairshare.usage", "smooth", s -> s.get(Keys.FAIRSHARE_USAGE), "policy", "smooth"),
                new Effect(
                        "fairshare.interval",
                        "0",
                        s -> s.get(Keys.FAIRSHARE_INTERVAL),
                        Duration.ofSeconds(30),
                        Duration.ZERO),
                new Effect("fairshare.dampening", "3", s -> s.get(Keys.FAIRSHARE_DAMPENING), 1.0, 3.0),
                new Effect(
                        "allocation.charge.unit",
                        "seconds",
                        s -> s.get(Keys.ALLOCATION_CHARGE_UNIT),
                        ChargeUnit.FLOPS,
                        ChargeUnit.SECONDS),
                new Effect("assign.policy", "recent", s -> s.get(Keys.ASSIGN_POLICY), "balance", "recent"),
                new Effect("assign.recent.days", "1", s -> s.get(Keys.ASSIGN_RECENT_DAYS), 7, 1),
                new Effect("active.window.days", "31", s -> s.get(Keys.ACTIVE_WINDOW_DAYS), 7, 31),
                new Effect("fairshare.default.shares", "0", s -> s.get(Keys.FAIRSHARE_DEFAULT_SHARES), 1.0, 0.0),
                new Effect(
                        "jobs.retention",
                        "P2D",
                        s -> s.get(Keys.JOBS_RETENTION),
                        Duration.ofDays(30),
                        Duration.ofDays(2)),
                new Effect("jobs.max", "5000", s -> s.get(Keys.JOBS_MAX), 1_000_000, 5000),
                new Effect(
                        "budgets",
                        "root/physics=1000, root/physics/alice=0.5",
                        s -> s.get(Keys.BUDGETS),
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
                new Effect("node.silence", "PT5M", s -> s.get(Keys.NODE_SILENCE), Duration.ZERO, Duration.ofMinutes(5)),
                new Effect("topology.repartition", "true", s -> s.get(Keys.TOPOLOGY_REPARTITION), false, true),
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
                        s -> s.get(Keys.STATE_DIR),
                        Path.of(System.getProperty("user.home"), ".fairstream", "state"),
                        Path.of("/var/lib/fairstream")),
                new Effect("state.cache.max.entries", "5000", s -> s.get(Keys.STATE_CACHE_MAX_ENTRIES), 200_000, 5000),
                new Effect(
                        "commit.interval",
                        "0.1",
                        s -> s.get(Keys.COMMIT_INTERVAL),
                        Duration.ofMillis(500),
                        Duration.ofMillis(100)),
                new Effect(
                        "threads",
                        "7",
                        s -> s.get(Keys.THREADS),
                        Runtime.getRuntime().availableProcessors(),
                        7),
                new Effect("partitions", "3", s -> s.get(Keys.PARTITIONS), 8, 3),
                new Effect("replication.factor", "3", s -> s.get(Keys.REPLICATION_FACTOR), -1, 3),
                new Effect(
                        "value.serializer",
                        StringSerializer.class.getName(),
                        s -> s.get(Keys.VALUE_SERIALIZER),
                        UNSET,
                        Optional.of(StringSerializer.class.getName())),
                new Effect(
                        "cluster.timeout",
                        "PT2M",
                        s -> s.get(Keys.CLUSTER_TIMEOUT),
                        Duration.ofSeconds(10),
                        Duration.ofMinutes(2)),
                new Effect(
                        "operation.port",
                        "9464",
                        settings -> settings.get(Keys.OPERATION_PORT),
                        UNSET,
                        Optional.of(9464)),
                new Effect(
                        "operation.host",
                        "0.0.0.0",
                        settings -> settings.get(Keys.OPERATION_HOST),
                        "127.0.0.1",
                        "0.0.0.0"),
                new Effect("instance.id", "left", s -> s.get(Keys.INSTANCE_ID), UNSET, Optional.of("left")),
                new Effect(
                        "instance.address",
                        "10.0.0.7:9465",
                        s -> s.get(Keys.INSTANCE_ADDRESS),
                        UNSET,
                        Optional.of("10.0.0.7:9465")),
                new Effect(
                        "value.deserializer",
                        StringDeserializer.class.getName(),
                        s -> s.get(Keys.VALUE_DESERIALIZER),
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
}
