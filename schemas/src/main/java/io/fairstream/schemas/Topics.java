package io.fairstream.schemas;

import static io.fairstream.schemas.Topic.Cleanup.COMPACT;
import static io.fairstream.schemas.Topic.Cleanup.DELETE;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.NullMarked;

/** The topic catalogue: every topic of the contract. */
@NullMarked
public final class Topics {
    private static final List<Topic<?>> ALL = new ArrayList<>();
    private static final int FOREVER = 0;
    private static final String BY_RESOURCE = "murmur2 of the resource";
    private static final String BY_CUSTOMER = "murmur2 of the customer";
    private static final String BY_JOB = "murmur2 of cluster/jobId";
    private static final String BY_NODE = "murmur2 of cluster/node";
    private static final String BY_PATH = "murmur2 of the path";
    private static final String MATCH_LEDGER = "topology: match ledger";
    private static final String JOB_LEDGER = "topology: job ledger";
    private static final String BY_HOST = "murmur2 of the host";
    private static final String HOST_LEDGER = "topology: host ledger";
    private static final String SESSION_LEDGER = "topology: session ledger";

    public static final Topic<MatchEvent> MATCHES = events(
            "matches",
            MatchEvent.class,
            7,
            "resource",
            "schedulers and connectors: produce, replay, scan",
            MATCH_LEDGER,
            BY_RESOURCE + "; any number of partitions, not to be changed once in use");

    public static final Topic<JobEvent> JOB_EVENTS = events(
            "job-events",
            JobEvent.class,
            7,
            "cluster/jobId",
            "schedulers and connectors: produce, replay, slurm-bridge",
            JOB_LEDGER,
            BY_JOB + "; any number of partitions, not to be changed once in use");

    public static final Topic<SessionDelta> SESSION_DELTAS = events(
            "session-deltas",
            SessionDelta.class,
            7,
            "cluster/node",
            "agents and connectors: agent, produce, replay",
            SESSION_LEDGER,
            BY_NODE + "; any number of partitions, not to be changed once in use");

    public static final Topic<HostReport> HOST_REPORTS = events(
            "host-reports",
            HostReport.class,
            7,
            "host",
            "connectors: boinc-gateway, produce",
            HOST_LEDGER,
            BY_HOST + "; any number of partitions, not to be changed once in use");

    public static final Topic<AccountEdit> ACCOUNT_EDITS = events(
            "account-edits",
            AccountEdit.class,
            FOREVER,
            "customer",
            "administrators: userprio, produce",
            "topology: priority account; userprio, explain, audit",
            BY_CUSTOMER + "; as many partitions as charges");

    public static final Topic<ShareNode> SHARES = table(
            "shares",
            ShareNode.class,
            "path of the bank or of the user in it",
            "administrators: shares, produce",
            "topology: association account; shares, replay, slurm-bridge, table, audit",
            BY_PATH + "; as many partitions as charges");

    public static final Topic<Allocation> ALLOCATIONS = table(
            "allocations",
            Allocation.class,
            "target: project or project/app",
            "administrators: produce",
            "topology: project account; table",
            "murmur2 of the target; any number of partitions");

    public static final Topic<Project> PROJECTS = table(
            "projects",
            Project.class,
            "project",
            "administrators: produce",
            "topology: assignment; boinc-gateway, table",
            "murmur2 of the project; any number of partitions");

    public static final Topic<Preferences> PREFERENCES = table(
            "preferences",
            Preferences.class,
            "user",
            "administrators: produce",
            "topology: assignment; report, table",
            "murmur2 of the user; any number of partitions");

    /** The topics above. */
    private static final List<Topic<?>> INPUTS = List.copyOf(ALL);

    public static final Topic<ChargeBlock> CHARGES = events(
            "charges",
            ChargeBlock.class,
            400,
            "the ledger and the partition of the task that wrote it, as MATCH/3",
            MATCH_LEDGER
                    + ", job ledger, session ledger, host ledger; priority account, for groups; association account, for banks; daily"
                    + " account, for the active users",
            "topology: priority account, job account, user account, association account, project account, daily account; analysts,"
                    + " report, explain, what-if, audit",
            "murmur2 of the account of the charges in it, not of its key; as many partitions as account-edits. One block per writing"
                    + " task, commit and partition, more when it exceeds about 256 KiB. In it, one charge per paying"
                    + " account and input record,"
                    + " and one for each correction; a handover makes two. For each level of groups above at most as many"
                    + " again: what a group is charged is summed up per partition, commit, instant and start. A job event charges the job,"
                    + " its user and its association, the latter twice when several holdings end with its run; a snapshot each job and each"
                    + " user once. Banks are charged once per partition, commit and bank. A host's report charges its"
                    + " user's days once for each day it"
                    + " reaches over, with a part for each project; the projects' days and balances and the days of all, of banks and of"
                    + " clusters are charged once per partition, commit and day, balances once per hour");

    public static final Topic<Priority> PRIORITIES = table(
            "priorities",
            Priority.class,
            "customer",
            "topology: priority account",
            "negotiators; userprio, explain, negotiate, table, audit",
            BY_CUSTOMER + "; as many partitions as charges");

    public static final Topic<OpenMatch> OPEN_MATCHES = table(
            "open-matches",
            OpenMatch.class,
            "resource",
            MATCH_LEDGER,
            "userprio, scan, table, audit",
            BY_RESOURCE + "; as many partitions as matches");

    public static final Topic<MatchRecord> MATCH_RECORDS = events(
            "match-records",
            MatchRecord.class,
            400,
            "resource",
            MATCH_LEDGER,
            "analysts; table, audit",
            BY_RESOURCE + "; as many partitions as matches");

