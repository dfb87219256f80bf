package io.fairstream.rules.job;

import io.fairstream.rules.Bounds;
import io.fairstream.rules.Names;
import io.fairstream.rules.Rejection;
import io.fairstream.rules.Rejection.Reason;
import io.fairstream.rules.Sums;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Facts reported about a job in addition to its state. Null or empty means "not reported"; see the schema {@code JobEvent} for units.
 *
 * @param outcome result of the run; like exit code and signal, not kept for later events
 * @param urgency urgency set by the owner, 0 to 31 as in flux
 * @param expectedStart milliseconds since 1970; not kept for later events
 * @param expectedEnd milliseconds since 1970; not kept for later events
 * @param billed Slurm's attributes for billing
 * @param reported use of a run measured by the scheduler; not kept for later events
 */
public record JobFacts(
        @Nullable String outcome,
        String user,
        @Nullable Long userId,
        List<String> groups,
        String bank,
        String partition,
        String name,
        @Nullable Integer processors,
        @Nullable Integer nodes,
        String nodeList,
        @Nullable Integer gpus,
        @Nullable Long memoryMiB,
        @Nullable Double priority,
        @Nullable Long timeLimitMinutes,
        @Nullable Long expectedStart,
        @Nullable Long expectedEnd,
        @Nullable String interconnectKey,
        @Nullable Integer exitCode,
        @Nullable Integer signal,
        @Nullable JobDetails details,
        @Nullable Integer urgency,
        Billed billed,
        ReportedUse reported) {
    public static final JobFacts EMPTY = new JobFacts(
            null,
            "",
            null,
            List.of(),
            "",
            "",
            "",
            null,
            null,
            "",
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            Billed.EMPTY,
            ReportedUse.EMPTY);

    public JobFacts {
        groups = List.copyOf(groups);
    }

    /**
     * Returns the values in force after this report: reported values replace those in {@code before}.
     *
     * @param isSameEnd whether both are reports of the same end, whose outcome and measured use may be reported in parts
     */
    JobFacts over(JobFacts before, boolean isSameEnd) {
        if (equals(before)) {
            return before;
        }
        return new JobFacts(
                isSameEnd ? latest(outcome, before.outcome) : outcome,
                filled(user, before.user),
                latest(userId, before.userId),
                groups.isEmpty() ? before.groups : groups,
                filled(bank, before.bank),
                filled(partition, before.partition),
                filled(name, before.name),
                latest(processors, before.processors),
                latest(nodes, before.nodes),
                filled(nodeList, before.nodeList),
                latest(gpus, before.gpus),
                latest(memoryMiB, before.memoryMiB),
                latest(priority, before.priority),
                latest(timeLimitMinutes, before.timeLimitMinutes),
                expectedStart,
                expectedEnd,
                latest(interconnectKey, before.interconnectKey),
                isSameEnd ? latest(exitCode, before.exitCode) : exitCode,
                isSameEnd ? latest(signal, before.signal) : signal,
                latest(details, before.details),
                latest(urgency, before.urgency),
                billed.over(before.billed),
                isSameEnd ? reported.over(before.reported) : reported);
    }

    @Nullable
    Rejection refusalOfNumbers() {
        return Rejection.first(
                Bounds.refusal("processors", processors, 0, Bounds.DEVICES),
                Bounds.refusal("nodes", nodes, 0, Bounds.DEVICES),
                Bounds.refusal("gpus", gpus, 0, Bounds.DEVICES),
                Bounds.refusal("memoryMiB", memoryMiB, 0, Bounds.MIB),
                Bounds.refusal("priority", priority, -Bounds.JOB_PRIORITY, Bounds.JOB_PRIORITY),
                Bounds.refusal("urgency", urgency, 0, Bounds.URGENCY),
                Bounds.refusal("timeLimitMinutes", timeLimitMinutes, 0, Bounds.MINUTES),
                Bounds.refusalOfInstant(Reason.TIME_IMPOSSIBLE, "expectedStart", expectedStart),
                Bounds.refusalOfInstant(Reason.TIME_IMPOSSIBLE, "expectedEnd", expectedEnd),
                reported.refusal(),
                details == null ? null : details.refusal());
    }

    /** Returns the length of all texts together in UTF-8, plus one byte for each group. */
    long textBytes() {
        long bytes = groups.size() + Names.utf8Length(groups);
        bytes += Names.utf8Length(List.of(user, bank, partition, name, nodeList)) + Names.utf8Length(billed.texts());
        bytes += outcome == null ? 0 : Names.utf8Length(outcome);
        bytes += interconnectKey == null ? 0 : Names.utf8Length(interconnectKey);
        return bytes + (details == null ? 0 : Names.utf8Length(details.texts()));
    }

    private static String filled(String now, String before) {
        return now.isEmpty() ? before : now;
    }

    private static <T> @Nullable T latest(@Nullable T now, @Nullable T before) {
        return now == null ? before : now;
    }

    /**
     * Attributes for billing of a job in Slurm. Empty means "not reported".
     *
     * @param tres allocated resources, or requested ones while none are allocated, in the format of
     *     {@link io.fairstream.rules.AllocatedResources.Tres#parse}
     * @param qos quality of service
     * @param wckey workload characterization key
     */
    public record Billed(String tres, String qos, String wckey, String reservation) {
        public static final Billed EMPTY = new Billed("", "", "", "");

        Billed over(Billed before) {
            return equals(before)
                    ? before
                    : new Billed(
                            filled(tres, before.tres),
                            filled(qos, before.qos),
                            filled(wckey, before.wckey),
                            filled(reservation, before.reservation));
        }

        List<String> texts() {
            return List.of(tres, qos, wckey, reservation);
        }
    }

    /**
     * Requirements to start a job, after the JOB DETAILS of SLURM's design of 2002. Null or empty means no requirement.
     *
     * @param minMemoryMiB memory of each node
     * @param minTmpDiskMiB temporary disk space of each node
     */
    public record JobDetails(
            String nodeList,
            @Nullable Integer processors,
            @Nullable Integer nodes,
            String features,
            boolean share,
            boolean contiguous,
            @Nullable Integer minProcessorsPerNode,
            @Nullable Long minMemoryMiB,
            @Nullable Long minTmpDiskMiB,
            String distribution,
            String script,
            int processorsPerTask,
            boolean immediate) {
        @Nullable
        Rejection refusal() {
            return Rejection.first(
                    Bounds.refusal("details.processors", processors, 0, Bounds.DEVICES),
                    Bounds.refusal("details.nodes", nodes, 0, Bounds.DEVICES),
                    Bounds.refusal("details.minProcessorsPerNode", minProcessorsPerNode, 0, Bounds.DEVICES),
                    Bounds.refusal("details.minMemoryMiB", minMemoryMiB, 0, Bounds.MIB),
                    Bounds.refusal("details.minTmpDiskMiB", minTmpDiskMiB, 0, Bounds.MIB),
                    Bounds.refusal("details.processorsPerTask", processorsPerTask, 0, Bounds.DEVICES));
        }

        List<String> texts() {
            return List.of(nodeList, features, distribution, script);
        }
    }

    /**
     * Use of a run measured by the scheduler itself, reported with the event that ends the run. Null means "not reported".
     *
     * @param energyMillijoules energy consumed by the run
     * @param cpuMillis CPU time of its processes
     * @param memoryHighwaterKiB largest resident memory of its processes at one time
     */
    public record ReportedUse(
            @Nullable Long energyMillijoules,
            @Nullable Long cpuMillis,
            @Nullable Long memoryHighwaterKiB) {
        public static final ReportedUse EMPTY = new ReportedUse(null, null, null);

        ReportedUse plus(ReportedUse other) {
            if (equals(EMPTY) || other.equals(EMPTY)) {
                return equals(EMPTY) ? other : this;
            }
            return new ReportedUse(
                    Sums.combined(energyMillijoules, other.energyMillijoules, Sums::add),
                    Sums.combined(cpuMillis, other.cpuMillis, Sums::add),
                    Sums.combined(memoryHighwaterKiB, other.memoryHighwaterKiB, Math::max));
        }

        /** Returns this use, completed with earlier reports of the same end. */
        ReportedUse over(ReportedUse before) {
            return new ReportedUse(
                    latest(energyMillijoules, before.energyMillijoules),
                    latest(cpuMillis, before.cpuMillis),
                    latest(memoryHighwaterKiB, before.memoryHighwaterKiB));
        }

        @Nullable
        Rejection refusal() {
            return Rejection.first(
                    Bounds.refusal("energyMillijoules", energyMillijoules, 0, Bounds.MILLIJOULES),
                    Bounds.refusal("cpuMillis", cpuMillis, 0, Bounds.CPU_MILLIS),
                    Bounds.refusal("memoryHighwaterKiB", memoryHighwaterKiB, 0, Bounds.KIB));
        }
    }
}
