package io.fairstream.app.config;

import io.fairstream.app.config.Key.Parser;
import io.fairstream.rules.Bounds;
import io.fairstream.rules.balance.BalanceAccount.ChargeUnit;
import io.fairstream.rules.share.Billing;
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

    static final Key<Optional<String>> BOOTSTRAP_SERVERS = required(
            "bootstrap.servers",
            Parser.text("\\S+:\\d+(\\s*,\\s*\\S+:\\d+)*", "host:port, several with commas between"),
            "The Kafka cluster.");
    static final Key<Optional<String>> SCHEMA_REGISTRY_URL = required(
            "schema.registry.url",
            Parser.text("(https?|mock)://\\S+", "http(s)://host:port, several with commas between, or mock://scope"),
            "The schema registry. Other schema.registry.*, basic.auth.* and auto.register.schemas go to its client.");
    static final Key<String> APPLICATION_ID = term(
            "application.id",
            "fairstream",
            Parser.text(NAME + "{1,150}", "letters, digits, '.', '_' or '-'"),
            "Instances with the same one share the work; its consumer group, transactions and internal topics bear this name.");
    static final Key<String> TOPIC_PREFIX = add(
            "topic.prefix",
            "fairstream.",
            Parser.text(NAME + "{0,150}", "letters, digits, '.', '_' or '-'; at most 150"),
            "Stands before the name of every topic.");
    static final Key<Double> PRIORITY_HALFLIFE = term(
            "priority.halflife", "PT24H", Parser.positiveSeconds(", above 0"), "After this time past use counts half.");
    static final Key<Double> PRIORITY_FACTOR_DEFAULT =
            term("priority.factor.default", "1", factor(), "Priority factor of a customer without one of his own.");
    static final Key<Double> PRIORITY_FACTOR_NICE_USER = term(
            "priority.factor.nice-user",
            "1e10",
            factor(),
            "Priority factor of customers that yield to everybody: names that begin with nice-user.");
    static final Key<Double> PRIORITY_FACTOR_REMOTE = term(
            "priority.factor.remote",
            "1e7",
            factor(),
            "Priority factor of customers of other domains than local.domain.");
    static final Key<Optional<String>> LOCAL_DOMAIN = term(
            "local.domain",
            "",
            Parser.text("\\S+", "a domain name").orUnset(),
            "Domain of the local customers; without it everybody is local.");
    static final Key<List<String>> GROUPS = term(
            "groups",
            "",
            Parser.list("names with commas between, dots between levels"),
            "The accounting groups, as HTCondor's GROUP_NAMES: physics, physics.theory. A submitter physics.theory.alice@pool is a"
                    + " member of the deepest of them along the name.");
    static final Key<Map<String, Double>> PRIORITY_FACTOR_GROUPS = term(
            "priority.factor.groups",
            "",
            Parser.pairs(1, Bounds.FACTOR, "group=factor, several with commas between; factors from 1 to 1e15"),
            "Priority factors of groups and of their direct members: physics=10, physics.theory=20.");
    static final Key<Duration> CUSTOMERS_RETENTION = term(
            "customers.retention",
            "0",
            Parser.duration(Duration.ZERO, ", not below event.max.lateness; 0 is off"),
            "When a customer's row goes of whom nothing was heard for so long, who uses nothing, for whom nothing is decided and whose"
                    + " priority is back at the floor. The journal stays.");
    static final Key<Duration> EVENT_MAX_LATENESS = term(
            "event.max.lateness",
            "P30D",
            Parser.duration(Duration.ofMillis(1), ", above 0"),
            "How far behind the newest event of its partition an event may come and still be applied or known as a repeat.");
    static final Key<Duration> MAX_FUTURE_SKEW = term(
            "max.future.skew",
            "PT1H",
            Parser.duration(Duration.ZERO, ", at least 0"),
            "How far an event's time may lie after the time it was sent.");
    static final Key<Duration> PRIORITIES_REFRESH = add(
            "priorities.refresh",
            "PT5M",
            Parser.duration(Duration.ZERO, "; 0 is off"),
            "How often priorities whose published numbers are off by more than 1 % are published again.");
    static final Key<Boolean> CHARGE_SUSPENDED =
            term("charge.suspended", "true", Parser.bool(), "Whether a suspended match is charged.");
    static final Key<Double> USAGE_HALFLIFE = term(
            "usage.halflife",
            "P7D",
            Parser.positiveSeconds(", PT0.001S or more").where(value -> value >= 0.001),
            "After this time past use counts half in user-accounting and association-usage, as Slurm's and flux's PriorityDecayHalfLife;"
                    + " it is also the length of flux's periods.");
    static final Key<Duration> USAGE_RESET_PERIOD = term(
            "usage.reset.period",
            "P28D",
            Parser.duration(Duration.ofMillis(1), ", above 0"),
            "How long a use counts in the periods, rounded up to whole ones, as flux's PriorityUsageResetPeriod.");
    static final Key<Instant> USAGE_EPOCH = term(
            "usage.epoch",
            "1970-01-01T00:00:00Z",
            new Parser<>("an instant like 2026-01-05T00:00:00Z", Instant::parse),
            "When period 0 begins; what was before counts in it, too.");
    static final Key<Double> USAGE_DECAY_FACTOR = term(
            "usage.decay.factor",
            "0.5",
            Parser.real(0, 1, "a number from 0 to 1"),
            "What is left of a period's usage in the next one, as flux's decay_factor.");
    static final Key<Billing> USAGE_WEIGHTS = term(
            "usage.weights",
            "node=1",
            Parser.weights(
                    "name=weight, several with commas between; names node, cpu, gpu, gres/NAME, license/NAME, billing,"
                            + " bb/NAME and mem (per MiB, or per unit as in 0.25G)"),
            "What a job is charged each second for all it holds, as Slurm's TRESBillingWeights and flux's node, core and gpu weights. Of"
                    + " whom nobody says how many nodes it holds each processor counts as a node.");
    static final Key<Billing.Mode> USAGE_WEIGHTS_MODE = term(
            "usage.weights.mode",
            "sum",
            Parser.oneOf(Billing.Mode.class),
            "Whether the weighted amounts add up, or only the largest counts, as Slurm's MAX_TRES; or that and the GPUs, as"
                    + " MAX_TRES_GRES.");
    static final Key<Map<String, Billing>> USAGE_WEIGHTS_PARTITIONS = term(
            "usage.weights.partitions",
            "",
            Parser.weightsByPartition(
                    "partition:weights, several with semicolons between, such as gpu:cpu=1,gres/gpu=8;big:mem=0.5G"),
            "What jobs in these partitions are charged instead of usage.weights, as Slurm's TRESBillingWeights of a partition; also by"
                    + " gres/NAME, license/NAME and bb/NAME. usage.weights.mode holds for all.");
    static final Key<Map<String, Double>> USAGE_QOS_FACTORS = term(
            "usage.qos.factors",
            "",
            Parser.pairs(0, 1e6, "name=factor from 0 to 1e6, several with commas between"),
            "By what the charge of jobs of this quality of service is multiplied, as Slurm's UsageFactor of a QOS; 1 for others.");
    static final Key<String> FAIRSHARE_POLICY = term(
            "fairshare.policy",
            "flux",
            Parser.oneOf("flux", "fair-tree", "classic", "condor"),
            "How shares and usages decide who is served first: flux's weighted tree, Slurm's Fair Tree or its classic formula, or"
                    + " HTCondor's priorities.");
    static final Key<String> FAIRSHARE_USAGE = term(
            "fairshare.usage",
            "policy",
            Parser.oneOf("period", "smooth", "policy"),
            "Which usage is compared: of finished runs in half-life periods, as flux; of all use with smooth decay, as Slurm; or what"
                    + " the policy's own system compares.");
    static final Key<Duration> FAIRSHARE_INTERVAL = term(
            "fairshare.interval",
            "PT30S",
            Parser.duration(Duration.ZERO, "; 0 is with every commit"),
            "How often fair-share is worked out anew, if usage or shares have changed.");
    static final Key<Double> FAIRSHARE_DAMPENING = term(
            "fairshare.dampening",
            "1",
            Parser.real(0, Double.MAX_VALUE, "a number above 0").where(value -> value > 0),
            "The more, the less a use counts under the policy classic, as Slurm's FairShareDampeningFactor.");
    static final Key<Double> FAIRSHARE_DEFAULT_SHARES = term(
            "fairshare.default.shares",
            "1",
            Parser.real(0, Bounds.SHARES, "a number from 0 to 1e12"),
            "Shares of a bank or user with usage of which the topic shares says nothing; with 0 they have no rank.");
    static final Key<ChargeUnit> ALLOCATION_CHARGE_UNIT = term(
            "allocation.charge.unit",
            "flops",
            Parser.oneOf(ChargeUnit.class),
            "Unit of projects' allocations and of what is charged to them: flops, the work that volunteers' hosts did; or seconds, the"
                    + " time of their CPUs and GPUs.");
    static final Key<String> ASSIGN_POLICY = term(
            "assign.policy",
            "balance",
            Parser.oneOf("balance", "recent"),
            "Which projects volunteers' hosts are given first: those with the highest balance, or those that got least of their share of"
                    + " recent work, as Science United.");
    static final Key<Integer> ASSIGN_RECENT_DAYS = term(
            "assign.recent.days",
            "7",
            Parser.days(),
            "How many UTC days count as recent work under the policy recent, that of the report included.");
    static final Key<Integer> ACTIVE_WINDOW_DAYS = term(
            "active.window.days",
            "7",
            Parser.days(),
            "On how many UTC days a host or user counts as active in the table daily: that of the report, and the following ones. Days"
                    + " before a change keep their counts.");
    static final Key<Duration> JOBS_RETENTION = term(
            "jobs.retention",
            "P30D",
            Parser.duration(Duration.ofMillis(1), ", above 0"),
            "How long after its end a job stands in the job table. Its accounting stays for ever.");
    static final Key<Integer> JOBS_MAX = term(
            "jobs.max",
            "1000000",
            Parser.integer(0, "a whole number; 0 is any number"),
            "How many jobs may stand in the job table. When there are more, finished ones go: first those of users whose jobs fail at"
                    + " once in numbers, then those that ended first.");
    static final Key<Map<String, Double>> BUDGETS = add(
            "budgets",
            "",
            Parser.pairs(0, 1e15, "path=hours, several with commas between; hours from 0 to 1e15"),
            "Node-hours, as usage.weights has them, that a bank or a user in one may use: Open OnDemand gets what is left.");
    static final Key<Duration> NODE_SILENCE = term(
            "node.silence",
            "0",
            Parser.duration(Duration.ZERO, "; 0 is three intervals of the node's agent"),
            "How long nothing may come from a node before it counts as down.");
    static final Key<String> JOB_PRIORITY_STYLE = term(
            "job.priority.style",
            "flux",
            Parser.oneOf("flux", "slurm"),
            "Whose multi-factor priority the command priority works out for waiting jobs.");
    static final Key<Map<String, Double>> JOB_PRIORITY_WEIGHTS = term(
            "job.priority.weights",
            "",
            Parser.pairs(
                    -Bounds.JOB_PRIORITY,
                    Bounds.JOB_PRIORITY,
                    "name=weight from -1e15 to 1e15, several with commas between; names fairshare, queue, bank, urgency for flux, age,"
                            + " fairshare, jobsize, partition, qos, tres/NAME for slurm"),
            "What the factors of a job's priority weigh. Those that are not named have what flux and Slurm come with: fairshare=100000,"
                    + " queue=10000, bank=0, urgency=1000; for slurm all 0.");
    static final Key<Map<String, Double>> JOB_PRIORITY_QUEUES = term(
            "job.priority.queues",
            "",
            Parser.pairs(
                    -Bounds.JOB_PRIORITY,
                    Bounds.JOB_PRIORITY,
                    "partition=priority from -1e15 to 1e15, several with commas between"),
            "flux's queue priorities, or Slurm's PriorityJobFactor of partitions, of which the largest counts as 1; others have 0.");
    static final Key<Map<String, Double>> JOB_PRIORITY_BANKS = term(
            "job.priority.banks",
            "",
            Parser.pairs(
                    -Bounds.JOB_PRIORITY,
                    Bounds.JOB_PRIORITY,
                    "path=priority from -1e15 to 1e15, several with commas between"),
            "flux's bank priorities, by path like root/physics; others have 0.");
    static final Key<Map<String, Double>> JOB_PRIORITY_QOS = term(
            "job.priority.qos",
            "",
            Parser.pairs(0, Bounds.JOB_PRIORITY, "qos=priority from 0 to 1e15, several with commas between"),
            "Slurm's priorities of qualities of service, of which the largest counts as 1; others have 0.");
    static final Key<Map<String, Double>> JOB_PRIORITY_TRES = term(
            "job.priority.tres",
            "",
            Parser.pairs(
                    Double.MIN_VALUE,
                    Bounds.JOB_PRIORITY,
                    "name=amount above 0, at most 1e15, several with commas between; memory in MiB"),
            "How much of a trackable resource a cluster has, by which what a job asks for is divided in Slurm's TRES factors; of cpu and"
                    + " node what agents report unless it is named.");
    static final Key<Duration> JOB_PRIORITY_MAX_AGE = term(
            "job.priority.max.age",
            "P7D",
            Parser.duration(Duration.ofMillis(1), ", above 0"),
            "The wait that counts fully in Slurm's age factor, as PriorityMaxAge.");
    static final Key<Boolean> TOPOLOGY_REPARTITION = term(
            "topology.repartition",
            "false",
            Parser.bool(),
            "Whether inputs are partitioned anew, for producers with another partitioner than Java's default.");
    static final Key<Optional<Path>> TLS_CERTIFICATE = optional(
            "tls.certificate",
            Parser.path("a file"),
            "File of a certificate, PEM, with which boinc-gateway and the registry of standalone (127.0.0.1) serve HTTPS instead of HTTP.");
    static final Key<Optional<Path>> TLS_KEY = optional(
            "tls.key",
            Parser.path("a file"),
            "File of its private key, PKCS#8 in PEM without a password. Unset, in the certificate's file. Both are read again when they"
                    + " change.");
    static final Key<Path> STATE_DIR = add(
            "state.dir",
            "~/.fairstream/state",
            Parser.path("a directory"),
            "Local copy of the state; if it is lost it is rebuilt from Kafka.");
    static final Key<Integer> STATE_CACHE_MAX_ENTRIES = add(
            "state.cache.max.entries",
            "200000",
            Parser.count(),
            "How many states of resources, jobs, hosts and accounts this instance keeps on the heap between commits, at about 1 to 3 KiB"
                    + " each; the others are read from the state directory when they are needed.");
    static final Key<Duration> COMMIT_INTERVAL = add(
            "commit.interval",
            "PT0.5S",
            Parser.duration(Duration.ofMillis(1), ", PT0.001S to PT5M")
                    .where(value -> value.compareTo(Duration.ofMinutes(5)) <= 0),
            "How often results become visible. An event passes two commits on its way to a priority, so by default it is there within"
                    + " about a second; shorter costs throughput, since tables are written once per commit.");
    static final Key<Integer> THREADS =
            add("threads", Parser.ONE_PER_PROCESSOR, Parser.threads(), "Threads of this instance.");
    static final Key<Integer> PARTITIONS = add(
            "partitions",
            "8",
            Parser.count(),
            "Partitions of the topics that are created; not to be changed once they are in use.");
    static final Key<Integer> REPLICATION_FACTOR = add(
            "replication.factor",
            "-1",
            Parser.integer(-1, "1 to 32767, or -1 for the cluster's default")
                    .where(value -> value != 0 && value <= Short.MAX_VALUE),
            "Copies of each topic, internal ones included.");
    static final Key<Optional<Integer>> OPERATION_PORT = optional(
            "operation.port",
            Parser.integer(0, "0 to 65535; 0 is any that is free").where(value -> value <= 65_535),
            "Port of metrics and health on HTTP. Unset, run serves none, and standalone serves them on any that is free.");
    static final Key<String> OPERATION_HOST = add(
            "operation.host",
            "127.0.0.1",
            Parser.text("\\S+", "a host name or an address"),
            "Address of metrics and health. Nothing asks for a password there: not one that strangers reach.");
    static final Key<Duration> CLUSTER_TIMEOUT = add(
            "cluster.timeout",
            "PT10S",
            Parser.duration(Duration.ofMillis(100), ", PT0.1S or more"),
            "How long a command waits for Kafka's first answer. One that runs on says so when Kafka is away for longer, and goes on when"
                    + " it is back.");
    static final Key<Optional<String>> INSTANCE_ID = optional(
            "instance.id",
            Parser.text(NAME + "{1,150}", "letters, digits, '.', '_' or '-'"),
            "Name of this instance among those that share the work, another one for each; with it an instance that was started again"
                    + " gets its work back. Unset, the host's name and a number, kept in state.dir.");
    static final Key<Optional<String>> INSTANCE_ADDRESS = optional(
            "instance.address",
            Parser.text("[^\\s:]+(:\\d{1,5})?", "a host, host:port, or none"),
            "Where the other instances hold a connection by which they see at once that this one was killed; none for none. Unset, the"
                    + " address from which Kafka is reached, and any port.");
    static final Key<Optional<String>> VALUE_SERIALIZER = optional(
            "value.serializer",
            Parser.classImplementing(Serializer.class),
            "Writes the values instead of the built-in serializer.");
    static final Key<Optional<String>> VALUE_DESERIALIZER = optional(
            "value.deserializer",
            Parser.classImplementing(Deserializer.class),
            "Reads the values instead of the built-in deserializer.");

    private Keys() {}

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
