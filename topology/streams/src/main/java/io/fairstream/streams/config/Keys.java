package io.fairstream.streams.config;

import io.fairstream.rules.ActiveDays;
import io.fairstream.rules.Bounds;
import io.fairstream.rules.account.balance.ChargeBy;
import io.fairstream.rules.share.Billing;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serializer;

/** The table of the configuration's own keys. */
public final class Keys {
    private static final String NAME = "[A-Za-z0-9._-]";
    private static final String DURATION = "a duration like PT24H, P30D or PT0.1S, or a number of seconds";
    private static final List<Key<?>> ALL = new ArrayList<>();

    static final Key<Optional<String>> BOOTSTRAP_SERVERS = add(
            "bootstrap.servers",
            "",
            "host:port, several with commas between",
            "The Kafka cluster.",
            Parser.text("\\S+:\\d+(\\s*,\\s*\\S+:\\d+)*").orUnset());
    static final Key<Optional<String>> SCHEMA_REGISTRY_URL = add(
            "schema.registry.url",
            "",
            "http(s)://host:port, several with commas between, or mock://scope",
            "The schema registry. Other schema.registry.*, basic.auth.* and auto.register.schemas go to its client.",
            Parser.text("(https?|mock)://\\S+").orUnset());
    static final Key<String> APPLICATION_ID = add(
            "application.id",
            "fairstream",
            "letters, digits, '.', '_' or '-'",
            "Instances with the same one share the work; its consumer group, transactions and internal topics bear this name.",
            Parser.text(NAME + "{1,150}"));
    static final Key<String> TOPIC_PREFIX = add(
            "topic.prefix",
            "fairstream.",
            "letters, digits, '.', '_' or '-'; at most 150",
            "Stands before the name of every topic.",
            Parser.text(NAME + "{0,150}"));
    static final Key<Double> PRIORITY_HALFLIFE = add(
            "priority.halflife",
            "PT24H",
            DURATION + ", above 0",
            "After this time past use counts half.",
            Parser.positiveSeconds());
    static final Key<Double> PRIORITY_FACTOR_DEFAULT = add(
            "priority.factor.default",
            "1",
            "a number from 1 to 1e15",
            "Priority factor of a customer without one of his own.",
            Parser.real(1, Bounds.FACTOR));
    static final Key<Double> PRIORITY_FACTOR_NICE_USER = add(
            "priority.factor.nice-user",
            "1e10",
            "a number from 1 to 1e15",
            "Priority factor of customers that yield to everybody: names that begin with nice-user.",
            Parser.real(1, Bounds.FACTOR));
    static final Key<Double> PRIORITY_FACTOR_REMOTE = add(
            "priority.factor.remote",
            "1e7",
            "a number from 1 to 1e15",
            "Priority factor of customers of other domains than local.domain.",
            Parser.real(1, Bounds.FACTOR));
    static final Key<Optional<String>> LOCAL_DOMAIN = add(
            "local.domain",
            "",
            "a domain name",
            "Domain of the local customers; without it everybody is local.",
            Parser.text("\\S+").orUnset());
    static final Key<List<String>> GROUPS = add(
            "groups",
            "",
            "names with commas between, dots between levels",
            "The accounting groups, as HTCondor's GROUP_NAMES: physics, physics.theory. A submitter physics.theory.alice@pool"
                    + " is a member of the deepest of them along the name.",
            Parser.list());
    static final Key<Map<String, Double>> PRIORITY_FACTOR_GROUPS = add(
            "priority.factor.groups",
            "",
            "group=factor, several with commas between; factors from 1 to 1e15",
            "Priority factors of groups and of their direct members: physics=10, physics.theory=20.",
            Parser.pairs(Parser.real(1, Bounds.FACTOR)));
    static final Key<Duration> CUSTOMERS_RETENTION = add(
            "customers.retention",
            "0",
            DURATION + ", not below history; 0 is off",
            "When a customer's row goes of whom nothing was heard for so long, who uses nothing, for whom nothing is decided and"
                    + " whose priority is back at the floor. The journal stays.",
            Parser.duration(Duration.ZERO));
    static final Key<Duration> HISTORY = add(
            "history",
            "P30D",
            DURATION + ", above 0",
            "How far behind the newest event of its partition an event may come and still be applied or known as a repeat.",
            Parser.duration(Duration.ofMillis(1)));
    static final Key<Duration> MAX_FUTURE_SKEW = add(
            "max.future.skew",
            "PT1H",
            DURATION + ", at least 0",
            "How far an event's time may lie after the time it was sent.",
            Parser.duration(Duration.ZERO));
    static final Key<Duration> PRIORITIES_REFRESH = add(
            "priorities.refresh",
            "PT5M",
            DURATION + "; 0 is off",
            "How often priorities whose published numbers are off by more than 1 % are published again.",
            Parser.duration(Duration.ZERO));
    static final Key<Boolean> DISCOUNT_SUSPENDED = add(
            "discount.suspended", "false", "true or false", "Whether a suspended match uses nothing.", Parser.bool());
    static final Key<Double> USAGE_HALFLIFE = add(
            "usage.halflife",
            "P7D",
            DURATION + ", PT0.001S or more",
            "After this time past use counts half in user-accounting and association-usage, as Slurm's and flux's"
                    + " PriorityDecayHalfLife; it is also the length of flux's periods.",
            Parser.positiveSeconds().where(value -> value >= 0.001));
    static final Key<Duration> USAGE_RESET = add(
            "usage.reset",
            "P28D",
            DURATION + ", above 0",
            "How long a use counts in the periods, rounded up to whole ones, as flux's PriorityUsageResetPeriod.",
            Parser.duration(Duration.ofMillis(1)));
    static final Key<Instant> USAGE_EPOCH = add(
            "usage.epoch",
            "1970-01-01T00:00:00Z",
            "an instant like 2026-01-05T00:00:00Z",
            "When period 0 begins; what was before counts in it, too.",
            Instant::parse);
    static final Key<Double> USAGE_DECAY_FACTOR = add(
            "usage.decay.factor",
            "0.5",
            "a number from 0 to 1",
            "What is left of a period's usage in the next one, as flux's decay_factor.",
            Parser.real(0, 1));
    static final Key<Billing> USAGE_WEIGHTS = add(
            "usage.weights",
            "node=1",
            "name=weight, several with commas between; names node, cpu, gpu, gres/NAME, license/NAME, billing, bb/NAME and mem (per MiB, or per unit as in 0.25G)",
            "What a job is charged each second for all it holds, as Slurm's TRESBillingWeights and flux's node, core and gpu"
                    + " weights. Of whom nobody says how many nodes it holds each processor counts as a node.",
            weights()
                    .where(value ->
                            !value.weights().isEmpty() && value.unknown().isEmpty()));
    static final Key<Billing.Mode> USAGE_WEIGHTS_MODE = add(
            "usage.weights.mode",
            "sum",
            "sum, max-tres or max-tres-gres",
            "Whether the weighted amounts add up, or only the largest counts, as Slurm's MAX_TRES; or that and the GPUs, as MAX_TRES_GRES.",
            Parser.oneOf(Billing.Mode.class));
    static final Key<Map<String, Billing>> USAGE_WEIGHTS_PARTITIONS = add(
            "usage.weights.partitions",
            "",
            "partition:weights, several with semicolons between, such as gpu:cpu=1,gres/gpu=8;big:mem=0.5G",
            "What jobs in these partitions are charged instead of usage.weights, as Slurm's TRESBillingWeights of a partition; also"
                    + " by gres/NAME, license/NAME and bb/NAME. usage.weights.mode holds for all.",
            Keys::partitionWeights);
    static final Key<Map<String, Double>> USAGE_QOS_FACTORS = add(
            "usage.qos.factors",
            "",
            "name=factor from 0 to 1e6, several with commas between",
            "By what the charge of jobs of this quality of service is multiplied, as Slurm's UsageFactor of a QOS; 1 for others.",
            Parser.pairs(Parser.real(0, 1e6)));
    static final Key<String> FAIRSHARE_POLICY = add(
            "fairshare.policy",
            "flux",
            "flux, fair-tree, classic or condor",
            "How shares and usages decide who is served first: flux's weighted tree, Slurm's Fair Tree or its classic formula, or"
                    + " HTCondor's priorities.",
            Parser.text("flux|fair-tree|classic|condor"));
    static final Key<String> FAIRSHARE_USAGE = add(
            "fairshare.usage",
            "policy",
            "period, smooth or policy",
            "Which usage is compared: of finished runs in half-life periods, as flux; of all use with smooth decay, as Slurm; or what"
                    + " the policy's own system compares.",
            Parser.text("period|smooth|policy"));
    static final Key<Duration> FAIRSHARE_INTERVAL = add(
            "fairshare.interval",
            "PT30S",
            DURATION + "; 0 is with every commit",
            "How often fair-share is worked out anew, if usage or shares have changed.",
            Parser.duration(Duration.ZERO));
    static final Key<Double> FAIRSHARE_DAMPENING = add(
            "fairshare.dampening",
            "1",
            "a number above 0",
            "The more, the less a use counts under the policy classic, as Slurm's FairShareDampeningFactor.",
            Parser.real(0, Double.MAX_VALUE).where(value -> value > 0));
    static final Key<Double> FAIRSHARE_UNLISTED = add(
            "fairshare.unlisted",
            "1",
            "a number from 0 to 1e12",
            "Shares of a bank or user with usage of which the topic shares says nothing; with 0 they have no rank.",
            Parser.real(0, Bounds.SHARES));
    static final Key<ChargeBy> CHARGE_BY = add(
            "charge.by",
            "flops",
            "flops or time",
            "What projects' allocations are charged for: the work that volunteers' hosts did, allocations being in FLOPs; or the time"
                    + " of their CPUs and GPUs, allocations being in seconds.",
            Parser.oneOf(ChargeBy.class));
    static final Key<String> ASSIGN_POLICY = add(
            "assign.policy",
            "balance",
            "balance or recent",
            "Which projects volunteers' hosts are given first: those with the highest balance, or those that got least of their share"
                    + " of recent work, as Science United.",
            Parser.text("balance|recent"));
    static final Key<Integer> ASSIGN_RECENT = add(
            "assign.recent",
            "7",
            "whole days, 1 to 31",
            "How many UTC days count as recent work under the policy recent, that of the report included.",
            Parser.integer(1).where(value -> value <= ActiveDays.LONGEST_WINDOW));
    static final Key<Integer> ACTIVE_WINDOW = add(
            "active.window",
            "7",
            "whole days, 1 to 31",
            "On how many UTC days a host or user counts as active in the table daily: that of the report, and the following ones."
                    + " Days before a change keep their counts.",
            Parser.integer(1).where(value -> value <= ActiveDays.LONGEST_WINDOW));
    static final Key<Duration> JOBS_RETENTION = add(
            "jobs.retention",
            "P30D",
            DURATION + ", above 0",
            "How long after its end a job stands in the job table. Its accounting stays for ever.",
            Parser.duration(Duration.ofMillis(1)));
    static final Key<Integer> JOBS_MAX = add(
            "jobs.max",
            "1000000",
            "a whole number; 0 is any number",
            "How many jobs may stand in the job table. When there are more, finished ones go: first those of users whose jobs fail at"
                    + " once in numbers, then those that ended first.",
            Parser.integer(0));
    static final Key<Duration> NODE_SILENCE = add(
            "node.silence",
            "0",
            DURATION + "; 0 is three intervals of the node's agent",
            "How long nothing may come from a node before it counts as down.",
            Parser.duration(Duration.ZERO));
    static final Key<String> JOB_PRIORITY_STYLE = add(
            "job.priority.style",
            "flux",
            "flux or slurm",
            "Whose multi-factor priority the command priority works out for waiting jobs.",
            Parser.text("flux|slurm"));
    static final Key<Map<String, Double>> JOB_PRIORITY_WEIGHTS = add(
            "job.priority.weights",
            "",
            "name=weight from -1e15 to 1e15, several with commas between; names fairshare, queue, bank, urgency for flux, age, fairshare, jobsize,"
                    + " partition for slurm",
            "What the factors of a job's priority weigh. Those that are not named have what flux and Slurm come with:"
                    + " fairshare=100000, queue=10000, bank=0, urgency=1000; for slurm all 0.",
            Parser.pairs(Parser.real(-Bounds.JOB_PRIORITY, Bounds.JOB_PRIORITY)));
    static final Key<Map<String, Double>> JOB_PRIORITY_QUEUES = add(
            "job.priority.queues",
            "",
            "partition=priority from -1e15 to 1e15, several with commas between",
            "flux's queue priorities, or Slurm's PriorityJobFactor of partitions, of which the largest counts as 1; others have 0.",
            Parser.pairs(Parser.real(-Bounds.JOB_PRIORITY, Bounds.JOB_PRIORITY)));
    static final Key<Map<String, Double>> JOB_PRIORITY_BANKS = add(
            "job.priority.banks",
            "",
            "path=priority from -1e15 to 1e15, several with commas between",
            "flux's bank priorities, by path like root/physics; others have 0.",
            Parser.pairs(Parser.real(-Bounds.JOB_PRIORITY, Bounds.JOB_PRIORITY)));
    static final Key<Duration> JOB_PRIORITY_MAX_AGE = add(
            "job.priority.max.age",
            "P7D",
            DURATION + ", above 0",
            "The wait that counts fully in Slurm's age factor, as PriorityMaxAge.",
            Parser.duration(Duration.ofMillis(1)));
    static final Key<Boolean> TOPOLOGY_REPARTITION = add(
            "topology.repartition",
            "false",
            "true or false",
            "Whether inputs are partitioned anew, for producers with another partitioner than Java's default.",
            Parser.bool());
    static final Key<Path> STATE_DIR = add(
            "state.dir",
            "~/.fairstream/state",
            "a directory",
            "Local copy of the state; if it is lost it is rebuilt from Kafka.",
            Parser.path());
    static final Key<Integer> HEAP_ENTRIES = add(
            "heap.entries",
            "200000",
            "a whole number of at least 1",
            "How many resources and customers this instance keeps on the heap between commits, at about 1 to 3 KiB each; the"
                    + " others are read from the state directory when they are needed.",
            Parser.integer(1));
    static final Key<Duration> COMMIT_INTERVAL = add(
            "commit.interval",
            "PT0.5S",
            DURATION + ", PT0.001S to PT5M",
            "How often results become visible. An event passes two commits on its way to a priority, so by default it is there"
                    + " within about a second; shorter costs throughput, since tables are written once per commit.",
            Parser.duration(Duration.ofMillis(1)).where(value -> value.compareTo(Duration.ofMinutes(5)) <= 0));
    static final Key<Integer> THREADS = add(
            "threads",
            Parser.ONE_PER_PROCESSOR,
            "a whole number of at least 1, or " + Parser.ONE_PER_PROCESSOR,
            "Threads of this instance.",
            Parser.threads());
    static final Key<Integer> PARTITIONS = add(
            "partitions",
            "8",
            "a whole number of at least 1",
            "Partitions of the topics that are created; not to be changed once they are in use.",
            Parser.integer(1));
    static final Key<Integer> REPLICATION_FACTOR = add(
            "replication.factor",
            "-1",
            "1 to 32767, or -1 for the cluster's default",
            "Copies of each topic, internal ones included.",
            Parser.integer(-1).where(value -> value != 0 && value <= Short.MAX_VALUE));
    static final Key<Optional<String>> VALUE_SERIALIZER = add(
            "value.serializer",
            "",
            "a class on the class path that implements " + Serializer.class.getName(),
            "Writes the values instead of the built-in serializer.",
            Parser.classImplementing(Serializer.class).orUnset());
    static final Key<Optional<String>> VALUE_DESERIALIZER = add(
            "value.deserializer",
            "",
            "a class on the class path that implements " + Deserializer.class.getName(),
            "Reads the values instead of the built-in deserializer.",
            Parser.classImplementing(Deserializer.class).orUnset());

