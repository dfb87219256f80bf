package io.fairstream.rules.job;

import io.fairstream.rules.Bounds;
import io.fairstream.rules.Names;
import io.fairstream.rules.Reason;
import io.fairstream.rules.Refused;
import io.fairstream.rules.share.FluxPriority;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Facts reported of a job besides its state. Null or empty is "not said"; see the schema {@code JobEvent} for units.
 *
 * @param outcome how the run ended; with exit code and signal of the end only
 * @param urgency how urgent it is to its owner, 0 to 31 as flux has it
 * @param expectedStart milliseconds since 1970; of the event that says it only
 * @param expectedEnd milliseconds since 1970; of the event that says it only
 * @param billed by what Slurm's sites bill it
 * @param reported what the scheduler measured of a run; of the event that says it only
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
    /** Nothing said. */
    public static final JobFacts NONE = new JobFacts(
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
            Billed.NONE,
            ReportedUse.NONE);

    public JobFacts {
        groups = List.copyOf(groups);
    }

    /** Returns the values in force once these are reported over {@code before}. */
    JobFacts over(JobFacts before) {
        return equals(before) ? before : merged(before);
    }

    private JobFacts merged(JobFacts before) {
        return new JobFacts(
                outcome,
                filled(user, before.user),
                said(userId, before.userId),
                groups.isEmpty() ? before.groups : groups,
                filled(bank, before.bank),
                filled(partition, before.partition),
                filled(name, before.name),
                said(processors, before.processors),
                said(nodes, before.nodes),
                filled(nodeList, before.nodeList),
                said(gpus, before.gpus),
                said(memoryMiB, before.memoryMiB),
                said(priority, before.priority),
                said(timeLimitMinutes, before.timeLimitMinutes),
                expectedStart,
                expectedEnd,
                said(interconnectKey, before.interconnectKey),
                exitCode,
                signal,
                said(details, before.details),
                said(urgency, before.urgency),
                billed.over(before.billed),
                reported);
    }

    /** As {@link #over}, where both were said of the same end. */
    JobFacts overSameEnd(JobFacts before) {
        JobFacts facts = over(before);
        return new JobFacts(
                said(outcome, before.outcome),
                facts.user,
                facts.userId,
                facts.groups,
                facts.bank,
                facts.partition,
                facts.name,
                facts.processors,
                facts.nodes,
                facts.nodeList,
                facts.gpus,
                facts.memoryMiB,
                facts.priority,
                facts.timeLimitMinutes,
                expectedStart,
                expectedEnd,
                facts.interconnectKey,
                said(exitCode, before.exitCode),
                said(signal, before.signal),
                facts.details,
                facts.urgency,
                facts.billed,
                reported.overSameEnd(before.reported));
    }

    /** The same, with that of what the scheduler measured. */
    JobFacts reporting(ReportedUse other) {
        return new JobFacts(
                outcome,
                user,
                userId,
                groups,
                bank,
                partition,
                name,
                processors,
                nodes,
                nodeList,
                gpus,
                memoryMiB,
                priority,
                timeLimitMinutes,
                expectedStart,
                expectedEnd,
                interconnectKey,
                exitCode,
                signal,
                details,
                urgency,
                billed,
                other);
    }

    /** The refusal of a number that cannot be meant, or null. */
    @Nullable
    Refused refusalOfNumbers() {
        Refused refused = Bounds.refusal("processors", processors, 0, Bounds.DEVICES);
        if (refused == null) {
            refused = Bounds.refusal("nodes", nodes, 0, Bounds.DEVICES);
        }
        if (refused == null) {
            refused = Bounds.refusal("gpus", gpus, 0, Bounds.DEVICES);
        }
        if (refused == null) {
            refused = Bounds.refusal("memoryMiB", memoryMiB, 0, Bounds.MIB);
        }
        if (refused == null) {
            refused = Bounds.refusal("priority", priority, -Bounds.JOB_PRIORITY, Bounds.JOB_PRIORITY);
        }
        if (refused == null) {
            refused = Bounds.refusal("urgency", urgency, FluxPriority.HOLD, FluxPriority.EXPEDITE);
        }
        if (refused == null) {
            refused = Bounds.refusal("timeLimitMinutes", timeLimitMinutes, 0, Bounds.MINUTES);
        }
        if (refused == null) {
            refused = Bounds.refusalOfInstant(Reason.TIME_IMPOSSIBLE, "expectedStart", expectedStart);
        }
        if (refused == null) {
            refused = Bounds.refusalOfInstant(Reason.TIME_IMPOSSIBLE, "expectedEnd", expectedEnd);
        }
        if (refused == null) {
            refused = reported.refusal();
        }
        return refused == null && details != null ? details.refusal() : refused;
    }

    /** Length of all texts together in UTF-8, with one more byte for each group. */
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

    private static <T> @Nullable T said(@Nullable T now, @Nullable T before) {
        return now == null ? before : now;
    }
}