    public static final Topic<Job> JOBS = table(
            "jobs",
            Job.class,
            "cluster/jobId",
            JOB_LEDGER,
            "users and schedulers; jobs, priority, report, table, audit",
            BY_JOB + "; as many partitions as job-events");

    public static final Topic<JobAccounting> JOB_ACCOUNTING = table(
            "job-accounting",
            JobAccounting.class,
            "cluster/jobId; cluster/jobId@submitted for later jobs of the number; cluster/0/user",
            "topology: job account",
            "analysts; report, table, audit",
            "murmur2 of cluster/jobId or cluster/0/user; as many partitions as charges");

    public static final Topic<Node> NODES = table(
            "nodes",
            Node.class,
            "cluster/node",
            SESSION_LEDGER,
            "operators; report, priority, table, audit",
            BY_NODE + "; as many partitions as session-deltas");

    public static final Topic<UserAccounting> USER_ACCOUNTING = table(
            "user-accounting",
            UserAccounting.class,
            "user",
            "topology: user account",
            "analysts; report, table, audit",
            "murmur2 of the user; as many partitions as charges");

    public static final Topic<AssociationUsage> ASSOCIATION_USAGE = table(
            "association-usage",
            AssociationUsage.class,
            "path of the bank or of the user in it",
            "topology: association account",
            "topology: ranking; negotiators, analysts; shares, report, explain, table, audit",
            BY_PATH + "; as many partitions as charges");

    public static final Topic<FairShare> FAIR_SHARE = table(
            "fair-share",
            FairShare.class,
            "path of the user in a bank",
            "topology: ranking",
            "negotiators and schedulers; shares, priority, table",
            BY_PATH + "; any number of partitions");

    public static final Topic<Host> HOSTS = table(
            "hosts",
            Host.class,
            "host",
            HOST_LEDGER,
            "operators and volunteers; report, table, audit",
            BY_HOST + "; as many partitions as host-reports");

    public static final Topic<Daily> DAILY = table(
            "daily",
            Daily.class,
            "scope|id|day",
            "topology: daily account",
            "analysts; report, table, audit",
            "murmur2 of scope|id; as many partitions as charges");

    public static final Topic<Balance> BALANCES = table(
            "balances",
            Balance.class,
            "target: project or project/app",
            "topology: project account",
            "topology: assignment; analysts; report, explain, table, audit",
            "murmur2 of the project; as many partitions as charges");

    public static final Topic<Assignment> ASSIGNMENTS = table(
            "assignments",
            Assignment.class,
            "host",
            "topology: assignment",
            "boinc-gateway, table",
            BY_HOST + "; as many partitions as host-reports");

    public static final Topic<Shadow> SHADOW = table(
            "shadow",
            Shadow.class,
            "target|name",
            "shadow, steer",
            "operators, analysts; shadow, table",
            "murmur2 of the key; any number of partitions");

    public static final Topic<Steering> STEERING = events(
            "steering",
            Steering.class,
            400,
            "target|name",
            "steer",
            "operators, analysts; table",
            "murmur2 of the key; any number of partitions. A record before each edit and one after it");

    public static final Topic<Steered> STEERED = table(
            "steered",
            Steered.class,
            "target, or target|name",
            "steer; administrators: steer --pause, --resume",
            "steer, table",
            "murmur2 of the key; any number of partitions");

    public static final Topic<Rejection> REJECTIONS = events(
            "rejections",
            Rejection.class,
            30,
            "the refused record's key",
            "topology: whoever refuses",
            "operators; userprio, explain, audit",
            "murmur2 of the key; any number of partitions");

    public static final Topic<InputCounts> INPUT_COUNTS = table(
            "input-counts",
            InputCounts.class,
            "input topic/partition",
            "topology: the task that counts",
            "explain, negotiate, audit",
            "murmur2 of the key; any number of partitions");

    public static final Topic<Setting> SETTINGS = table(
            "settings",
            Setting.class,
            "name of the setting",
            "topology: each instance at its start, what is not there yet; audit --accept",
            "audit, explain, negotiate, priority, replay, report, shares, userprio, what-if, table",
            "murmur2 of the name; any number of partitions");

    public static final Topic<byte[]> DEAD_LETTERS = events(
            "dead-letters",
            byte[].class,
            30,
            "the unreadable record's key, as it came",
            "Kafka Streams, with topic, partition, offset and exception as headers",
            "operators, audit",
            "murmur2 of the key; any number of partitions");

    private Topics() {}

    private static <T> Topic<T> table(
            String name, Class<T> type, String key, String writers, String readers, String partitioning) {
        return add(new Topic<>(name, type, COMPACT, null, key, writers, readers, partitioning));
    }

    private static <T> Topic<T> events(
            String name, Class<T> type, int days, String key, String writers, String readers, String partitioning) {
        Duration retention = days == FOREVER ? null : Duration.ofDays(days);
        return add(new Topic<>(name, type, DELETE, retention, key, writers, readers, partitioning));
    }

    private static <T> Topic<T> add(Topic<T> topic) {
        ALL.add(topic);
        return topic;
    }

    /** Every topic, in the order of the diagram. */
    public static List<Topic<?>> all() {
        return Collections.unmodifiableList(ALL);
    }

    /** Input topics that the stages of the topology fold, in the same order. */
    public static List<Topic<?>> inputs() {
        return INPUTS;
    }

    /** Returns the topic of that name, without prefix. */
    public static Optional<Topic<?>> named(String name) {
        return ALL.stream().filter(topic -> topic.name().equals(name)).findFirst();
    }
}
