package io.fairstream.sonar;

import com.fasterxml.jackson.databind.JsonNode;
import io.fairstream.reading.BankTree.BankPath;
import io.fairstream.reading.JsonFields;
import io.fairstream.reading.MalformedException;
import io.fairstream.reading.Outcome;
import io.fairstream.reading.Problem;
import io.fairstream.reading.RecordReader;
import io.fairstream.reading.Recorded;
import io.fairstream.reading.Resources;
import io.fairstream.reading.SlurmState;
import io.fairstream.schemas.JobEvent;
import io.fairstream.schemas.JobState;
import java.io.IOException;
import java.io.Reader;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reader of {@code job} payloads: sacct's data from sonar, one entry for each job and each of its steps. Later payloads
 * repeat the data of running jobs.
 *
 * <p>Times of suspensions are unknown, only their total: as with a dump of sacct it counts at the end of the run.
 */
public final class SonarJobs {
    private static final List<String> KINDS = List.of("job", "jobs");
    private static final int MINUTE = 60;

    private final List<JobEvent> events = new ArrayList<>();

    private final RecordReader reader;

    private SonarJobs(RecordReader reader) {
        this.reader = reader;
    }

    /**
     * Reads to the end.
     *
     * @param name of the file
     * @param problems receives each unreadable entry
     */
    public static Recorded<JobEvent> read(String name, Reader in, Consumer<Problem> problems) throws IOException {
        RecordReader reader = new RecordReader(name, Outcome.MALFORMED, problems);
        SonarJobs jobs = new SonarJobs(reader);
        Payloads.read(in, KINDS, reader, (line, attributes) -> {
            for (JsonNode entry : attributes.json().path("slurm_jobs")) {
                reader.read(line, () -> jobs.take(attributes, new JsonFields(entry)));
            }
        });
        return Recorded.of(jobs.events, JobEvent::getAt, reader.outcomes());
    }

    private Outcome take(JsonFields attributes, JsonFields entry) throws MalformedException {
        if (!entry.text("job_step").isEmpty()) {
            return Outcome.STEP;
        }
        String reported = entry.requiredText("job_state");
        SlurmState state = SlurmState.of("job_state", reported);
        if (state == SlurmState.WAITS) {
            return Outcome.NO_WAITING_USER;
        }
        if (entry.text("user_name").isEmpty()) {
            return Outcome.NO_USER;
        }
        return tell(about(attributes, entry), entry, state, SlurmState.word(reported));
    }

    private Outcome tell(JobEvent.Builder about, JsonFields entry, SlurmState state, String word)
            throws MalformedException {
        Instant start = about.getProcessors() == null || about.getNodeList().isEmpty()
                ? null
                : Numbers.time(entry, "start_time");
        Instant end = state.isFinal() ? Numbers.time(entry, "end_time") : null;
        if (start != null && end != null && end.isBefore(start)) {
            throw new MalformedException("end_time", end, "not before start_time, " + start);
        }
        if (start == null && end == null) {
            throw new MalformedException("start_time: missing, " + word);
        }
        long suspended = suspended(entry, start, end);
        note(entry, state, start, end);
        Instant first = start == null ? end : start;
        if (about.getSubmitted() != null && about.getSubmitted().isAfter(first)) {
            reader.outcomes().note(OpenPoint.SUBMIT_LATE);
            about.setSubmitted(first);
        }
        if (start != null) {
            events.add(event(about, start, JobState.RUNNING));
        }
        if (end == null) {
            return Outcome.RUNNING;
        }
        if (suspended > 0) {
            events.add(event(about, end.minusSeconds(suspended), JobState.SUSPENDED));
        }
        if (state == SlurmState.WAITS_AGAIN || state == SlurmState.HELD) {
            events.add(event(about, end, state == SlurmState.HELD ? JobState.HELD : JobState.PENDING));
            return Outcome.REQUEUE;
        }
        events.add(complete(about, end, word, (int) Math.min(Numbers.whole(entry, "exit_code"), Integer.MAX_VALUE)));
        return start == null ? Outcome.NEVER_RAN : Outcome.END;
    }

