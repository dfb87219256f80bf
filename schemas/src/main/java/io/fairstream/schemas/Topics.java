package io.fairstream.schemas;

import static io.fairstream.schemas.Topic.Cleanup.COMPACT;
import static io.fairstream.schemas.Topic.Cleanup.DELETE;

import io.fairstream.schemas.Topic.Cleanup;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;

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

    public static final Topic<MatchEvent> MATCHES = events("matches", MatchEvent.class, 7)
            .key("resource")
            .writers("schedulers and connectors: produce, replay, scan")
            .readers(MATCH_LEDGER)
            .partitioning(BY_RESOURCE + "; any number of partitions, not to be changed once in use");

    public static final Topic<JobEvent> JOB_EVENTS = events("job-events", JobEvent.class, 7)
            .key("cluster/jobId")
            .writers("schedulers and connectors: produce, replay, slurm-bridge")
            .readers(JOB_LEDGER)
            .partitioning(BY_JOB + "; any number of partitions, not to be changed once in use");

    public static final Topic<SessionDelta> SESSION_DELTAS = events("session-deltas", SessionDelta.class, 7)
            .key("cluster/node")
            .writers("agents and connectors: agent, produce, replay")
            .readers(SESSION_LEDGER)
            .partitioning(BY_NODE + "; any number of partitions, not to be changed once in use");

    public static final Topic<HostReport> HOST_REPORTS = events("host-reports", HostReport.class, 7)
            .key("host")
            .writers("connectors: boinc-gateway, produce")
            .readers(HOST_LEDGER)
            .partitioning(BY_HOST + "; any number of partitions, not to be changed once in use");

    public static final Topic<AccountEdit> ACCOUNT_EDITS = events("account-edits", AccountEdit.class, FOREVER)
            .key("customer")
            .writers("administrators: userprio, produce")
            .readers("topology: priority account; userprio, explain, audit")
            .partitioning(BY_CUSTOMER + "; as many partitions as charges");

    public static final Topic<ShareNode> SHARES = table("shares", ShareNode.class)
            .key("path of the bank or of the user in it")
            .writers("administrators: shares, produce")
            .readers("topology: association account; shares, replay, slurm-bridge, table, audit")
            .partitioning(BY_PATH + "; as many partitions as charges");

    public static final Topic<Allocation> ALLOCATIONS = table("allocations", Allocation.class)
            .key("target: project, project/app, or a path after a slash")
            .writers("administrators: allocations, produce")
            .readers("topology: project account, budget account; allocations, table")
            .partitioning("murmur2 of the target; any number of partitions");

    public static final Topic<Project> PROJECTS = table("projects", Project.class)
            .key("project")
            .writers("administrators: produce")
            .readers("topology: assignment; boinc-gateway, table")
            .partitioning("murmur2 of the project; any number of partitions");

    public static final Topic<Preferences> PREFERENCES = table("preferences", Preferences.class)
            .key("user")
            .writers("administrators: produce")
            .readers("topology: assignment; report, table")
            .partitioning("murmur2 of the user; any number of partitions");

    /** The topics above. */
    private static final List<Topic<?>> INPUTS = List.copyOf(ALL);

    public static final Topic<ChargeBlock> CHARGES = events("charges", ChargeBlock.class, 400)
            .key("the ledger and the partition of the task that wrote it, as MATCH/3")
            .writers(MATCH_LEDGER
                    + ", job ledger, session ledger, host ledger; priority account, for groups; association account, for banks; daily"
                    + " account, for the active users")
            .readers(
                    "topology: priority account, job account, user account, association account, project account, daily account,"
                            + " budget account; analysts, report, explain, what-if, audit")
            .partitioning(
                    "murmur2 of the account of the charges in it, not of its key; as many partitions as account-edits. One block per"
                            + " writing task, commit and partition, more when it exceeds about 256 KiB. In it, one charge per paying"
                            + " account and input record, and one for each correction; a handover makes two. For each level of groups"
                            + " above at most as many again: what a group is charged is summed up per partition, commit, instant and"
                            + " start. A job event charges the job, its user and its association, the latter twice when several"
                            + " holdings end with its run; a snapshot each job and each user once. Banks are charged once per"
                            + " partition, commit and bank. A host's report charges its user's days once for each day it reaches over,"
                            + " with a part for each project; the projects' days and balances and the days of all, of banks and of"
                            + " clusters are charged once per partition, commit and day, balances once per hour, budgets once per"
                            + " partition, commit, day and path");

    public static final Topic<Priority> PRIORITIES = table("priorities", Priority.class)
            .key("customer")
            .writers("topology: priority account")
            .readers("negotiators; userprio, explain, negotiate, table, audit")
            .partitioning(BY_CUSTOMER + "; as many partitions as charges");

    public static final Topic<OpenMatch> OPEN_MATCHES = table("open-matches", OpenMatch.class)
            .key("resource")
            .writers(MATCH_LEDGER)
            .readers("userprio, scan, table, audit")
            .partitioning(BY_RESOURCE + "; as many partitions as matches");

    public static final Topic<MatchRecord> MATCH_RECORDS = events("match-records", MatchRecord.class, 400)
            .key("resource")
            .writers(MATCH_LEDGER)
            .readers("analysts; table, audit")
            .partitioning(BY_RESOURCE + "; as many partitions as matches");

    public static final Topic<Job> JOBS = table("jobs", Job.class)
            .key("cluster/jobId")
            .writers(JOB_LEDGER)
            .readers("users and schedulers; jobs, priority, report, table, audit")
            .partitioning(BY_JOB + "; as many partitions as job-events");

    public static final Topic<JobAccounting> JOB_ACCOUNTING = table("job-accounting", JobAccounting.class)
            .key("cluster/jobId; cluster/jobId@submitted for later jobs of the number; cluster/0/user")
            .writers("topology: job account")
            .readers("analysts; report, table, audit")
            .partitioning("murmur2 of cluster/jobId or cluster/0/user; as many partitions as charges");

    public static final Topic<Node> NODES = table("nodes", Node.class)
            .key("cluster/node")
            .writers(SESSION_LEDGER)
            .readers("operators; report, priority, table, audit")
            .partitioning(BY_NODE + "; as many partitions as session-deltas");

    public static final Topic<UserAccounting> USER_ACCOUNTING = table("user-accounting", UserAccounting.class)
            .key("user")
            .writers("topology: user account")
            .readers("analysts; report, table, audit")
            .partitioning("murmur2 of the user; as many partitions as charges");

    public static final Topic<AssociationUsage> ASSOCIATION_USAGE = table("association-usage", AssociationUsage.class)
            .key("path of the bank or of the user in it")
            .writers("topology: association account")
            .readers("topology: ranking; negotiators, analysts; shares, report, explain, table, audit")
            .partitioning(BY_PATH + "; as many partitions as charges");

    public static final Topic<FairShare> FAIR_SHARE = table("fair-share", FairShare.class)
            .key("path of the user in a bank")
            .writers("topology: ranking")
            .readers("negotiators and schedulers; shares, priority, table")
            .partitioning(BY_PATH + "; any number of partitions");

    public static final Topic<Host> HOSTS = table("hosts", Host.class)
            .key("host")
            .writers(HOST_LEDGER)
            .readers("operators and volunteers; report, table, audit")
            .partitioning(BY_HOST + "; as many partitions as host-reports");

    public static final Topic<Daily> DAILY = table("daily", Daily.class)
            .key("scope|id|day")
            .writers("topology: daily account")
            .readers("analysts; report, table, audit")
            .partitioning("murmur2 of scope|id; as many partitions as charges");

    public static final Topic<Balance> BALANCES = table("balances", Balance.class)
            .key("target: project, project/app, or a path after a slash")
            .writers("topology: project account, budget account")
            .readers("topology: assignment; steer, analysts; allocations, report, explain, table, audit")
            .partitioning(
                    "murmur2 of the project, or of the path without its first slash; as many partitions as charges");

    public static final Topic<Notice> NOTICES = events("notices", Notice.class, 400)
            .key("target: project, project/app, or a path after a slash")
            .writers("topology: project account, budget account")
            .readers("notify; analysts; allocations, table, audit")
            .partitioning("murmur2 of the key; any number of partitions");

    public static final Topic<Assignment> ASSIGNMENTS = table("assignments", Assignment.class)
            .key("host")
            .writers("topology: assignment")
            .readers("boinc-gateway, table")
            .partitioning(BY_HOST + "; as many partitions as host-reports");

    public static final Topic<Shadow> SHADOW = table("shadow", Shadow.class)
            .key("target|name")
            .writers("shadow, steer")
            .readers("operators, analysts; shadow, table")
            .partitioning("murmur2 of the key; any number of partitions");

    public static final Topic<Steering> STEERING = events("steering", Steering.class, 400)
            .key("target|name")
            .writers("steer")
            .readers("operators, analysts; table")
            .partitioning("murmur2 of the key; any number of partitions. A record before each edit and one after it");

    public static final Topic<Steered> STEERED = table("steered", Steered.class)
            .key("target, or target|name")
            .writers("steer; administrators: steer --pause, --resume")
            .readers("steer, table")
            .partitioning("murmur2 of the key; any number of partitions");

    public static final Topic<Rejection> REJECTIONS = events("rejections", Rejection.class, 30)
            .key("the refused record's key")
            .writers("topology: whoever refuses")
            .readers("operators; userprio, explain, audit")
            .partitioning("murmur2 of the key; any number of partitions");

    public static final Topic<InputCounts> INPUT_COUNTS = table("input-counts", InputCounts.class)
            .key("input topic/partition")
            .writers("topology: the task that counts")
            .readers("explain, negotiate, audit")
            .partitioning("murmur2 of the key; any number of partitions");

    public static final Topic<Setting> SETTINGS = table("settings", Setting.class)
            .key("name of the setting")
            .writers("topology: each instance at its start, what is not there yet; audit --accept")
            .readers("audit, explain, negotiate, priority, replay, report, shares, userprio, what-if, table")
            .partitioning("murmur2 of the name; any number of partitions");

    public static final Topic<byte[]> DEAD_LETTERS = events("dead-letters", byte[].class, 30)
            .key("the unreadable record's key, as it came")
            .writers("Kafka Streams, with topic, partition, offset and exception as headers")
            .readers("operators, audit")
            .partitioning("murmur2 of the key; any number of partitions");

    private Topics() {}

    private static <T> Draft<T> table(String name, Class<T> type) {
        return new Draft<>(name, type, COMPACT, null, "", "", "");
    }

    private static <T> Draft<T> events(String name, Class<T> type, int days) {
        return new Draft<>(name, type, DELETE, days == FOREVER ? null : Duration.ofDays(days), "", "", "");
    }

    /** Topic without its last texts; {@link #partitioning} is the last, and adds the topic to the catalogue. */
    private record Draft<T>(
            String name,
            Class<T> type,
            Cleanup cleanup,
            @Nullable Duration retention,
            String key,
            String writers,
            String readers) {
        Draft<T> key(String text) {
            return new Draft<>(name, type, cleanup, retention, text, writers, readers);
        }

        Draft<T> writers(String text) {
            return new Draft<>(name, type, cleanup, retention, key, text, readers);
        }

        Draft<T> readers(String text) {
            return new Draft<>(name, type, cleanup, retention, key, writers, text);
        }

        Topic<T> partitioning(String text) {
            Topic<T> topic = new Topic<>(name, type, cleanup, retention, key, writers, readers, text);
            ALL.add(topic);
            return topic;
        }
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
