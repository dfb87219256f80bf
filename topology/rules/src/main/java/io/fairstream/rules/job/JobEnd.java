package io.fairstream.rules.job;

import io.fairstream.rules.Work;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * End of a job that ran.
 *
 * @param bank path of the bank that pays, or empty
 * @param at milliseconds since 1970
 * @param isSuccess whether its outcome is COMPLETED; when none was said, whether it ended without an exit code other than 0 and
 *     without a signal
 */
public record JobEnd(String user, String bank, long at, boolean isSuccess) {
    private static final String SUCCESS = "COMPLETED";

    /** The end of a job as it stands, or null while it has none, or never ran. */
    static @Nullable JobEnd of(@Nullable JobSnapshot standing) {
        return standing == null || !standing.isComplete() || standing.runs() == 0
                ? null
                : new JobEnd(standing.payer(), standing.facts().bank(), standing.since(), isSuccess(standing.facts()));
    }

    private static boolean isSuccess(JobFacts facts) {
        String outcome = facts.outcome();
        return outcome == null ? isZero(facts.exitCode()) && isZero(facts.signal()) : outcome.equals(SUCCESS);
    }

    private static boolean isZero(@Nullable Integer code) {
        return code == null || code == 0;
    }

    /** Adds what changed when a job had one end, or null, and has another, or null. */
    static void addChange(@Nullable JobEnd before, @Nullable JobEnd now, List<Change> changes) {
        if (!Objects.equals(before, now)) {
            if (before != null) {
                changes.add(new Change(before, -1));
            }
            if (now != null) {
                changes.add(new Change(now, 1));
            }
        }
    }

    /**
     * An end that was found, or was none.
     *
     * @param count 1, or -1 to take it back
     */
    public record Change(JobEnd end, int count) {
        /** As a job that succeeded or failed. */
        public Work work() {
            return new Work(0, 0, 0, 0, end.isSuccess ? count : 0, end.isSuccess ? 0 : count);
        }
    }
}
