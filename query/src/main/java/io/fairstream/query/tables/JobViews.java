package io.fairstream.query.tables;

import io.fairstream.query.columns.Columns;
import io.fairstream.query.columns.Format;
import io.fairstream.rules.Amounts.Quantity;
import io.fairstream.schemas.AccountingAt.JobAccountingAt;
import io.fairstream.schemas.AccountingAt.NodeAt;
import io.fairstream.schemas.AccountingAt.UserAccountingAt;
import io.fairstream.schemas.Job;
import io.fairstream.schemas.JobAccounting;
import io.fairstream.schemas.Node;
import io.fairstream.schemas.Topics;
import io.fairstream.schemas.UserAccounting;
import io.fairstream.streams.avro.FieldFormats.QuantityFields;
import java.util.Comparator;
import java.util.List;
import org.apache.avro.generic.IndexedRecord;

/** Views of jobs, nodes, users and accounts. */
final class JobViews {
    static final View<Job> JOBS = View.latest(
            Topics.JOBS,
            new Columns<Job>()
                    .text("partition", Job::getPartition)
                    .number("priority", row -> row.getPriority())
                    .text("cluster", Job::getCluster)
                    .add("jobId", Format.WHOLE, Job::getJobId)
                    .text("name", Job::getName)
                    .text("user", Job::getUser)
                    .text("state", Job::getState)
                    .text("since", Job::getSince)
                    .add("processors", Format.WHOLE, Job::getProcessors)
                    .text("nodeList", Job::getNodeList)
                    .text("startTime", Job::getStartTime)
                    .text("endTime", Job::getEndTime)
                    .text("outcome", Job::getOutcome)
                    .add("cpuMillis", Format.WHOLE, Job::getCpuMillis)
                    .unshown()
                    .add("memoryHighwaterKiB", Format.WHOLE, Job::getMemoryHighwaterKiB)
                    .unshown(),
            Comparator.comparing(Job::getPartition)
                    .thenComparing(Job::getPriority, Comparator.nullsLast(Comparator.reverseOrder()))
                    .thenComparing(Job::getCluster)
                    .thenComparing(Job::getJobId),
            null);

    static final View<JobAccounting> JOB_ACCOUNTING = View.latest(
            Topics.JOB_ACCOUNTING,
            new Columns<JobAccounting>()
                    .text("cluster", JobAccounting::getCluster)
                    .add("jobId", Format.WHOLE, JobAccounting::getJobId)
                    .text("submitted", JobAccounting::getSubmitted)
                    .text("user", JobAccounting::getUser)
                    .text("bank", JobAccounting::getBank)
                    .add("cpuTimeAllocatedMicros", Format.MICROS_AS_HOURS, row -> row.getCpuTimeAllocatedMicros())
                    .add("cpuTimeReservedMicros", Format.MICROS_AS_HOURS, row -> row.getCpuTimeReservedMicros())
                    .with(JobViews::addAllMeasured)
                    .add("processors", Format.WHOLE, row -> row.getProcessorsAllocated() + row.getProcessorsReserved())
                    .add("runs", Format.WHOLE, JobAccounting::getRuns)
                    .text("final", row -> row.getFinal$() ? "yes" : "", JobAccounting::getFinal$)
                    .text("asOf", JobAccounting::getAsOf),
            Comparator.comparing(JobAccounting::getCluster)
                    .thenComparing(JobAccounting::getJobId)
                    .thenComparing(JobAccounting::getSubmitted, Comparator.nullsFirst(Comparator.naturalOrder()))
                    .thenComparing(JobAccounting::getUser),
            JobAccountingAt::evaluate);

    static final View<Node> NODES = View.latest(
            Topics.NODES,
            new Columns<Node>()
                    .text("cluster", Node::getCluster)
                    .text("node", Node::getNode)
                    .add("processors", Format.WHOLE, Node::getProcessors)
                    .add("sessionsMicros", Format.MICROS_AS_HOURS, row -> row.getSessionsMicros())
                    .add("systemMicros", Format.MICROS_AS_HOURS, row -> row.getSystemMicros())
                    .add("idleMicros", Format.MICROS_AS_HOURS, row -> row.getIdleMicros())
                    .add("downMicros", Format.MICROS_AS_HOURS, row -> row.getDownMicros())
                    .add("capacityMicros", Format.MICROS_AS_HOURS, row -> row.getCapacityMicros())
                    .text("coveredFrom", Node::getCoveredFrom)
                    .text("coveredUntil", Node::getCoveredUntil),
            Comparator.comparing(Node::getCluster).thenComparing(Node::getNode),
            NodeAt::evaluate);

    static final View<UserAccounting> USER_ACCOUNTING = View.latest(
            Topics.USER_ACCOUNTING,
            new Columns<UserAccounting>()
                    .text("user", UserAccounting::getUser)
                    .add("cpuTimeAllocatedMicros", Format.MICROS_AS_HOURS, row -> row.getCpuTimeAllocatedMicros())
                    .add("cpuTimeReservedMicros", Format.MICROS_AS_HOURS, row -> row.getCpuTimeReservedMicros())
                    .with(JobViews::addMeasuredSums)
                    .add("processors", Format.WHOLE, row -> row.getProcessorsAllocated() + row.getProcessorsReserved())
                    .hours(
                            "decayedSeconds",
                            row -> row.getDecayedCpuAllocatedSeconds() + row.getDecayedCpuReservedSeconds())
                    .text("lastSeen", UserAccounting::getLastSeen)
                    .text("asOf", UserAccounting::getAsOf),
            Comparator.comparing(UserAccounting::getUser),
            UserAccountingAt::evaluate);

    private JobViews() {}

    private static <R extends IndexedRecord> void addAllMeasured(Columns<R> columns) {
        addMeasured(Quantity.ALL, columns);
    }

    private static <R extends IndexedRecord> void addMeasuredSums(Columns<R> columns) {
        addMeasured(Quantity.SUMS, columns);
    }

    /** Adds columns of quantities. Virtual memory is rarely useful; people see it only on request. */
    private static <R extends IndexedRecord> void addMeasured(List<Quantity> quantities, Columns<R> columns) {
        for (Quantity quantity : quantities) {
            Quantity.Unit unit = quantity.unit();
            columns.number(quantity.field(), row -> QuantityFields.of(row).get(quantity))
                    .shownIn(unit.shown(), unit.sizeShown(), unit.ending());
            if (quantity == Quantity.VIRTUAL_MEMORY || quantity == Quantity.VIRTUAL_HIGHWATER) {
                columns.unshown();
            }
        }
    }
}
