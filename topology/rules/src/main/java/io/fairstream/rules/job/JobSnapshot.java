package io.fairstream.rules.job;

import io.fairstream.rules.Bounds;
import io.fairstream.rules.Held;
import io.fairstream.rules.PseudoUsers;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A job as one of its events left it.
 *
 * @param submitted the first time it was submitted, milliseconds since 1970, or null when never said
 * @param resubmitted the last time it was submitted, which differs from {@code submitted} once it was requeued
 * @param run the scheduler's name of the newest run, or empty
 * @param runs how often it was started
 * @param since when it came into its state, milliseconds since 1970
 * @param firstSeen time of its first event, milliseconds since 1970
 * @param at time of its newest event, milliseconds since 1970
 * @param start when the newest run, or the reservation before it, started; null before, and when only the run's end was said
 * @param use what its newest run has held
 * @param facts what is known of it
 * @param earlier what the scheduler measured of the runs before the end that {@code facts} are of
 */
public record JobSnapshot(
        @Nullable Long submitted,
        @Nullable Long resubmitted,
        String run,
        int runs,
        JobState state,
        long since,
        long firstSeen,
        long at,
        @Nullable Long start,
        RunUse use,
        JobFacts facts,
        ReportedUse earlier) {
    private static final long MINUTE = 60_000;

    /** A job of which the first event is there. */
    static JobSnapshot first(JobEvent event, @Nullable Long submitted) {
        return new JobSnapshot(
                        submitted,
                        submitted,
                        "",
                        0,
                        JobState.PENDING,
                        event.at(),
                        event.at(),
                        event.at(),
                        null,
                        RunUse.NONE,
                        JobFacts.NONE,
                        ReportedUse.NONE)
                .next(event);
    }

    /** The same job after an event that may follow. */
    JobSnapshot next(JobEvent event) {
        boolean endsAgain = state == JobState.COMPLETE && event.state() == JobState.COMPLETE;
        boolean isSameEnd = endsAgain && since == event.at();
        boolean begins = begins(event);
        JobSnapshot next = new JobSnapshot(
                submitted == null ? event.submitted() : submitted,
                later(event.submitted(), resubmitted),
                event.run().isEmpty() ? run : event.run(),
                begins ? runs + 1 : runs,
                event.state(),
                state == event.state() && !begins && !endsAgain ? since : event.at(),
                firstSeen,
                event.at(),
                endsAgain && !isSameEnd ? null : start(event, begins),
                RunUse.NONE,
                isSameEnd ? event.said().overSameEnd(facts) : event.said().over(facts),
                isSameEnd ? earlier : reported());
        return next.with(next.useAfter(this));
    }

    private RunUse useAfter(JobSnapshot before) {
        Held now = held();
        Held then = before.held();
        boolean ends = endsRunOf(before);
        RunUse last = ends ? RunUse.NONE : before.use;
        if (!ends && Objects.equals(now, then)) {
            return last;
        }
        RunUse left = ends || then == null ? last : last.ceased(then, at);
        return now == null ? left : left.begun(at);
    }

    /**
     * Returns true if this snapshot is after the end of the run of {@code before}, or another payer pays for the rest of the run.
     */
    boolean endsRunOf(JobSnapshot before) {
        return isComplete()
                || state.isWaiting()
                || (!before.run.isEmpty() && !before.run.equals(run))
                || !payer().equals(before.payer())
                || !facts.bank().equals(before.facts.bank())
                || before.use.isFull();
    }

    /** Resources that the job holds, or null for none. */
    @Nullable
    Held held() {
        if (!state.isAllocated() && !state.isReserved()) {
            return null;
        }
        Held held = Held.said(
                facts.processors(),
                facts.nodes(),
                facts.gpus(),
                facts.memoryMiB(),
                facts.billed().tres(),
                facts.partition(),
                facts.billed().qos());
        return held.isNothing() ? null : held;
    }

    /** User who pays, or UNKNOWN. */
    String payer() {
        return facts.user().isEmpty() ? PseudoUsers.UNKNOWN : facts.user();
    }

    private JobSnapshot with(RunUse other) {
        return other.equals(use)
                ? this
                : new JobSnapshot(
                        submitted, resubmitted, run, runs, state, since, firstSeen, at, start, other, facts, earlier);
    }

    /** The same job under the name that its charges bear. */
    JobSnapshot known(@Nullable Long as) {
        return Objects.equals(submitted, as)
                ? this
                : new JobSnapshot(as, resubmitted, run, runs, state, since, firstSeen, at, start, use, facts, earlier);
    }

    private static @Nullable Long later(@Nullable Long one, @Nullable Long other) {
        if (one == null || other == null) {
            return one == null ? other : one;
        }
        return Math.max(one, other);
    }

    private boolean begins(JobEvent event) {
        return event.state().isInRun() && (!state.isInRun() || isOtherRun(event));
    }

    /** Returns true if the event names another run than the newest. */
    boolean isOtherRun(JobEvent event) {
        return !event.run().isEmpty() && !run.isEmpty() && !event.run().equals(run);
    }

    private @Nullable Long start(JobEvent event, boolean begins) {
        if (event.state().isWaiting()) {
            return null;
        }
        if (begins) {
            return event.at();
        }
        return start == null && event.state() != JobState.COMPLETE ? (Long) event.at() : start;
    }

    /** Use of all runs together, measured by the scheduler. */
    public ReportedUse reported() {
        return earlier.plus(facts.reported());
    }

    /** Start of the job: actual once it has started; expected by the scheduler while pending; null otherwise. */
    public @Nullable Long startTime() {
        return state == JobState.PENDING ? facts.expectedStart() : start;
    }

    /** End of the job: actual once it has ended; expected while it has resources; null otherwise. */
    public @Nullable Long endTime() {
        if (state == JobState.COMPLETE) {
            return since;
        }
        if (state.isWaiting()) {
            return null;
        }
        if (facts.expectedEnd() != null) {
            return facts.expectedEnd();
        }
        Long limit = facts.timeLimitMinutes();
        return start == null || limit == null || limit > (Bounds.LATEST - start) / MINUTE
                ? null
                : (Long) (start + limit * MINUTE);
    }

    public boolean isComplete() {
        return state == JobState.COMPLETE;
    }
}
