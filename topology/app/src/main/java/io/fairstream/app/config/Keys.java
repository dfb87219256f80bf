package io.fairstream.app.config;

import io.fairstream.app.config.Key.Parser;
import io.fairstream.rules.Bounds;
import io.fairstream.rules.share.Billing;
import io.fairstream.rules.usage.BalanceAccount.ChargeUnit;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.ConfigKey;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Width;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serializer;

/** Table of the configuration's own keys. In addition there are {@code kafka.*} and the registry client's keys. */
public final class Keys {
    /** Group of the keys that readers of the topics must share with the topology. */
    static final String TERMS = "terms";

    /** Every type is STRING: a value is published and documented as it was written. */
    static final ConfigDef DEFINITION = new ConfigDef();

    private static final String NAME = "[A-Za-z0-9._-]";

    public static final Key<Optional<String>> BOOTSTRAP_SERVERS = required(
            "bootstrap.servers",
            Parser.text("\\S+:\\d+(\\s*,\\s*\\S+:\\d+)*", "host:port, several with commas between"),
            "The Kafka cluster.");
    public static final Key<Optional<String>> SCHEMA_REGISTRY_URL = required(
            "schema.registry.url",
            Parser.text("(https?|mock)://\\S+", "http(s)://host:port, several with commas between, or mock://scope"),
            "The schema registry. Other schema.registry.*, basic.auth.* and auto.register.schemas go to its client.");
    public static final Key<String> APPLICATION_ID = term(
            "application.id",
            "fairstream",
            Parser.text(NAME + "{1,150}", "letters, digits, '.', '_' or '-'"),
            "Consumer group, and prefix of the transactional ids and internal topics. Instances with the same id share the work.");
    public static final Key<String> TOPIC_PREFIX = add(
            "topic.prefix",
            "fairstream.",
            Parser.text(NAME + "{0,150}", "letters, digits, '.', '_' or '-'; at most 150"),
            "Prefix of all topic names.");
    public static final Key<Double> PRIORITY_HALFLIFE = term(
            "priority.halflife", "PT24H", Parser.positiveSeconds(", above 0"), "Half-life of a customer's past usage.");
    public static final Key<Double> PRIORITY_FACTOR_DEFAULT = term(
            "priority.factor.default", "1", factor(), "Priority factor of customers without a factor of their own.");
    public static final Key<Double> PRIORITY_FACTOR_NICE_USER = term(
            "priority.factor.nice-user",
            "1e10",
            factor(),
            "Priority factor of nice users: customers whose names begin with nice-user.");
    public static final Key<Double> PRIORITY_FACTOR_REMOTE =
            term("priority.factor.remote", "1e7", factor(), "Priority factor of customers outside local.domain.");
    public static final Key<Optional<String>> LOCAL_DOMAIN = term(
            "local.domain",
            "",
            Parser.text("\\S+", "a domain name").orUnset(),
            "Domain of the local customers. Unset, all customers are local.");
    public static final Key<List<String>> GROUPS = term(
            "groups",
            "",
            Parser.list("names with commas between, dots between levels"),
            "Accounting groups, as HTCondor's GROUP_NAMES: physics, physics.theory. The submitter physics.theory.alice@pool is a "
                    + "member of physics.theory, the deepest group in its name.");
    public static final Key<Map<String, Double>> PRIORITY_FACTOR_GROUPS = term(
            "priority.factor.groups",
            "",
            Parser.pairs(1, Bounds.FACTOR, "group=factor, several with commas between; factors from 1 to 1e15"),
            "Priority factors of groups and their direct members: physics=10, physics.theory=20.");
    public static final Key<Duration> CUSTOMERS_RETENTION = term(
            "customers.retention",
            "0",
            Parser.duration(Duration.ZERO, ", not below event.max.lateness; 0 is off"),
            "Remove the row of a customer that has been idle this long, has no overrides and whose priority is back at the floor. "
                    + "The journal is kept. The time of a deletion is kept as long, or for ever if 0.");
    public static final Key<Duration> EVENT_MAX_LATENESS = term(
            "event.max.lateness",
            "P30D",
            Parser.duration(Duration.ofMillis(1), ", above 0"),
            "Maximum age of an event, relative to the newest event of its partition. Older events are rejected.");
    public static final Key<Duration> MAX_FUTURE_SKEW = term(
            "max.future.skew",
            "PT1H",
            Parser.duration(Duration.ZERO, ", at least 0"),
            "Maximum distance of an event's time into the future of the time at which it was sent.");
    public static final Key<Duration> PRIORITIES_REFRESH = add(
            "priorities.refresh",
            "PT5M",
            Parser.duration(Duration.ZERO, "; 0 is off"),
            "Interval at which priorities are published again if their published values are off by more than 1 %.");
    public static final Key<Boolean> CHARGE_SUSPENDED =
            term("charge.suspended", "true", Parser.bool(), "If true, suspended matches are charged.");
    public static final Key<Double> USAGE_HALFLIFE = term(
            "usage.halflife",
            "P7D",
            Parser.positiveSeconds(", PT0.001S or more; 8,000 years at most")
                    .where(value -> value >= 0.001 && value <= Bounds.LATEST / 1e3),
            "Half-life of usage in user-accounting and association-usage, as PriorityDecayHalfLife of Slurm and flux. Also the "
                    + "length of flux's half-life periods.");
    public static final Key<Duration> USAGE_RESET_PERIOD = term(
            "usage.reset.period",
            "P28D",
            Parser.duration(Duration.ofMillis(1), ", above 0"),
            "Time for which usage counts in flux's periods, rounded up to whole periods, as flux's PriorityUsageResetPeriod.");
    public static final Key<Instant> USAGE_EPOCH = term(
            "usage.epoch",
            "1970-01-01T00:00:00Z",
            new Parser<>("an instant like 2026-01-05T00:00:00Z, until the year 9999", Instant::parse)
                    .where(value -> Math.abs(value.toEpochMilli()) <= Bounds.LATEST),
            "Begin of flux's first period. Earlier usage counts in the first period.");
    public static final Key<Double> USAGE_DECAY_FACTOR = term(
            "usage.decay.factor",
            "0.5",
            Parser.real(0, 1, "a number from 0 to 1"),
            "Factor by which usage decays from one of flux's periods to the next, as flux's decay_factor.");
    public static final Key<Billing> USAGE_WEIGHTS = term(
            "usage.weights",
            "node=1",
            Parser.weights(
                    "name=weight, several with commas between; names node, cpu, gpu, gres/NAME, license/NAME, billing,"
                            + " bb/NAME and mem (per MiB, or per unit as in 0.25G)"),
            "Charge of a job per second for the resources it holds, as Slurm's TRESBillingWeights and flux's weights of nodes, "
                    + "cores and GPUs. If a job does not report its node count, each processor counts as one node.");
    public static final Key<Billing.Mode> USAGE_WEIGHTS_MODE = term(
            "usage.weights.mode",
            "sum",
            Parser.oneOf(Billing.Mode.class),
            "How weighted amounts become a charge: their sum, the largest (Slurm's MAX_TRES), or the largest plus the GPUs "
                    + "(MAX_TRES_GRES).");
    public static final Key<Map<String, Billing>> USAGE_WEIGHTS_PARTITIONS = term(
            "usage.weights.partitions",
            "",
            Parser.weightsByPartition(
                    "partition:weights, several with semicolons between, such as gpu:cpu=1,gres/gpu=8;big:mem=0.5G"),
            "Charges of jobs in these partitions, in place of usage.weights, as TRESBillingWeights of a Slurm partition. "
                    + "usage.weights.mode applies to all partitions.");
    public static final Key<Map<String, Double>> USAGE_QOS_FACTORS = term(
            "usage.qos.factors",
            "",
            Parser.pairs(0, 1e6, "name=factor from 0 to 1e6, several with commas between"),
            "Factors by which the charges of jobs with these qualities of service are multiplied, as UsageFactor of a Slurm QOS. "
                    + "Other qualities of service have 1.");
    public static final Key<String> FAIRSHARE_POLICY = term(
            "fairshare.policy",
            "flux",
            Parser.oneOf("flux", "fair-tree", "classic", "condor"),
            "Ranking of users by shares and usage: flux's weighted tree, Slurm's Fair Tree, Slurm's classic formula, or HTCondor's "
                    + "priorities.");
    public static final Key<String> FAIRSHARE_USAGE = term(
            "fairshare.usage",
            "policy",
            Parser.oneOf("period", "smooth", "policy"),
            "Usage that is compared: period is the usage of finished runs in flux's half-life periods, smooth is all usage with "
                    + "Slurm's continuous decay, policy is the one that the policy's own system compares.");
    public static final Key<Duration> FAIRSHARE_INTERVAL = term(
            "fairshare.interval",
            "PT30S",
            Parser.duration(Duration.ZERO, "; 0 is with every commit"),
            "Interval at which the ranking is computed again, if usage or shares have changed.");
    public static final Key<Double> FAIRSHARE_DAMPENING = term(
            "fairshare.dampening",
            "1",
            Parser.real(0, Double.MAX_VALUE, "a number above 0").where(value -> value > 0),
            "Dampening of usage under the policy classic, as Slurm's FairShareDampeningFactor: usage counts less with a higher "
                    + "value.");
    public static final Key<Double> FAIRSHARE_DEFAULT_SHARES = term(
            "fairshare.default.shares",
            "1",
            Parser.real(0, Bounds.SHARES, "a number from 0 to 1e12"),
            "Shares of banks and users that have usage and are not in the topic shares. With 0 they are not ranked.");
    public static final Key<ChargeUnit> ALLOCATION_CHARGE_UNIT = term(
            "allocation.charge.unit",
            "flops",
            Parser.oneOf(ChargeUnit.class),
            "Unit of projects' allocations and their charges: flops is the work done by volunteers' hosts, seconds is the time of "
                    + "their CPUs and GPUs.");
    public static final Key<String> ASSIGN_POLICY = term(
            "assign.policy",
            "balance",
            Parser.oneOf("balance", "recent"),
            "Projects that volunteers' hosts are assigned first: balance prefers the highest balance, recent the smallest part of "
                    + "its share of recent work, as Science United.");
    public static final Key<Integer> ASSIGN_RECENT_DAYS = term(
            "assign.recent.days",
            "7",
            Parser.days(),
            "Number of UTC days of recent work under the policy recent, including the day of the report.");
    public static final Key<Integer> ACTIVE_WINDOW_DAYS = term(
            "active.window.days",
            "7",
            Parser.days(),
            "Number of UTC days for which a report makes a host or user active in the table daily, beginning with the day of the "
                    + "report. A change does not affect earlier days.");
    public static final Key<Duration> JOBS_RETENTION = term(
            "jobs.retention",
            "P30D",
            Parser.duration(Duration.ofMillis(1), ", above 0"),
            "Time for which a job stays in the job table after its end. Its accounting is kept.");
    public static final Key<Integer> JOBS_MAX = term(
            "jobs.max",
            "1000000",
            Parser.integer(0, "a whole number; 0 is any number"),
            "Maximum number of jobs in the job table. Beyond it, finished jobs are removed: first those of users with many jobs "
                    + "that failed at once, then those that ended first.");
    public static final Key<Map<String, Double>> BUDGETS = add(
            "budgets",
            "",
            Parser.pairs(0, 1e15, "path=hours, several with commas between; hours from 0 to 1e15"),
            "Node-hours, weighted by usage.weights, that banks or users in banks may use. Open OnDemand shows the rest.");
    public static final Key<Duration> NODE_SILENCE = term(
            "node.silence",
            "0",
            Parser.duration(Duration.ZERO, "; 0 is three intervals of the node's agent"),
            "Time without a report after which a node counts as down.");
    public static final Key<String> JOB_PRIORITY_STYLE = term(
            "job.priority.style",
            "flux",
            Parser.oneOf("flux", "slurm"),
            "Multi-factor priority that the command priority computes for waiting jobs.");
    public static final Key<Map<String, Double>> JOB_PRIORITY_WEIGHTS = term(
            "job.priority.weights",
            "",
            priorities(
                    "name=weight from -1e15 to 1e15, several with commas between; names fairshare, queue, bank, urgency for flux,"
                            + " age, fairshare, jobsize, partition, qos, tres/NAME for slurm"),
            "Weights of the factors of a job's priority. Defaults for flux: fairshare=100000, queue=10000, bank=0, urgency=1000. "
                    + "Defaults for slurm: 0.");
    public static final Key<Map<String, Double>> JOB_PRIORITY_QUEUES = term(
            "job.priority.queues",
            "",
            priorities("partition=priority from -1e15 to 1e15, several with commas between"),
            "Priorities of queues in flux, or PriorityJobFactor of partitions in Slurm, relative to the largest. Others have 0.");
    public static final Key<Map<String, Double>> JOB_PRIORITY_BANKS = term(
            "job.priority.banks",
            "",
            priorities("path=priority from -1e15 to 1e15, several with commas between"),
            "Priorities of banks in flux, by path such as root/physics. Others have 0.");
    public static final Key<Map<String, Double>> JOB_PRIORITY_QOS = term(
            "job.priority.qos",
            "",
            Parser.pairs(0, Bounds.JOB_PRIORITY, "qos=priority from 0 to 1e15, several with commas between"),
            "Priorities of qualities of service in Slurm, relative to the largest. Others have 0.");
    public static final Key<Map<String, Double>> JOB_PRIORITY_TRES = term(
            "job.priority.tres",
            "",
            Parser.pairs(
                    Double.MIN_VALUE,
                    Bounds.JOB_PRIORITY,
                    "name=amount above 0, at most 1e15, several with commas between; memory in MiB"),
            "Total amounts of trackable resources in the cluster; Slurm's TRES factors divide a job's request by them. cpu and node "
                    + "default to the totals that agents report.");
    public static final Key<Duration> JOB_PRIORITY_MAX_AGE = term(
            "job.priority.max.age",
            "P7D",
            Parser.duration(Duration.ofMillis(1), ", above 0"),
            "Waiting time at which Slurm's age factor reaches its maximum, as PriorityMaxAge.");
    public static final Key<Boolean> TOPOLOGY_REPARTITION = term(
            "topology.repartition",
            "false",
            Parser.bool(),
            "If true, inputs are repartitioned, for producers that do not use the partitioner of Kafka's Java clients.");
    public static final Key<Optional<Path>> TLS_CERTIFICATE = optional(
            "tls.certificate",
            Parser.path("a file"),
            "Certificate in PEM for HTTPS instead of HTTP in boinc-gateway and in the registry of standalone (127.0.0.1).");
    public static final Key<Optional<Path>> TLS_KEY = optional(
            "tls.key",
            Parser.path("a file"),
            "Private key of the certificate: PKCS#8 in PEM, without a password. Unset, it is in the certificate's file. Both files "
                    + "are read again when they change.");
    public static final Key<Path> STATE_DIR = add(
            "state.dir",
            "~/.fairstream/state",
            Parser.path("a directory"),
            "Directory of the local copy of the state, one for each process. A lost copy is restored from Kafka.");
    public static final Key<Integer> STATE_CACHE_MAX_ENTRIES = add(
            "state.cache.max.entries",
            "200000",
            Parser.count(),
            "Maximum number of states of resources, jobs, hosts and accounts on this instance's heap between commits, about 1 to 3 "
                    + "KiB each. Other states are read from the state directory on demand.");
    public static final Key<Duration> COMMIT_INTERVAL = add(
            "commit.interval",
            "PT0.5S",
            Parser.duration(Duration.ofMillis(1), ", PT0.001S to PT5M")
                    .where(value -> value.compareTo(Duration.ofMinutes(5)) <= 0),
            "Interval of commits, after which results become visible. An event takes two commits to become a priority, by default "
                    + "about a second. A shorter interval costs throughput, since tables are written once per commit.");
    public static final Key<Integer> THREADS =
            add("threads", Parser.ONE_PER_PROCESSOR, Parser.threads(), "Number of stream threads of this instance.");
    public static final Key<Integer> PARTITIONS = add(
            "partitions",
            "8",
            Parser.count(),
            "Number of partitions of new topics, and so the most stream threads of all instances together. Do not change it "
                    + "once they are in use.");
    public static final Key<Integer> REPLICATION_FACTOR = add(
            "replication.factor",
            "-1",
            Parser.integer(-1, "1 to 32767, or -1 for the cluster's default")
                    .where(value -> value != 0 && value <= Short.MAX_VALUE),
            "Replication factor of all topics, including internal ones.");
    public static final Key<Optional<Integer>> OPERATION_PORT = optional(
            "operation.port",
            Parser.integer(0, "0 to 65535; 0 is any that is free").where(value -> value <= 65_535),
            "HTTP port of metrics and health. Unset, run serves none and standalone uses any free port.");
    public static final Key<String> OPERATION_HOST = add(
            "operation.host",
            "127.0.0.1",
            Parser.text("\\S+", "a host name or an address"),
            "Address of metrics and health. They ask for no password, so strangers must not reach this address.");
    public static final Key<Duration> CLUSTER_TIMEOUT = add(
            "cluster.timeout",
            "PT10S",
            Parser.duration(Duration.ofMillis(100), ", PT0.1S or more"),
            "Time for which a command waits for Kafka's first answer. A command that keeps running reports longer outages and "
                    + "continues when Kafka is back.");
    public static final Key<Optional<String>> INSTANCE_ID = optional(
            "instance.id",
            Parser.text(NAME + "{1,150}", "letters, digits, '.', '_' or '-'"),
            "Name of this instance, unique among the instances that share the work. A restarted instance gets its tasks back by "
                    + "this name. Unset, the host name and a number, kept in state.dir.");
    public static final Key<Optional<String>> INSTANCE_ADDRESS = optional(
            "instance.address",
            Parser.text("[^\\s:]+(:\\d{1,5})?", "a host, host:port, or none"),
            "Address at which the other instances hold a connection to this one, by which they detect at once that it was killed. "
                    + "Unset, the address that connects to Kafka, and any free port.");
    public static final Key<Optional<String>> VALUE_SERIALIZER = optional(
            "value.serializer",
            Parser.classImplementing(Serializer.class),
            "Serializer of values, in place of the built-in one.");
    public static final Key<Optional<String>> VALUE_DESERIALIZER = optional(
            "value.deserializer",
            Parser.classImplementing(Deserializer.class),
            "Deserializer of values, in place of the built-in one.");

