package io.fairstream.schemas;

import static io.fairstream.schemas.Topic.Cleanup.COMPACT;
import static io.fairstream.schemas.Topic.Cleanup.DELETE;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.NullMarked;

/** The topic catalogue: every topic of the contract. */
@NullMarked
public final class Topics {
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

    public static final Topic<MatchEvent> MATCHES = new Topic<>(
            "matches",
            MatchEvent.class,
            DELETE,
            Duration.ofDays(7),
            "resource",
            "schedulers and connectors: produce, replay, scan",
            "topology: match ledger",
            BY_RESOURCE + "; any number of partitions, not to be changed once in use");

    public static final Topic<JobEvent> JOB_EVENTS = new Topic<>(
            "job-events",
            JobEvent.class,
            DELETE,
            Duration.ofDays(7),
            "cluster/jobId",
            "schedulers and connectors: produce, replay, slurm-bridge",
            JOB_LEDGER,
            BY_JOB + "; any number of partitions, not to be changed once in use");

    public static final Topic<SessionDelta> SESSION_DELTAS = new Topic<>(
            "session-deltas",
            SessionDelta.class,
            DELETE,
            Duration.ofDays(7),
            "cluster/node",
            "agents and connectors: agent, produce, replay",
            SESSION_LEDGER,
            BY_NODE + "; any number of partitions, not to be changed once in use");

    public static final Topic<HostReport> HOST_REPORTS = new Topic<>(
            "host-reports",
            HostReport.class,
            DELETE,
            Duration.ofDays(7),
            "host",
            "connectors: boinc-gateway, produce",
            HOST_LEDGER,
            BY_HOST + "; any number of partitions, not to be changed once in use");

    public static final Topic<AccountEdit> ACCOUNT_EDITS = new Topic<>(
            "account-edits",
            AccountEdit.class,
            DELETE,
            null,
            "customer",
            "administrators: userprio, produce",
            "topology: priority account; userprio, explain, audit",
            BY_CUSTOMER + "; as many partitions as charges");

    public static final Topic<ShareNode> SHARES = new Topic<>(
            "shares",
            ShareNode.class,
            COMPACT,
            null,
            "path of the bank or of the user in it",
            "administrators: shares, produce",
            "topology: association account; shares, replay, slurm-bridge, table, audit",
            BY_PATH + "; as many partitions as charges");

    public static final Topic<Allocation> ALLOCATIONS = new Topic<>(
            "allocations",
            Allocation.class,
            COMPACT,
            null,
            "target: project or project/app",
            "administrators: produce",
            "topology: project account; table",
            "murmur2 of the target; any number of partitions");

    public static final Topic<Project> PROJECTS = new Topic<>(
            "projects",
            Project.class,
            COMPACT,
            null,
            "project",
            "administrators: produce",
            "topology: assignment; boinc-gateway, table",
            "murmur2 of the project; any number of partitions");

    public static final Topic<Preferences> PREFERENCES = new Topic<>(
            "preferences",
            Preferences.class,
            COMPACT,
            null,
            "user",
            "administrators: produce",
            "topology: assignment; report, table",
            "murmur2 of the user; any number of partitions");

