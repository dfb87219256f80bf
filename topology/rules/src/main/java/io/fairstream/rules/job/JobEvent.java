package io.fairstream.rules.job;

import io.fairstream.rules.EventTimes;
import io.fairstream.rules.Names;
import io.fairstream.rules.Reason;
import io.fairstream.rules.Refused;
import java.time.Instant;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * A job came into a state.
 *
 * @param submitted milliseconds since 1970, or null when the scheduler does not say
 * @param run the scheduler's name of the run, or empty
 * @param at when, milliseconds since 1970
 * @param said what the event says besides
 */
public record JobEvent(
        String cluster, long jobId, @Nullable Long submitted, String run, long at, JobState state, JobFacts said) {
    /**
     * The order in which events count; those equal in it count in the order of their arrival. A scheduler submits a job anew at
     * the very instant at which a run ended (Slurm: the new Submit is the old End), so of one instant what is of an earlier
     * submission comes first, be it the end; what names none is of the latest that there can be.
     */
    static final Comparator<JobEvent> ORDER = Comparator.comparingLong(JobEvent::at)
            .thenComparingLong(event -> event.submitted() == null ? event.at() : event.submitted())
            .thenComparing(JobEvent::state);

    /** Most bytes of text, so that a page of events and the job before them fit into a record of Kafka's usual limit, 1 MiB. */
    static final long MOST_TEXT = 24_576;

    /** The same event, which says that besides. */
    JobEvent saying(JobFacts facts) {
        return new JobEvent(cluster, jobId, submitted, run, at, state, facts);
    }

    /** The ledger's key, {@code cluster/jobId}. */
    public String job() {
        return cluster + "/" + jobId;
    }

    /**
     * The refusal of this event for what it says itself, or null if it is fine.
     *
     * @param sent the record's timestamp, milliseconds since 1970
     * @param newest the newest event time seen, or {@link EventTimes#NONE}
     */
    public @Nullable Refused refusal(EventTimes times, long sent, long newest) {
        Refused refused = refusalOfNames();
        if (refused == null) {
            refused = refusalOfNumbers();
        }
        if (refused == null) {
            refused = times.refusal(at, sent, newest);
        }
        if (refused == null && submitted != null && (submitted > at || submitted < 0)) {
            refused = new Refused(
                    Reason.TIME_IMPOSSIBLE,
                    "submitted: " + Instant.ofEpochMilli(submitted) + " (expected: 1970 or later, not after at, "
                            + Instant.ofEpochMilli(at) + ")");
        }
        return refused == null ? refusalOfSubmission() : refused;
    }

    private @Nullable Refused refusalOfNames() {
        Refused refused = Names.refusalOfCluster(cluster);
        if (refused == null) {
            refused = Names.refusalUnlessEmpty("run", run);
        }
        if (refused == null) {
            refused = Names.refusalUnlessEmpty("user", said.user());
        }
        if (refused == null) {
            refused = said.bank().isEmpty() ? null : Names.refusalOfPath("bank", said.bank());
        }
        if (refused == null) {
            refused = Names.refusalUnlessEmpty("partition", said.partition());
        }
        return refused == null ? refusalOfTexts() : refused;
    }

    private @Nullable Refused refusalOfTexts() {
        long bytes = said.textBytes();
        return bytes <= MOST_TEXT
                ? null
                : new Refused(
                        Reason.NAME_TOO_LONG,
                        "texts of the job: " + bytes + " bytes in all (expected: at most " + MOST_TEXT + ")");
    }

    private @Nullable Refused refusalOfNumbers() {
        if (jobId <= 0) {
            return new Refused(Reason.NUMBER_IMPOSSIBLE, "jobId: " + jobId + " (expected: above 0)");
        }
        return said.refusalOfNumbers();
    }

    /** "srun job MUST supply User ID, group names and either Node_List OR Num_Procs OR Num_Nodes." */
    private @Nullable Refused refusalOfSubmission() {
        if (!isSubmission()) {
            return null;
        }
        if (said.userId() == null) {
            return incomplete("userId: absent (expected: the number of the user who submits)");
        }
        if (said.groups().isEmpty()) {
            return incomplete("groups: none (expected: the names of the user's groups)");
        }
        return asksForSomething()
                ? null
                : incomplete("nodeList, processors, nodes: absent (expected: one of them with a submission)");
    }

    private boolean isSubmission() {
        return state.isWaiting() && (submitted == null || submitted == at);
    }

    private boolean asksForSomething() {
        JobDetails details = said.details();
        boolean inDetails = details != null
                && (!details.nodeList().isEmpty() || isSome(details.processors()) || isSome(details.nodes()));
        return inDetails || !said.nodeList().isEmpty() || isSome(said.processors()) || isSome(said.nodes());
    }

    private static boolean isSome(@Nullable Integer number) {
        return number != null && number > 0;
    }

    private static Refused incomplete(String detail) {
        return new Refused(Reason.JOB_INCOMPLETE, detail);
    }
}
