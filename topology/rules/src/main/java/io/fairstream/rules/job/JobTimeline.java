package io.fairstream.rules.job;

import io.fairstream.rules.journal.Cause;
import java.util.ArrayList;
import java.util.List;
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
            current = step.standing();
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
}
