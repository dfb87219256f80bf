package io.fairstream.simulation.model;

import io.fairstream.schemas.Job;
import io.fairstream.schemas.JobEvent;
import io.fairstream.schemas.JobState;
import io.fairstream.schemas.Topics;
import io.fairstream.schemas.UserAccounting;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The jobs, and what each held: the events of a number in the order of their times. Without the time of each submission nothing
 * is said.
 */
final class Jobs {
    private static final Comparator<JobEvent> ORDER = Comparator.comparing(JobEvent::getAt)
            .thenComparing(JobEvent::getSubmitted)
            .thenComparing(JobEvent::getState);

    private final Map<String, Course> courses = new TreeMap<>();
    private final List<Part> parts = new ArrayList<>();
    private boolean isSure = true;

    /**
     * So many processors are held.
     *
     * @param path of who pays
     * @param until null while they are held
     * @param ended when the run ended of which this is a part, or null
     */
    record Part(
            String path,
            int processors,
            long from,
            @Nullable Long until,
            @Nullable Long ended) {
        Part ceased(long at) {
            return until == null ? new Part(path, processors, from, at, ended) : this;
        }

        Part ofRunUntil(long at) {
            return ended == null ? new Part(path, processors, from, until, at) : this;
        }

        String user() {
            return path.substring(path.lastIndexOf('/') + 1);
        }
    }

    /** The newest job of a number. */
    private static final class Course {
        private final JobEvent first;
        private final List<Part> parts = new ArrayList<>();
        private JobEvent last;
        private Instant since;

        Course(JobEvent first) {
            this.first = first;
            this.last = first;
            this.since = first.getAt();
            change(first);
        }

        void follow(JobEvent event) {
            since = event.getState() == last.getState() ? since : event.getAt();
            boolean isHolding = last.getState() == JobState.RUNNING;
            last = event;
            if (isHolding != (event.getState() == JobState.RUNNING)) {
                change(event);
            }
            if (event.getState() == JobState.COMPLETE) {
                end(event.getAt().toEpochMilli());
            }
        }

        private void change(JobEvent event) {
            long at = event.getAt().toEpochMilli();
            parts.replaceAll(part -> part.ceased(at));
            if (event.getState() == JobState.RUNNING) {
                parts.add(new Part(event.getBank() + "/" + event.getUser(), event.getProcessors(), at, null, null));
            }
        }

        void end(long at) {
            parts.replaceAll(part -> part.ceased(at).ofRunUntil(at));
        }
    }

    Jobs(Taken taken) {
        Map<String, Set<JobEvent>> byNumber = new TreeMap<>();
        for (Taken.One<JobEvent> one : taken.of(Topics.JOB_EVENTS)) {
            JobEvent event = one.value();
            if (event != null) {
                isSure &= event.getSubmitted() != null && event.getProcessors() != null;
                byNumber.computeIfAbsent(one.key(), any -> new LinkedHashSet<>())
                        .add(event);
            }
        }
        if (isSure) {
            byNumber.forEach(this::follow);
        }
    }

    private void follow(String number, Set<JobEvent> events) {
        List<JobEvent> sorted = new ArrayList<>(events);
        sorted.sort(ORDER);
        Course course = null;
        for (JobEvent event : sorted) {
            if (course == null || event.getSubmitted().isAfter(course.first.getSubmitted())) {
                if (course != null) {
                    Instant begin = event.getSubmitted();
                    course.end(Math.max(course.last.getAt().toEpochMilli(), begin.toEpochMilli()));
                    parts.addAll(course.parts);
                }
                course = new Course(event);
            } else if (event.getSubmitted().equals(course.first.getSubmitted())) {
                course.follow(event);
            }
        }
        if (course != null) {
            parts.addAll(course.parts);
            courses.put(number, course);
        }
    }

    boolean isSure() {
        return isSure;
    }

    /** All that was ever held. */
    List<Part> parts() {
        return parts;
    }

    void compare(Map<String, Job> jobs, Map<String, UserAccounting> users, Differences differences) {
        if (!isSure) {
            return;
        }
        Map<String, Job> byNumber = new TreeMap<>();
        jobs.values().forEach(job -> byNumber.put(job.getCluster() + "/" + job.getJobId(), job));
        differences.compare("jobs", courses.keySet(), byNumber.keySet());
        courses.forEach((number, course) -> {
            Job job = byNumber.get(number);
            if (job != null) {
                String where = "jobs " + number;
                differences.compare(where + ".submitted", course.first.getSubmitted(), job.getSubmitted());
                differences.compare(where + ".state", course.last.getState(), job.getState());
                differences.compare(where + ".since", course.since, job.getSince());
                differences.compare(where + ".user", course.last.getUser(), job.getUser());
                differences.compare(where + ".bank", course.last.getBank(), job.getBank());
                differences.compare(where + ".processors", course.last.getProcessors(), job.getProcessors());
            }
        });
        users.values().forEach(user -> compare(user, differences));
    }

    private void compare(UserAccounting row, Differences differences) {
        long asOf = row.getAsOf().toEpochMilli();
        long millis = 0;
        int held = 0;
        for (Part part : parts) {
            if (part.user().equals(row.getUser())) {
                millis += part.processors() * ((part.until() == null ? asOf : part.until()) - part.from());
                held += part.until() == null ? part.processors() : 0;
            }
        }
        String where = "user-accounting " + row.getUser();
        differences.compare(where + ".cpuTimeAllocatedMicros", millis * 1000, row.getCpuTimeAllocatedMicros());
        differences.compare(where + ".processorsAllocated", held, row.getProcessorsAllocated());
    }
}
