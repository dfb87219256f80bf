package io.fairstream.rules.job;

import io.fairstream.rules.job.JobEvent.JobState;
import io.fairstream.rules.journal.Charge.Cause;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The jobs of one number, one after the other, as they follow from a run of events in order. */
final class JobTimeline {
    private final List<Course> courses = new ArrayList<>();
    private final @Nullable String problem;

    /**
     * One job, under the name that its charges bear.
     *
     * @param isContinued whether the first state is from before the events, and charged already
     * @param states one after each event
     * @param end the submission of the next job, which it cannot outlast; null of the newest
     */
    private record Course(
            boolean isContinued,
            List<JobSnapshot> states,
            @Nullable Long end) {
        List<JobSnapshot> statesAfterEvents() {
            return isContinued ? states.subList(1, states.size()) : states;
        }

        JobSnapshot last() {
            return states.get(states.size() - 1);
        }
    }

    /**
     * @param first the newest job before the first event, or null
     */
    JobTimeline(@Nullable JobSnapshot first, List<JobEvent> events) {
        List<List<JobSnapshot>> jobs = new ArrayList<>();
        problem = follow(first, events, jobs);
        if (problem == null) {
            for (int i = 0; i < jobs.size(); i++) {
                List<JobSnapshot> job = jobs.get(i);
                boolean isContinued = i == 0 && first != null;
                JobSnapshot last = job.get(job.size() - 1);
                Long name = isContinued ? job.get(0).submitted() : last.submitted();
                Long end =
                        i + 1 < jobs.size() ? (Long) end(last, jobs.get(i + 1).get(0)) : null;
                job.replaceAll(state -> state.known(name));
                courses.add(new Course(isContinued, job, end));
            }
        }
    }

    /** The states of each job, one after each event; those of the first job begin with {@code first}. */
    private static @Nullable String follow(
            @Nullable JobSnapshot first, List<JobEvent> events, List<List<JobSnapshot>> jobs) {
        JobSnapshot current = first;
        if (first != null) {
            jobs.add(new ArrayList<>(List.of(first)));
        }
        for (JobEvent event : events) {
            JobTransition step = JobTransition.after(current, event);
            current = step.job();
            if (current == null) {
                return step.problem();
            }
            if (step.isNewJob()) {
                jobs.add(new ArrayList<>(2));
            }
            jobs.get(jobs.size() - 1).add(current);
        }
        return null;
    }

    private static long end(JobSnapshot last, JobSnapshot next) {
        long submitted = next.submitted() == null ? next.firstSeen() : next.submitted();
        return Math.max(last.at(), Math.min(submitted, next.firstSeen()));
    }

    /** The reason for which an event is impossible where it stands, or null. */
    @Nullable
    String problem() {
        return problem;
    }

    /** The newest job after so many of the events. */
    JobSnapshot after(int count) {
        return courses.stream()
                .flatMap(course -> course.statesAfterEvents().stream())
                .skip(count - 1L)
                .findFirst()
                .orElseThrow();
    }

    @Nullable
    JobSnapshot newest() {
        return courses.isEmpty() ? null : courses.get(courses.size() - 1).last();
    }

    /**
     * The charges of all jobs from their begins to their ends.
     *
     * @param event one of the number, to which the charges lead
     */
    JobCharges charges(JobEvent event, Cause cause) {
        JobCharges charges = new JobCharges(event, cause);
        for (Course course : courses) {
            JobSnapshot before = course.isContinued ? course.states.get(0) : null;
            for (JobSnapshot state : course.statesAfterEvents()) {
                charges.change(before, state, state.at());
                before = state;
            }
            if (course.end != null) {
                charges.change(before, null, course.end);
            }
            charges.state(course.last());
        }
        return charges;
    }

    /**
     * Transition of the jobs of one number by one event.
     *
     * @param job the newest job after it, or null when the event is impossible
     * @param isNewJob whether that is another job than before
     * @param isOfJobBefore whether the event is of the job before that one, and changes nothing
     * @param problem why the event is impossible, or null
     */
    record JobTransition(
            @Nullable JobSnapshot job,
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
                    event.state(),
                    Instant.ofEpochMilli(event.at()),
                    Instant.ofEpochMilli(current.since()),
                    current.run());
        }

        private static boolean isResubmitted(JobSnapshot current, JobEvent event) {
            return event.submitted() != null && !Objects.equals(event.submitted(), current.resubmitted());
        }
    }
}
