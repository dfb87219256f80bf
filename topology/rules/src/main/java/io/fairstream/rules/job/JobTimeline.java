package io.fairstream.rules.job;

import io.fairstream.rules.job.JobEvent.JobState;
import io.fairstream.rules.journal.Charge.Cause;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The sequence of jobs with one number that results from ordered events. */
final class JobTimeline {
    private final List<Course> courses = new ArrayList<>();
    private final @Nullable String problem;

    /**
     * One job, with the submission time that identifies its charges.
     *
     * @param isContinued whether the first state is from before the events and already charged
     * @param states states after each event
     * @param end submission of the next job, at which this job must have ended; null for the newest job
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

    /** @param first the newest job before the first event, or null */
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
                job.replaceAll(state -> state.with(name, state.use()));
                courses.add(new Course(isContinued, job, end));
            }
        }
    }

    /**
     * Adds the states of each job, one after each event, to {@code jobs}; the states of the first job begin with {@code first}. Returns the
     * reason why an event is impossible, or null.
     */
    private static @Nullable String follow(
            @Nullable JobSnapshot first, List<JobEvent> events, List<List<JobSnapshot>> jobs) {
        JobSnapshot current = first;
        if (first != null) {
            jobs.add(new ArrayList<>(List.of(first)));
        }
        for (JobEvent event : events) {
            String impossible = problem(current, event);
            if (impossible != null) {
                return impossible;
            }
            if (isNewJob(current, event)) {
                jobs.add(new ArrayList<>(2));
            }
            current = after(current, event);
            jobs.get(jobs.size() - 1).add(current);
        }
        return null;
    }

    private static long end(JobSnapshot last, JobSnapshot next) {
        long submitted = next.submitted() == null ? next.firstSeen() : next.submitted();
        return Math.max(last.at(), Math.min(submitted, next.firstSeen()));
    }

    /** Reason why an event is impossible at its position, or null. */
    @Nullable
    String problem() {
        return problem;
    }

    /** Returns the newest job after the first {@code count} events. */
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

    /** Returns the charges of all jobs from begin to end, caused by an event of the job number. */
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

    /** Returns the newest job after an event that is {@linkplain #problem possible}. */
    static JobSnapshot after(@Nullable JobSnapshot current, JobEvent event) {
        if (current == null) {
            return JobSnapshot.first(event, event.submitted());
        }
        if (isNewJob(current, event)) {
            return JobSnapshot.first(event, event.submitted() == null ? (Long) event.at() : event.submitted());
        }
        return isOfJobBefore(current, event) ? current : current.next(event);
    }

    /** Returns true if the event submits a new job; a later submission does so unless the job was requeued. */
    static boolean isNewJob(@Nullable JobSnapshot current, JobEvent event) {
        if (current == null) {
            return true;
        }
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
     * Returns true if the event names a submission before that of the job: it belongs to the previous job with the number, which had ended
     * before the number was used again, and changes nothing.
     */
    static boolean isOfJobBefore(@Nullable JobSnapshot current, JobEvent event) {
        Long submitted = event.submitted();
        Long first = current == null ? null : current.submitted();
        return submitted != null && first != null && submitted < first;
    }

    private static boolean isRequeue(JobSnapshot current, long submitted) {
        return current.isComplete()
                ? submitted == current.since()
                : current.state().isWaiting() && current.runs() > 0;
    }

    /** Returns the reason why an event is impossible after the newest job, or null. */
    static @Nullable String problem(@Nullable JobSnapshot current, JobEvent event) {
        if (current == null || !current.isComplete() || isNewJob(current, event) || isOfJobBefore(current, event)) {
            return null;
        }
        boolean isSameEnd = event.state() == JobState.COMPLETE && event.at() == current.since();
        boolean isResubmitted = event.submitted() != null && !Objects.equals(event.submitted(), current.resubmitted());
        if (isSameEnd || current.isOtherRun(event) || isResubmitted) {
            return null;
        }
        return String.format(
                "state: %s at %s (expected: nothing after the job was COMPLETE at %s, run \"%s\"; a new job is PENDING"
                        + " or HELD, or has a later submitted)",
                event.state(), Instant.ofEpochMilli(event.at()), Instant.ofEpochMilli(current.since()), current.run());
    }
}