    private Keys() {}

    private static Parser<Map<String, Double>> priorities(String expectation) {
        return Parser.pairs(-Bounds.JOB_PRIORITY, Bounds.JOB_PRIORITY, expectation);
    }

    private static Parser<Double> factor() {
        return Parser.real(1, Bounds.FACTOR, "a number from 1 to 1e15");
    }

    /** All keys, in display order. */
    public static Collection<ConfigKey> all() {
        return Collections.unmodifiableCollection(DEFINITION.configKeys().values());
    }

    static ConfigKey of(String name) {
        return Objects.requireNonNull(DEFINITION.configKeys().get(name), name);
    }

    /** Adds a key that a process needs to reach a cluster. */
    private static <T> Key<Optional<T>> required(String name, Parser<T> parser, String doc) {
        return define(name, "", parser.orUnset(), Importance.HIGH, doc, "cluster");
    }

    /** Adds a key that affects numbers, or that readers need to find the topology's progress. */
    private static <T> Key<T> term(String name, String byDefault, Parser<T> parser, String doc) {
        return define(name, byDefault, parser, Importance.MEDIUM, doc, TERMS);
    }

    /** Adds a key that may differ between processes. */
    private static <T> Key<T> add(String name, String byDefault, Parser<T> parser, String doc) {
        return define(name, byDefault, parser, Importance.LOW, doc, "process");
    }

    private static <T> Key<Optional<T>> optional(String name, Parser<T> parser, String doc) {
        return add(name, "", parser.orUnset(), doc);
    }

    private static <T> Key<T> define(
            String name, String byDefault, Parser<T> parser, Importance importance, String doc, String group) {
        int order = DEFINITION.names().size();
        DEFINITION.define(
                name, ConfigDef.Type.STRING, byDefault, parser, importance, doc, group, order, Width.LONG, name);
        return new Key<>(name, parser);
    }
}