    private void note(JsonFields entry, SlurmState state, @Nullable Instant start, @Nullable Instant end)
            throws MalformedException {
        if (!state.isFinal() && entry.has("end_time")) {
            reader.outcomes().note(OpenPoint.NOT_OVER);
        }
        if (end == null && Numbers.whole(entry, "suspend_time") > 0) {
            reader.outcomes().note(OpenPoint.SUSPENSION_OPEN);
        }
        if (start != null && Resources.parse(allocated(entry)).cpus() == null) {
            reader.outcomes().note(OpenPoint.SIZE_REQUESTED);
        }
    }

    /** Returns the suspended seconds of a run that has ended. */
    private static long suspended(JsonFields entry, @Nullable Instant start, @Nullable Instant end)
            throws MalformedException {
        long seconds = Numbers.whole(entry, "suspend_time");
        if (start == null || end == null) {
            return 0;
        }
        Duration run = Duration.between(start, end);
        if (seconds > run.toSeconds()) {
            throw new MalformedException("suspend_time", seconds, "at most the run, " + run);
        }
        return seconds;
    }

    private static JobEvent event(JobEvent.Builder about, Instant at, JobState state) {
        return JobEvent.newBuilder(about).setAt(at).setState(state).build();
    }

    private static JobEvent complete(JobEvent.Builder about, Instant at, String outcome, int exitCode) {
        return JobEvent.newBuilder(about)
                .setAt(at)
                .setState(JobState.COMPLETE)
                .setOutcome(outcome)
                .setExitCode(exitCode)
                .build();
    }

    private static JobEvent.Builder about(JsonFields attributes, JsonFields entry) throws MalformedException {
        long jobId = Numbers.whole(entry, "job_id");
        if (jobId == 0) {
            throw new MalformedException("job_id", jobId, "above 0");
        }
        Resources allocated = Resources.parse(allocated(entry));
        Integer cpus = allocated.cpus() == null ? Numbers.count(entry, "requested_cpus") : allocated.cpus();
        Integer nodes = allocated.nodes() == null ? Numbers.count(entry, "requested_node_count") : allocated.nodes();
        Long priority = Numbers.extended(entry, "priority");
        return JobEvent.newBuilder()
                .setCluster(attributes.requiredText("cluster"))
                .setJobId(jobId)
                .setSubmitted(Numbers.time(entry, "submit_time"))
                .setUser(entry.text("user_name"))
                .setBank(BankPath.of(entry.text("account")))
                .setPartition(entry.text("partition"))
                .setName(entry.text("job_name"))
                .setProcessors(cpus)
                .setNodes(nodes)
                .setNodeList(nodeList(entry))
                .setGpus(allocated.gpus())
                .setMemoryMiB(allocated.memoryMiB())
                .setPriority(priority == null ? null : (Double) (double) priority)
                .setTimeLimitMinutes(minutes(Numbers.extended(entry, "time_limit")))
                .setTres(allocated(entry))
                .setReservation(entry.text("reservation"));
    }

    /** Returns the allocated resources; before 0.16 sonar has them only among the columns of sacct. */
    private static String allocated(JsonFields entry) throws MalformedException {
        String reported = entry.text("allocated_resources");
        return reported.isEmpty() ? entry.object("sacct").text("AllocTRES") : reported;
    }

    /** Returns minutes; sonar's documentation says minutes, but it sends seconds. */
    private static @Nullable Long minutes(@Nullable Long seconds) {
        return seconds == null ? null : (Long) Math.floorDiv(seconds + MINUTE - 1, (long) MINUTE);
    }

    private static String nodeList(JsonFields entry) throws MalformedException {
        List<String> nodes = new ArrayList<>();
        for (JsonNode range : entry.json().path("nodes")) {
            if (!range.isTextual()) {
                throw new MalformedException("nodes", range, "a text");
            }
            nodes.add(range.textValue());
        }
        return String.join(",", nodes);
    }
}
