package io.fairstream.rules.job;

import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Transition of the jobs of one number by one event.
 *
 * @param standing the newest job after it, or null when the event is impossible
 * @param isNewJob whether that is another job than before
 * @param isOfJobBefore whether the event is of the job before that one, and changes nothing
 * @param problem why the event is impossible, or null
 */
record JobTransition(
        @Nullable JobSnapshot standing,
        boolean isNewJob,
        boolean isOfJobBefore,
        @Nullable String problem) {
    /** The step from the newest job, or null for none, to the next. */
    static JobTransition after(@Nullable JobSnapshot current, JobEvent event) {
        if (current == null) {
            return new JobTransition(JobSnapshot.first(event, event.submitted()), true, false, null);
        }
        if (isNewJob(current, event)) {
            Long submitted = event.submitted() == null ? (Long) event.at() : event.submitted();
            return new JobTransition(JobSnapshot.first(event, submitted), true, false, null);
        }
        if (isOfJobBefore(current, event)) {
            return new JobTransition(current, false, true, null);
        }
        String problem = problem(current, event);
        return problem == null
                ? new JobTransition(current.next(event), false, false, null)
                : new JobTransition(null, false, false, problem);
    }

    /** A later submission is a new job, unless the job was requeued. */
    private static boolean isNewJob(JobSnapshot current, JobEvent event) {
        Long submitted = event.submitted();
        if (submitted == null) {
            return current.isComplete() && event.state().isWaiting();
        }
        Long last = current.resubmitted();
        if (last == null) {
            return current.isComplete() && submitted > current.since();
        }
        return submitted > last && !isRequeue(current, submitted);
    }

    /**
     * Returns true if the event names a submission before that of the job: it is of the number's job before, which was over when
     * the number was used again.
     */
    private static boolean isOfJobBefore(JobSnapshot current, JobEvent event) {
        Long submitted = event.submitted();
        Long first = current.submitted();
        return submitted != null && first != null && submitted < first;
    }

    private static boolean isRequeue(JobSnapshot current, long submitted) {
        return current.isComplete()
                ? submitted == current.since()
                : current.state().isWaiting() && current.runs() > 0;
    }

    private static @Nullable String problem(JobSnapshot current, JobEvent event) {
        if (!current.isComplete()) {
            return null;
        }
        boolean isSameEnd = event.state() == JobState.COMPLETE && event.at() == current.since();
        boolean isNextRun = current.isOtherRun(event) || isResubmitted(current, event);
        if (isSameEnd || isNextRun) {
            return null;
        }
        return String.format(
                "state: %s at %s (expected: nothing after the job was COMPLETE at %s, run \"%s\"; a new job is PENDING"
                        + " or HELD, or has a later submitted)",
                event.state(), Instant.ofEpochMilli(event.at()), Instant.ofEpochMilli(current.since()), current.run());
    }

    private static boolean isResubmitted(JobSnapshot current, JobEvent event) {
        return event.submitted() != null && !Objects.equals(event.submitted(), current.resubmitted());
    }
}
