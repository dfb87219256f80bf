package io.fairstream.flux;

import io.fairstream.reading.JsonFields;
import io.fairstream.reading.MalformedException;
import io.fairstream.reading.Outcome;
import io.fairstream.schemas.JobEvent;
import io.fairstream.schemas.JobState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * History of one job from its eventlog (RFC 21), entry by entry in the order of the log. An event contains only data
 * known at its time, so that reading a longer log again repeats the same events. Mutable.
 *
 * <p>The job has its nodes from {@code alloc} to {@code clean}, when it is inactive: Flux's accounting charges this
 * time. Nodes released before the last ones are no longer allocated.
 */
final class JobHistory {
    private static final int LARGEST_SEVERITY = 7;
    private static final int LARGEST_URGENCY = 31;
    private static final long LARGEST = (1L << 32) - 1;

    private final JobEvent.Builder about;
    private final List<JobEvent> events = new ArrayList<>();
    private final Set<Entry> known = new HashSet<>();
    private final Set<OpenPoint> notes = EnumSet.noneOf(OpenPoint.class);
    private final @Nullable ResourceSet allotted;
    private Jobspec jobspec;
    private @Nullable ResourceSet resources;
    private @Nullable Instant submitted;
    private @Nullable Instant expiration;
    private State state = State.NEW;
    private boolean held;
    private boolean waitTold;
    private @Nullable WaitStatus status;
    private String exception = "";
    private long severity = LARGEST_SEVERITY + 1;

    JobHistory(String cluster, long id, Jobspec jobspec, @Nullable ResourceSet allotted) {
        this.about = JobEvent.newBuilder().setCluster(cluster).setJobId(id);
        this.jobspec = jobspec;
        this.allotted = allotted;
    }

    /** Returns the events so far; none of a submission that was invalid. */
    List<JobEvent> events() {
        return events;
    }

    Set<OpenPoint> notes() {
        return notes;
    }

    Outcome take(Entry entry) throws MalformedException {
        if (!known.add(entry)) {
            return Outcome.REPEATED;
        }
        JsonFields context = entry.fields();
        boolean counts = switch (entry.name()) {
            case "submit" -> submit(entry.at(), context);
            case "jobspec-update" -> updateJobspec(entry.at(), context);
            case "validate", "depend" -> becomeValid();
            case "invalidate" -> becomeInvalid();
            case "urgency" -> setUrgency(entry.at(), context);
            case "priority" -> setPriority(entry.at(), context);
            case "alloc" -> allot(entry.at(), context);
            case "resource-update" -> updateResources(entry.at(), context);
            case "release" -> release(entry.at(), context);
            case "finish" -> finish(context);
            case "exception" -> except(context);
            case "clean" -> clean(entry.at());
            default -> false;
        };
        return counts ? Outcome.UPDATE : Outcome.PASSED;
    }

    private boolean submit(Instant at, JsonFields context) throws MalformedException {
        if (submitted != null) {
            throw new MalformedException("submitted again at " + at + " (expected: one submission of a job)");
        }
        long userId = JsonFields.required("userid", context.whole("userid", 0, LARGEST));
        Long urgency = context.whole("urgency", 0, LARGEST_URGENCY);
        setUrgency(urgency);
        submitted = at;
        about.setSubmitted(at).setUser(JobFields.user("", userId)).setUserId(userId);
        return true;
    }

    private boolean updateJobspec(Instant at, JsonFields context) throws MalformedException {
        Jobspec before = jobspec;
        jobspec = jobspec.updated(context);
        return !before.equals(jobspec) && (state == State.NEW || tellChange(at));
    }

    /** Reports the submission when the job becomes valid, with data added by plugins until then, such as the bank. */
    private boolean becomeValid() throws MalformedException {
        if (state != State.NEW) {
            return false;
        }
        state = State.SCHED;
        if (submitted != null && jobspec.isSized()) {
            waitTold = true;
            tell(submitted, waiting());
        } else {
            notes.add(OpenPoint.WAIT_UNTOLD);
        }
        return true;
    }

    private boolean becomeInvalid() {
        state = State.INACTIVE;
        events.clear();
        notes.clear();
        return true;
    }

