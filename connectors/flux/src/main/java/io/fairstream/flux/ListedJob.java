package io.fairstream.flux;

import com.fasterxml.jackson.databind.JsonNode;
import io.fairstream.reading.JsonFields;
import io.fairstream.reading.MalformedException;
import io.fairstream.reading.Outcome;
import io.fairstream.schemas.JobEvent;
import io.fairstream.schemas.JobState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A job of a listing, which contains all its times.
 *
 * @param about all fields except state and time
 * @param submitted null if unknown
 * @param start time of the allocation; null if there was none
 * @param end time at which it became inactive; null before
 * @param notes unresolved properties
 */
record ListedJob(
        JobEvent.Builder about,
        State state,
        boolean held,
        @Nullable Instant submitted,
        @Nullable Instant start,
        @Nullable Instant end,
        @Nullable Instant expectedStart,
        @Nullable Instant expectedEnd,
        @Nullable Result result,
        WaitStatus status,
        List<OpenPoint> notes) {
    private static final long LARGEST_USER = (1L << 32) - 1;
    private static final long LARGEST_PRIORITY = (1L << 32) - 1;
    private static final int LARGEST_URGENCY = 31;

    static ListedJob of(String cluster, long id, JsonFields job) throws MalformedException {
        State listed = State.of(job);
        State state = listed.at(JobFields.time(job, "t_run"), JobFields.time(job, "t_inactive"));
        Instant submitted = JobFields.time(job, "t_submit");
        Instant start = state.isHolding() || state == State.INACTIVE ? JobFields.time(job, "t_run") : null;
        Instant end =
                state == State.INACTIVE ? JsonFields.required("t_inactive", JobFields.time(job, "t_inactive")) : null;
        if (state.isHolding()) {
            JsonFields.required("t_run", start);
        }
        Instant first = requireOrder("t_run", start, "t_submit", submitted);
        requireOrder("t_inactive", end, start == null ? "t_submit" : "t_run", first);
        Long urgency = job.whole("urgency", 0, LARGEST_URGENCY);
        List<OpenPoint> notes = new ArrayList<>();
        if (state != listed) {
            notes.add(OpenPoint.STATE_BY_TIMES);
        }
        JobEvent.Builder about = about(cluster, id, job)
                .setSubmitted(submitted)
                .setUrgency(urgency == null ? null : (Integer) urgency.intValue());
        setSize(job, about, start != null, notes);
        return new ListedJob(
                about,
                state,
                urgency != null && urgency == 0,
                submitted,
                start,
                end,
                JobFields.time(job.object("annotations").object("sched"), "t_estimate"),
                JobFields.time(job, "expiration"),
                Result.of(job),
                WaitStatus.ofListing(job),
                notes);
    }

    /** Returns the later one, or the one that is known. */
    private static @Nullable Instant requireOrder(
            String name, @Nullable Instant later, String of, @Nullable Instant earlier) throws MalformedException {
        if (later != null && earlier != null && later.isBefore(earlier)) {
            throw new MalformedException(name, later, "not before " + of + ", " + earlier);
        }
        return later == null ? earlier : later;
    }

    private static JobEvent.Builder about(String cluster, long id, JsonFields job) throws MalformedException {
        Long userId = job.whole("userid", 0, LARGEST_USER);
        String user = JobFields.user(job.text("username"), userId);
        if (user.isEmpty()) {
            throw new MalformedException(Outcome.NO_USER, "userid, username: missing");
        }
        Long priority = job.whole("priority", 0, LARGEST_PRIORITY);
        JobEvent.Builder about = JobEvent.newBuilder()
                .setNodeList("")
                .setCluster(cluster)
                .setJobId(id)
                .setUser(user)
                .setUserId(userId)
                .setPartition(job.text("queue"))
                .setName(job.text("name"))
                .setPriority(priority == null ? null : (Double) (double) priority)
                .setTimeLimitMinutes(JobFields.minutes(JobFields.seconds(job, "duration")));
        JobFields.setBank(about, job.text("bank"));
        return about;
    }

    /** Sets the size: counts in the listing take precedence; GPUs are only in R and in the scheduler's summary. */
    private static void setSize(JsonFields job, JobEvent.Builder about, boolean ran, List<OpenPoint> notes)
            throws MalformedException {
        JsonNode r = job.document("R");
        String summary = job.object("annotations").object("sched").text("resource_summary");
        if (r != null) {
            JobFields.setResources(about, ResourceSet.parse(r));
        } else if (ran && !summary.isEmpty() && summary.startsWith("rank")) {
            JobFields.setResources(about, ResourceSet.ofSummary(summary));
        }
        Integer nodes = job.count("nnodes", Integer.MAX_VALUE);
        Integer cores = job.count("ncores", ResourceSet.MAX_CORES);
        Integer tasks = job.count("ntasks", ResourceSet.MAX_CORES);
        about.setNodes(nodes == null ? about.getNodes() : nodes);
        about.setProcessors(cores == null ? about.getProcessors() : cores);
        String hosts = job.text("nodelist");
        if (!hosts.isEmpty()) {
            about.setNodeList(hosts);
        }
        if (about.getProcessors() == null && tasks != null) {
            about.setProcessors(tasks);
            notes.add(OpenPoint.CORES_UNKNOWN);
        }
        if (ran && about.getProcessors() == null && about.getNodes() == null) {
            notes.add(OpenPoint.SIZE_UNKNOWN);
        }
        if (about.getUserId() == null
                || about.getSubmitted() == null
                || (about.getProcessors() == null && about.getNodes() == null)) {
            notes.add(OpenPoint.WAIT_UNTOLD);
        }
    }

    Outcome outcome() {
        if (end != null) {
            return start == null ? Outcome.NEVER_RAN : Outcome.ENDED;
        }
        return state.isHolding() ? Outcome.RUNNING : Outcome.WAITING;
    }

    /**
     * Returns the events from the submission to the end, as far as they have happened. The time of a hold is unknown,
     * only the hold itself is reported.
     */
    List<JobEvent> events() {
        List<JobEvent> events = new ArrayList<>();
        boolean waits = outcome() == Outcome.WAITING;
        if (submitted != null && !notes.contains(OpenPoint.WAIT_UNTOLD)) {
            events.add(JobEvent.newBuilder(about)
                    .setAt(submitted)
                    .setState(waits && held ? JobState.HELD : JobState.PENDING)
                    .setNodeList(start == null ? about.getNodeList() : "")
                    .setExpectedStart(waits ? expectedStart : null)
                    .build());
        }
        if (start != null) {
            events.add(JobEvent.newBuilder(about)
                    .setAt(start)
                    .setState(JobState.RUNNING)
                    .setExpectedEnd(expectedEnd)
                    .build());
        }
        if (end != null) {
            events.add(JobEvent.newBuilder(about)
                    .setAt(end)
                    .setState(JobState.COMPLETE)
                    .setOutcome(result == null ? null : result.outcome())
                    .setExitCode(status.code())
                    .setSignal(status.signal())
                    .build());
        }
        return events;
    }
}
