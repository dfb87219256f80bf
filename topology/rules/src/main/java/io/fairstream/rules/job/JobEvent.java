package io.fairstream.rules.job;

import io.fairstream.rules.EventHistory;
import io.fairstream.rules.EventTimes;
import io.fairstream.rules.Names;
import io.fairstream.rules.Rejection;
import io.fairstream.rules.Rejection.Reason;
import io.fairstream.rules.job.JobFacts.JobDetails;
import java.time.Instant;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * Change of a job's state, as reported by a scheduler.
 *
 * @param submitted milliseconds since 1970, or null if the scheduler does not report it
 * @param run run id of the scheduler, or empty
 * @param at time of the change, milliseconds since 1970
 */
public record JobEvent(
        String cluster, long jobId, @Nullable Long submitted, String run, long at, JobState state, JobFacts facts)
        implements EventHistory.Event {
    /**
     * Order of events; equal events are applied in the order of arrival. A scheduler may resubmit a job at the very instant at which a run
     * ended (in Slurm, the new Submit is the old End). At the same instant, events of an earlier submission therefore come first, even its
     * end; an event without a submission time counts as the latest possible submission.
     */
    static final Comparator<JobEvent> ORDER = Comparator.comparingLong(JobEvent::at)
            .thenComparingLong(event -> event.submitted() == null ? event.at() : event.submitted())
            .thenComparing(JobEvent::state);

    /** Maximum size of texts, bytes, so that a page of events and the job before them fit into a record of Kafka's default limit, 1 MiB. */
    static final long MAX_TEXT = 24_576;

    JobEvent withFacts(JobFacts facts) {
        return new JobEvent(cluster, jobId, submitted, run, at, state, facts);
    }

    /** The ledger's key, {@code cluster/jobId}. */
    public String job() {
        return cluster + "/" + jobId;
    }

    public @Nullable Rejection refusal(EventTimes times, long sent, long newest) {
        return Rejection.first(
                Names.refusalOfCluster(cluster),
                Names.refusalUnlessEmpty("run", run),
                Names.refusalUnlessEmpty("user", facts.user()),
                facts.bank().isEmpty() ? null : Names.refusalOfPath("bank", facts.bank()),
                Names.refusalUnlessEmpty("partition", facts.partition()),
                refusalOfTexts(),
                jobId > 0 ? null : Rejection.of(Reason.NUMBER_IMPOSSIBLE, "jobId", jobId, "above 0"),
                facts.refusalOfNumbers(),
                times.refusal(at, sent, newest),
                refusalOfSubmitted(),
                refusalOfSubmission());
    }

    private @Nullable Rejection refusalOfTexts() {
        long bytes = facts.textBytes();
        if (bytes <= MAX_TEXT) {
            return null;
        }
        return Rejection.of(Reason.NAME_TOO_LONG, "texts of the job", bytes + " bytes in all", "at most " + MAX_TEXT);
    }

    private @Nullable Rejection refusalOfSubmitted() {
        if (submitted == null || (submitted <= at && submitted >= 0)) {
            return null;
        }
        String expected = "1970 or later, not after at, " + Instant.ofEpochMilli(at);
        return Rejection.of(Reason.TIME_IMPOSSIBLE, "submitted", Instant.ofEpochMilli(submitted), expected);
    }

    /** "srun job MUST supply User ID, group names and either Node_List OR Num_Procs OR Num_Nodes." */
    private @Nullable Rejection refusalOfSubmission() {
        boolean isSubmission = state.isWaiting() && (submitted == null || submitted == at);
        if (!isSubmission) {
            return null;
        }
        if (facts.userId() == null) {
            return incomplete("userId: absent (expected: the number of the user who submits)");
        }
        if (facts.groups().isEmpty()) {
            return incomplete("groups: none (expected: the names of the user's groups)");
        }
        return asksForSomething()
                ? null
                : incomplete("nodeList, processors, nodes: absent (expected: one of them with a submission)");
    }

    private boolean asksForSomething() {
        JobDetails details = facts.details();
        boolean inDetails = details != null
                && (!details.nodeList().isEmpty() || isSome(details.processors()) || isSome(details.nodes()));
        return inDetails || !facts.nodeList().isEmpty() || isSome(facts.processors()) || isSome(facts.nodes());
    }

    private static boolean isSome(@Nullable Integer number) {
        return number != null && number > 0;
    }

    private static Rejection incomplete(String detail) {
        return new Rejection(Reason.JOB_INCOMPLETE, detail);
    }

    /** States of a job, after the JOB TABLE of SLURM's design of 2002. States of the same instant follow each other in this order. */
    public enum JobState {
        PENDING,
        HELD,
        STAGE_IN,
        RESERVED,
        RUNNING,
        SUSPENDED,
        STAGE_OUT,
        COMPLETE;

        /** Returns true if the job waits and has no resources. */
        public boolean isWaiting() {
            return this == PENDING || this == HELD;
        }

        /** True if the job's processors are charged as allocated. */
        public boolean isAllocated() {
            return this == RUNNING;
        }

        /** True if the job's processors are charged as reserved: "even if no processes are running". */
        public boolean isReserved() {
            return this == STAGE_IN || this == RESERVED || this == STAGE_OUT;
        }

        /** True if a run is under way: a suspended job was running. */
        boolean isInRun() {
            return this == RUNNING || this == SUSPENDED;
        }
    }
}
