package io.fairstream.cli.tables;

import io.fairstream.cli.terminal.Numbers;
import io.fairstream.cli.terminal.Table;
import io.fairstream.schemas.Job;
import io.fairstream.schemas.JobAccounting;
import io.fairstream.schemas.JobAccountingAt;
import io.fairstream.schemas.Node;
import io.fairstream.schemas.NodeAt;
import io.fairstream.schemas.Topics;
import io.fairstream.schemas.UserAccounting;
import io.fairstream.schemas.UserAccountingAt;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/** What is known of jobs, nodes and those who use them. */
final class JobViews {
    private static final double MICROS = 1e6;

    static final View<Job> JOBS = View.latest(
            Topics.JOBS,
            new Table<Job>()
                    .text("PARTITION", "partition", Job::getPartition)
                    .number("PRIORITY", "priority", row -> number(row.getPriority()))
                    .text("CLUSTER", "cluster", Job::getCluster)
                    .number("JOB", "jobId", Job::getJobId)
                    .text("NAME", "name", Job::getName)
                    .text("USER", "user", Job::getUser)
                    .text("STATE", "state", Job::getState)
                    .text("SINCE", "since", Job::getSince)
                    .number("PROCESSORS", "processors", Job::getProcessors)
                    .text("NODES", "nodeList", Job::getNodeList)
                    .text("START", "startTime", Job::getStartTime)
                    .text("END", "endTime", Job::getEndTime)
                    .text("OUTCOME", "outcome", Job::getOutcome),
            Comparator.comparing(Job::getPartition)
                    .thenComparing(Job::getPriority, Comparator.nullsLast(Comparator.reverseOrder()))
                    .thenComparing(Job::getCluster)
                    .thenComparing(Job::getJobId),
            null);

    static final View<JobAccounting> JOB_ACCOUNTING = View.latest(
            Topics.JOB_ACCOUNTING,
            new Table<JobAccounting>()
                    .text("CLUSTER", "cluster", JobAccounting::getCluster)
                    .number("JOB", "jobId", JobAccounting::getJobId)
                    .text("SUBMITTED", "submitted", JobAccounting::getSubmitted)
                    .text("USER", "user", JobAccounting::getUser)
                    .text("BANK", "bank", JobAccounting::getBank)
                    .number("ALLOCATED H", "", row -> hours(row.getCpuTimeAllocatedMicros()))
                    .number("RESERVED H", "", row -> hours(row.getCpuTimeReservedMicros()))
                    .with(MeasuredColumns::addAll)
                    .number("PROCESSORS", "", row -> row.getProcessorsAllocated() + row.getProcessorsReserved())
                    .number("RUNS", "runs", JobAccounting::getRuns)
                    .text("FINAL", "final", row -> row.getFinal$() ? "yes" : "")
                    .text("AS OF", "asOf", JobAccounting::getAsOf),
            Comparator.comparing(JobAccounting::getCluster)
                    .thenComparing(JobAccounting::getJobId)
                    .thenComparing(JobAccounting::getSubmitted, Comparator.nullsFirst(Comparator.naturalOrder()))
                    .thenComparing(JobAccounting::getUser),
            JobAccountingAt::evaluate);

    static final View<Node> NODES = View.latest(
            Topics.NODES,
            new Table<Node>()
                    .text("CLUSTER", "cluster", Node::getCluster)
                    .text("NODE", "node", Node::getNode)
                    .number("PROCESSORS", "processors", Node::getProcessors)
                    .number("SESSIONS H", "", row -> hours(row.getSessionsMicros()))
                    .number("SYSTEM H", "", row -> hours(row.getSystemMicros()))
                    .number("IDLE H", "", row -> hours(row.getIdleMicros()))
                    .number("DOWN H", "", row -> hours(row.getDownMicros()))
                    .number("CAPACITY H", "", row -> hours(row.getCapacityMicros()))
                    .text("FROM", "coveredFrom", Node::getCoveredFrom)
                    .text("UNTIL", "coveredUntil", Node::getCoveredUntil),
            Comparator.comparing(Node::getCluster).thenComparing(Node::getNode),
            NodeAt::evaluate);

    static final View<UserAccounting> USER_ACCOUNTING = View.latest(
            Topics.USER_ACCOUNTING,
            new Table<UserAccounting>()
                    .text("USER", "user", UserAccounting::getUser)
                    .number("ALLOCATED H", "", row -> hours(row.getCpuTimeAllocatedMicros()))
                    .number("RESERVED H", "", row -> hours(row.getCpuTimeReservedMicros()))
                    .with(MeasuredColumns::addSums)
                    .number("PROCESSORS", "", row -> row.getProcessorsAllocated() + row.getProcessorsReserved())
                    .number(
                            "DECAYED H",
                            "",
                            row -> Numbers.hours(
                                    row.getDecayedCpuAllocatedSeconds() + row.getDecayedCpuReservedSeconds()))
                    .text("LAST SEEN", "lastSeen", UserAccounting::getLastSeen)
                    .text("AS OF", "asOf", UserAccounting::getAsOf),
            Comparator.comparing(UserAccounting::getUser),
            UserAccountingAt::evaluate);

    private JobViews() {}

    private static String hours(long micros) {
        return Numbers.hours(micros / MICROS);
    }

    private static @Nullable String number(@Nullable Double value) {
        return value == null ? null : Numbers.number(value);
    }
}