    public static final Topic<ChargeBlock> CHARGES = new Topic<>(
            "charges",
            ChargeBlock.class,
            DELETE,
            Duration.ofDays(400),
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

    public static final Topic<Priority> PRIORITIES = new Topic<>(
            "priorities",
            Priority.class,
            COMPACT,
            null,
            "customer",
            "topology: priority account",
            "negotiators; userprio, explain, negotiate, table, audit",
            BY_CUSTOMER + "; as many partitions as charges");

    public static final Topic<OpenMatch> OPEN_MATCHES = new Topic<>(
            "open-matches",
            OpenMatch.class,
            COMPACT,
            null,
            "resource",
            MATCH_LEDGER,
            "userprio, scan, table, audit",
            BY_RESOURCE + "; as many partitions as matches");

    public static final Topic<MatchRecord> MATCH_RECORDS = new Topic<>(
            "match-records",
            MatchRecord.class,
            DELETE,
            Duration.ofDays(400),
            "resource",
            MATCH_LEDGER,
            "analysts; table, audit",
            BY_RESOURCE + "; as many partitions as matches");

    public static final Topic<Job> JOBS = new Topic<>(
            "jobs",
            Job.class,
            COMPACT,
            null,
            "cluster/jobId",
            JOB_LEDGER,
            "users and schedulers; jobs, priority, report, table, audit",
            BY_JOB + "; as many partitions as job-events");

    public static final Topic<JobAccounting> JOB_ACCOUNTING = new Topic<>(
            "job-accounting",
            JobAccounting.class,
            COMPACT,
            null,
            "cluster/jobId; cluster/jobId@submitted for later jobs of the number; cluster/0/user",
            "topology: job account",
            "analysts; report, table, audit",
            "murmur2 of cluster/jobId or cluster/0/user; as many partitions as charges");

    public static final Topic<Node> NODES = new Topic<>(
            "nodes",
            Node.class,
            COMPACT,
            null,
            "cluster/node",
            SESSION_LEDGER,
            "operators; report, priority, table, audit",
            BY_NODE + "; as many partitions as session-deltas");

    public static final Topic<UserAccounting> USER_ACCOUNTING = new Topic<>(
            "user-accounting",
            UserAccounting.class,
            COMPACT,
            null,
            "user",
            "topology: user account",
            "analysts; report, table, audit",
            "murmur2 of the user; as many partitions as charges");

    public static final Topic<AssociationUsage> ASSOCIATION_USAGE = new Topic<>(
            "association-usage",
            AssociationUsage.class,
            COMPACT,
            null,
            "path of the bank or of the user in it",
            "topology: association account",
            "topology: ranking; negotiators, analysts; shares, report, explain, table, audit",
            BY_PATH + "; as many partitions as charges");

    public static final Topic<FairShare> FAIR_SHARE = new Topic<>(
            "fair-share",
            FairShare.class,
            COMPACT,
            null,
            "path of the user in a bank",
            "topology: ranking",
            "negotiators and schedulers; shares, priority, table",
            BY_PATH + "; any number of partitions");

    public static final Topic<Host> HOSTS = new Topic<>(
            "hosts",
            Host.class,
            COMPACT,
            null,
            "host",
            HOST_LEDGER,
            "operators and volunteers; report, table, audit",
            BY_HOST + "; as many partitions as host-reports");

    public static final Topic<Daily> DAILY = new Topic<>(
            "daily",
            Daily.class,
            COMPACT,
            null,
            "scope|id|day",
            "topology: daily account",
            "analysts; report, table, audit",
            "murmur2 of scope|id; as many partitions as charges");

    public static final Topic<Balance> BALANCES = new Topic<>(
            "balances",
            Balance.class,
            COMPACT,
            null,
            "target: project or project/app",
            "topology: project account",
            "topology: assignment; analysts; report, explain, table, audit",
            "murmur2 of the project; as many partitions as charges");

    public static final Topic<Assignment> ASSIGNMENTS = new Topic<>(
            "assignments",
            Assignment.class,
            COMPACT,
            null,
            "host",
            "topology: assignment",
            "boinc-gateway, table",
            BY_HOST + "; as many partitions as host-reports");

    public static final Topic<Shadow> SHADOW = new Topic<>(
            "shadow",
            Shadow.class,
            COMPACT,
            null,
            "target|name",
            "shadow, steer",
            "operators, analysts; shadow, table",
            "murmur2 of the key; any number of partitions");

    public static final Topic<Steering> STEERING = new Topic<>(
            "steering",
            Steering.class,
            DELETE,
            Duration.ofDays(400),
            "target|name",
            "steer",
            "operators, analysts; table",
            "murmur2 of the key; any number of partitions. A record before each edit and one after it");

    public static final Topic<Steered> STEERED = new Topic<>(
            "steered",
            Steered.class,
            COMPACT,
            null,
            "target, or target|name",
            "steer; administrators: steer --pause, --resume",
            "steer, table",
            "murmur2 of the key; any number of partitions");

    public static final Topic<Rejection> REJECTIONS = new Topic<>(
            "rejections",
            Rejection.class,
            DELETE,
            Duration.ofDays(30),
            "the refused record's key",
            "topology: whoever refuses",
            "operators; userprio, explain, audit",
            "murmur2 of the key; any number of partitions");

    public static final Topic<InputCounts> INPUT_COUNTS = new Topic<>(
            "input-counts",
            InputCounts.class,
            COMPACT,
            null,
            "input topic/partition",
            "topology: the task that counts",
            "explain, negotiate, audit",
            "murmur2 of the key; any number of partitions");

    public static final Topic<Setting> SETTINGS = new Topic<>(
            "settings",
            Setting.class,
            COMPACT,
            null,
            "name of the setting",
            "topology: each instance at its start, what is not there yet; audit --accept",
            "audit, explain, negotiate, priority, replay, report, shares, userprio, what-if, table",
            "murmur2 of the name; any number of partitions");

    public static final Topic<byte[]> DEAD_LETTERS = new Topic<>(
            "dead-letters",
            byte[].class,
            DELETE,
            Duration.ofDays(30),
            "the unreadable record's key, as it came",
            "Kafka Streams, with topic, partition, offset and exception as headers",
            "operators, audit",
            "murmur2 of the key; any number of partitions");

    private static final List<Topic<?>> ALL = List.of(
            MATCHES,
            JOB_EVENTS,
            SESSION_DELTAS,
            HOST_REPORTS,
            ACCOUNT_EDITS,
            SHARES,
            ALLOCATIONS,
            PROJECTS,
            PREFERENCES,
            CHARGES,
            PRIORITIES,
            OPEN_MATCHES,
            MATCH_RECORDS,
            JOBS,
            JOB_ACCOUNTING,
            NODES,
            USER_ACCOUNTING,
            ASSOCIATION_USAGE,
            FAIR_SHARE,
            HOSTS,
            DAILY,
            BALANCES,
            ASSIGNMENTS,
            SHADOW,
            STEERING,
            STEERED,
            REJECTIONS,
            INPUT_COUNTS,
            SETTINGS,
            DEAD_LETTERS);

    private static final List<Topic<?>> INPUTS = ALL.subList(0, ALL.indexOf(CHARGES));

    private Topics() {}

    /** Every topic, in the order of the diagram. */
    public static List<Topic<?>> all() {
        return ALL;
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