    private Keys() {}

    private static Parser<Billing> weights() {
        return text -> Billing.of(text, Billing.Mode.SUM);
    }

    private static Map<String, Billing> partitionWeights(String text) {
        Map<String, Billing> byPartition = new TreeMap<>();
        for (String item : text.isBlank() ? new String[0] : text.split(";", -1)) {
            int colon = item.indexOf(':');
            String name = item.substring(0, Math.max(0, colon)).trim();
            Billing weights = Billing.of(item.substring(colon + 1), Billing.Mode.SUM);
            if (name.isEmpty()
                    || weights.weights().isEmpty()
                    || !weights.unknown().isEmpty()) {
                throw new IllegalArgumentException("\"" + item + "\"");
            }
            if (byPartition.put(name, weights) != null) {
                throw new IllegalArgumentException("\"" + name + "\" twice");
            }
        }
        return byPartition;
    }

    /** Every key, in the order to show them. Besides these there are {@code kafka.*} and the registry client's. */
    public static List<Key<?>> all() {
        return List.copyOf(ALL);
    }

    private static <T> Key<T> add(String name, String byDefault, String expectation, String doc, Parser<T> parser) {
        Key<T> key = new Key<>(name, byDefault, expectation, doc, parser);
        ALL.add(key);
        return key;
    }
}
