package io.fairstream.simulation.model;

import io.fairstream.schemas.Job;
import io.fairstream.schemas.JobAccounting;
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
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * The jobs, and what each held: the events of a number in the order of their times. Without the time of each submission nothing
 * is said.
 */
final class Jobs {
    private static final Comparator<JobEvent> ORDER = Comparator.comparing(JobEvent::getAt)
            .thenComparing(JobEvent::getSubmitted)
            .thenComparing(JobEvent::getState);

    /** By number, the jobs that had it, in the order of their submission. */
    private final Map<String, List<Course>> courses = new TreeMap<>();

    private final List<Part> parts = new ArrayList<>();
    private final List<Sight> sights = new ArrayList<>();
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

        /** Processors times the time up to an instant. */
        long millis(long asOf) {
            return processors * ((until == null ? asOf : until) - from);
        }

        String user() {
            return path.substring(path.lastIndexOf('/') + 1);
        }
    }

    /** Sighting of a user by an event of a started job, or by the end of a job that was running. */
    private record Sight(String user, long at, @Nullable Long userId) {}

    /** A job that ran has ended. */
    record End(String cluster, String path, long at, boolean isSuccess) {}

    /** One job of a number. */
    private static final class Course {
        private final JobEvent first;
        private final List<Part> parts = new ArrayList<>();
        private final List<Sight> sights = new ArrayList<>();
        private final TreeSet<Instant> submissions = new TreeSet<>();
        private final List<JobEvent> events = new ArrayList<>();
        private JobEvent last;
        private Instant since;
        private @Nullable Long userId;
        private int runs;

        Course(JobEvent first) {
            this.first = first;
            this.last = first;
            this.since = first.getAt();
            submissions.add(first.getSubmitted());
            runs = isInRun(first) ? 1 : 0;
            userId = first.getUserId();
            change(first);
            see(first);
        }

        void follow(JobEvent event) {
            boolean isSubmittedAgain = event.getSubmitted().isAfter(submissions.last());
            since = event.getState() == last.getState() && !isSubmittedAgain ? since : event.getAt();
            submissions.add(event.getSubmitted());
            boolean isHolding = last.getState() == JobState.RUNNING;
            runs += isInRun(event) && !isInRun(last) ? 1 : 0;
            last = event;
            userId = event.getUserId() == null ? userId : event.getUserId();
            if (isHolding != (event.getState() == JobState.RUNNING)) {
                change(event);
            }
            see(event);
            if (event.getState() == JobState.COMPLETE) {
                end(event.getAt().toEpochMilli());
            }
        }

        /** Returns true if a submission is that of another job: it is later, and does not come as a run of this one ends, or after one. */
        boolean isFollowedBy(Instant submission) {
            boolean isRequeue = isComplete()
                    ? submission.equals(since)
                    : runs > 0 && (last.getState() == JobState.PENDING || last.getState() == JobState.HELD);
            return submission.isAfter(submissions.last()) && !isRequeue;
        }

        private void see(JobEvent event) {
            events.add(event);
            if (runs > 0) {
                sights.add(new Sight(event.getUser(), event.getAt().toEpochMilli(), userId));
            }
        }

        boolean isOf(String user, Instant instant) {
            return events.stream()
                    .anyMatch(event ->
                            event.getUser().equals(user) && event.getAt().equals(instant));
        }

        private static boolean isInRun(JobEvent event) {
            return event.getState() == JobState.RUNNING || event.getState() == JobState.SUSPENDED;
        }

        private void change(JobEvent event) {
            long at = event.getAt().toEpochMilli();
            parts.replaceAll(part -> part.ceased(at));
            if (event.getState() == JobState.RUNNING) {
                parts.add(new Part(event.getBank() + "/" + event.getUser(), event.getProcessors(), at, null, null));
            }
        }

        void end(long at) {
            if (last.getState() == JobState.RUNNING) {
                sights.add(new Sight(last.getUser(), at, userId));
            }
            parts.replaceAll(part -> part.ceased(at).ofRunUntil(at));
        }

        boolean isComplete() {
            return last.getState() == JobState.COMPLETE;
        }

        End end() {
            return new End(
                    first.getCluster(), last.getBank() + "/" + last.getUser(), since.toEpochMilli(), isSuccess());
        }

        private boolean isSuccess() {
            String outcome = last.getOutcome();
            Integer code = last.getExitCode();
            return outcome == null ? code == null || code == 0 : outcome.equals("COMPLETED");
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
        List<Course> jobs = new ArrayList<>();
        courses.put(number, jobs);
        Course course = null;
        for (JobEvent event : sorted) {
            if (course == null || course.isFollowedBy(event.getSubmitted())) {
                if (course != null) {
                    Instant begin = event.getSubmitted();
                    course.end(Math.max(course.last.getAt().toEpochMilli(), begin.toEpochMilli()));
                }
                course = new Course(event);
                jobs.add(course);
            } else if (!event.getSubmitted().isBefore(course.first.getSubmitted())) {
                course.follow(event);
            }
        }
        jobs.forEach(job -> {
            parts.addAll(job.parts);
            sights.addAll(job.sights);
        });
    }

    boolean isSure() {
        return isSure;
    }

    /** All that was ever held. */
    List<Part> parts() {
        return parts;
    }

    /** All ends of jobs that ran. */
    List<End> ends() {
        return courses.values().stream()
                .flatMap(List::stream)
                .filter(job -> job.isComplete() && job.runs > 0)
                .map(Course::end)
                .toList();
    }

    void compare(
            Map<String, Job> jobs, Map<String, UserAccounting> users, List<Nodes.Use> uses, Differences differences) {
        if (!isSure) {
            return;
        }
        Map<String, Job> byNumber = new TreeMap<>();
        jobs.values().forEach(job -> byNumber.put(job.getCluster() + "/" + job.getJobId(), job));
        differences.compare("jobs", courses.keySet(), byNumber.keySet());
        courses.forEach((number, all) -> {
            Course course = all.get(all.size() - 1);
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
        users.values().forEach(user -> compare(user, uses, differences));
    }

    private void compare(UserAccounting row, List<Nodes.Use> uses, Differences differences) {
        long asOf = row.getAsOf().toEpochMilli();
        long millis = 0;
        int held = 0;
        TreeSet<Long> ids = new TreeSet<>();
        for (Part part : parts) {
            if (part.user().equals(row.getUser())) {
                millis += part.millis(asOf);
                held += part.until() == null ? part.processors() : 0;
            }
        }
        long lastSeen = Long.MIN_VALUE;
        for (Sight sight : sights) {
            if (sight.user().equals(row.getUser())) {
                lastSeen = Math.max(lastSeen, sight.at());
                if (sight.userId() != null) {
                    ids.add(sight.userId());
                }
            }
        }
        for (Nodes.Use use : uses) {
            if (use.user().equals(row.getUser())) {
                lastSeen = Math.max(lastSeen, use.to());
                if (use.userId() != null) {
                    ids.add(use.userId());
                }
            }
        }
        String where = "user-accounting " + row.getUser();
        differences.compare(where + ".userId", ids.size() == 1 ? ids.first() : null, row.getUserId());
        Instant seen = row.getLastSeen();
        if (!row.getUser().equals("DOWN")
                && (seen == null || !isOfEarlierJob(row.getUser(), seen.toEpochMilli(), lastSeen))) {
            differences.compare(where + ".lastSeen", Instant.ofEpochMilli(lastSeen), seen);
        }
        differences.compare(where + ".cpuTimeAllocatedMicros", millis * 1000, row.getCpuTimeAllocatedMicros());
        differences.compare(where + ".processorsAllocated", held, row.getProcessorsAllocated());
    }

    /**
     * Returns true if the user was seen in an order of arrival that later events corrected: an event counted for an earlier, started job of
     * the number, or that job was assumed to end when its number was used again. {@code lastSeen} never goes back.
     */
    private boolean isOfEarlierJob(String user, long seen, long lastSeen) {
        Instant instant = Instant.ofEpochMilli(seen);
        return seen > lastSeen
                && courses.values().stream()
                        .anyMatch(jobs -> IntStream.range(0, jobs.size())
                                .anyMatch(i -> jobs.subList(0, i + 1).stream()
                                        .flatMap(job -> job.sights.stream())
                                        .anyMatch(sight -> jobs.get(i).isOf(user, instant)
                                                || (sight.user().equals(user)
                                                        && jobs.get(i)
                                                                .submissions
                                                                .contains(instant)))));
    }

    /**
     * Compares what each job was allocated and used: sessions know their job's number only, so that what one used is of the job that was
     * submitted last before its end.
     */
    void compareAccounts(Map<String, JobAccounting> rows, List<Nodes.Use> uses, Differences differences) {
        if (!isSure) {
            return;
        }
        Map<String, List<Nodes.Use>> used = new TreeMap<>();
        Map<String, Course> jobs = new TreeMap<>();
        courses.forEach((number, all) -> all.forEach(job -> jobs.put(key(number, job), job)));
        uses.forEach(use ->
                used.computeIfAbsent(owner(use), any -> new ArrayList<>()).add(use));
        used.values().removeIf(all -> Nodes.Use.isEmpty(all));
        Set<String> keys = new TreeSet<>(jobs.keySet());
        keys.addAll(used.keySet());
        differences.compare("job-accounting", keys, new TreeSet<>(rows.keySet()));
        rows.forEach((key, row) -> {
            if (!keys.contains(key)) {
                return;
            }
            String where = "job-accounting " + key;
            List<Nodes.Use> own = used.getOrDefault(key, List.of());
            compare(where, jobs.get(key), own, row, differences);
            Nodes.Use.compare(where, own, row, differences);
        });
    }

    private String key(String number, Course job) {
        boolean isFirst = courses.getOrDefault(number, List.of()).indexOf(job) == 0;
        return isFirst ? number : number + "@" + job.first.getSubmitted();
    }

    private String owner(Nodes.Use use) {
        String number = use.account();
        String owner = number;
        for (Course job : courses.getOrDefault(number, List.of())) {
            owner = job.first.getSubmitted().toEpochMilli() < use.to() ? key(number, job) : owner;
        }
        return owner;
    }

    private static void compare(
            String where, @Nullable Course job, List<Nodes.Use> used, JobAccounting row, Differences differences) {
        long asOf = row.getAsOf().toEpochMilli();
        List<Part> held = job == null ? List.of() : job.parts;
        long micros = held.stream().mapToLong(part -> part.millis(asOf) * 1000).sum();
        int now = held.stream()
                .filter(part -> part.until() == null)
                .mapToInt(Part::processors)
                .sum();
        differences.compare(where + ".cpuTimeAllocatedMicros", micros, row.getCpuTimeAllocatedMicros());
        differences.compare(where + ".processorsAllocated", now, row.getProcessorsAllocated());
        differences.compare(where + ".runs", job == null ? 0 : job.runs, row.getRuns());
        differences.compare(where + ".final", job != null && job.isComplete(), row.getFinal$());
        differences.compare(where + ".user", job == null ? used.get(0).user() : job.last.getUser(), row.getUser());
        differences.compare(where + ".bank", job == null ? "" : job.last.getBank(), row.getBank());
        if (job != null && job.userId != null) {
            differences.compare(where + ".userId", job.userId, row.getUserId());
        }
        if (row.getUser().equals("DOWN")) {
            return;
        }
        LongStream begins = used.stream().mapToLong(Nodes.Use::from);
        LongStream ends = used.stream().mapToLong(Nodes.Use::to);
        if (job != null) {
            begins = LongStream.concat(begins, LongStream.of(job.first.getAt().toEpochMilli()));
            ends = LongStream.concat(ends, LongStream.of(job.last.getAt().toEpochMilli()));
        }
        Instant first = Instant.ofEpochMilli(begins.min().orElseThrow());
        Instant last = Instant.ofEpochMilli(ends.max().orElseThrow());
        differences.compare(where + ".firstSeen", first, row.getFirstSeen());
        differences.compare(where + ".lastSeen", last, row.getLastSeen());
    }
}