    private boolean setUrgency(Instant at, JsonFields context) throws MalformedException {
        Integer before = about.getUrgency();
        setUrgency(JsonFields.required("urgency", context.whole("urgency", 0, LARGEST_URGENCY)));
        return !Objects.equals(before, about.getUrgency()) && state == State.SCHED && tellChange(at);
    }

    private void setUrgency(@Nullable Long urgency) {
        about.setUrgency(urgency == null ? null : (Integer) urgency.intValue());
        held = urgency != null && urgency == 0;
    }

    private boolean setPriority(Instant at, JsonFields context) throws MalformedException {
        becomeValid();
        Double before = about.getPriority();
        about.setPriority((double) JsonFields.required("priority", context.whole("priority", 0, LARGEST)));
        return !about.getPriority().equals(before) && tellChange(at);
    }

    private boolean allot(Instant at, JsonFields context) throws MalformedException {
        becomeValid();
        String summary = context.object("annotations").object("sched").text("resource_summary");
        ResourceSet got = allotted != null || !summary.startsWith("rank") ? allotted : ResourceSet.ofSummary(summary);
        if (got == null && !jobspec.isSized()) {
            notes.add(OpenPoint.SIZE_UNKNOWN);
        }
        resources = got;
        state = State.RUN;
        tell(at, JobState.RUNNING);
        return true;
    }

    private boolean updateResources(Instant at, JsonFields context) throws MalformedException {
        expiration = context.has("expiration") ? JobFields.time(context, "expiration") : expiration;
        return context.has("expiration") && tellChange(at);
    }

    /** Releases nodes; the last ones are released when the job is clean, as in Flux's accounting. */
    private boolean release(Instant at, JsonFields context) throws MalformedException {
        String ranks = context.text("ranks");
        if (ranks.isEmpty()) {
            throw new MalformedException("ranks: missing");
        }
        if (ranks.equals("all") || resources == null || !state.isHolding()) {
            return false;
        }
        ResourceSet left = resources.without(IdSet.parse("ranks", ranks));
        if (left.nodes() == 0 || left.equals(resources)) {
            return false;
        }
        resources = left;
        return tellChange(at);
    }

    private boolean finish(JsonFields context) throws MalformedException {
        status = JsonFields.required("status", WaitStatus.of(context, "status"));
        state = State.CLEANUP;
        return true;
    }

    /** Adds an exception: the most severe one counts, of equally severe ones the first. */
    private boolean except(JsonFields context) throws MalformedException {
        long reported = JsonFields.required("severity", context.whole("severity", 0, LARGEST_SEVERITY));
        if (reported >= severity) {
            return false;
        }
        severity = reported;
        exception = context.text("type");
        return true;
    }

    private boolean clean(Instant at) throws MalformedException {
        state = State.INACTIVE;
        WaitStatus end = status == null ? WaitStatus.UNKNOWN : status;
        events.add(event(at, JobState.COMPLETE)
                .setOutcome(Result.of(status, exception).outcome())
                .setExitCode(end.code())
                .setSignal(end.signal())
                .build());
        return true;
    }

    private JobState waiting() {
        return held ? JobState.HELD : JobState.PENDING;
    }

    /** Reports a change if it is relevant, and returns true if so. */
    private boolean tellChange(Instant at) throws MalformedException {
        if (state.isHolding()) {
            tell(at, JobState.RUNNING);
            return true;
        }
        if (state == State.SCHED && waitTold) {
            tell(at, waiting());
            return true;
        }
        return false;
    }

    private void tell(Instant at, JobState job) throws MalformedException {
        events.add(event(at, job)
                .setExpectedEnd(job == JobState.RUNNING ? expiration : null)
                .build());
    }

    private JobEvent.Builder event(Instant at, JobState job) throws MalformedException {
        JobEvent.Builder event = JobEvent.newBuilder(about)
                .setAt(at)
                .setState(job)
                .setName(jobspec.name())
                .setPartition(jobspec.queue())
                .setTimeLimitMinutes(JobFields.minutes(jobspec.seconds()))
                .setProcessors(jobspec.cores())
                .setNodes(jobspec.nodes())
                .setGpus(jobspec.gpus());
        JobFields.setBank(event, jobspec.bank());
        if (resources != null) {
            JobFields.setResources(event, resources);
        }
        return event;
    }
}
