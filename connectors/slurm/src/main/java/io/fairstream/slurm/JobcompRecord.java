package io.fairstream.slurm;

import com.fasterxml.jackson.databind.JsonNode;
import io.fairstream.reading.BankTree.BankPath;
import io.fairstream.reading.JsonFields;
import io.fairstream.reading.MalformedException;
import io.fairstream.reading.Outcome;
import io.fairstream.reading.Resources;
import io.fairstream.reading.SlurmState;
import io.fairstream.schemas.JobEvent;
import io.fairstream.schemas.JobState;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One record of Slurm's start or finish topic. Both have the same fields; a start has no state.
 *
 * <p>A finish contains the whole run, including the content of the start, so that the start record is not needed. {@code elapsed}
 * and {@code cpu_hours} are not used: they include suspended time, and on a change of size they contain the time limit instead.
 */
final class JobcompRecord {
    private static final long LARGEST = Long.MAX_VALUE;
    private static final Set<String> NO_TIME = Set.of("Unknown", "None");

    private final JobEvent.Builder about;
    private final @Nullable SlurmState ending;
    private final String state;
    private final ExitStatus exit;
    private final @Nullable Long energyMillijoules;
    private final @Nullable Instant start;
    private final Instant last;
    private final boolean hasProcessors;

    private JobcompRecord(JsonFields fields, @Nullable String clusterIfNone) throws MalformedException {
        this.state = fields.text("state");
        this.ending = state.isEmpty() ? null : SlurmState.ofEnd("state", state);
        this.start = time(fields, "@start");
        Instant end = time(fields, "@end");
        this.last = JsonFields.required(ending == null ? "@start" : "@end", ending == null ? start : end);
        Integer processors = fields.count("total_cpus", Integer.MAX_VALUE);
        this.hasProcessors = processors == null || processors > 0;
        this.exit = ending == null ? ExitStatus.UNKNOWN : ExitStatus.parse("exit_code", fields.text("exit_code"));
        this.energyMillijoules = Resources.energy(fields.text("tres_alloc"));
        this.about = about(fields, clusterIfNone, hasProcessors ? processors : null);
        if (start != null && hasProcessors && last.isBefore(start)) {
            throw new MalformedException("@end", last, "not before @start, " + start);
        }
    }

    /**
     * Reads a record.
     *
     * @param clusterIfNone cluster of records without one
     */
    public static JobcompRecord parse(JsonNode json, @Nullable String clusterIfNone) throws MalformedException {
        if (!json.isObject()) {
            throw new MalformedException("not a JSON object");
        }
        return new JobcompRecord(new JsonFields(json), clusterIfNone);
    }

    private static JobEvent.Builder about(
            JsonFields fields, @Nullable String clusterIfNone, @Nullable Integer processors) throws MalformedException {
        Resources asked = Resources.parse(fields.text("tres_req"));
        Resources resources = Resources.parse(fields.text("tres_alloc")).or(asked);
        long jobId = JsonFields.required("jobid", fields.whole("jobid", 0, LARGEST));
        if (jobId == 0) {
            throw new MalformedException("jobid", jobId, "above 0");
        }
        Integer nodes = fields.count("total_nodes", Integer.MAX_VALUE);
        Long priority = fields.whole("priority", 0, LARGEST);
        return JobEvent.newBuilder()
                .setCluster(cluster(fields, clusterIfNone))
                .setJobId(jobId)
                .setSubmitted(time(fields, "@submit"))
                .setRun(fields.firstText("original_sluid", "sluid"))
                .setUser(fields.text("username"))
                .setUserId(fields.whole("user_id", 0, LARGEST))
                .setGroups(groups(fields))
                .setBank(bank(fields))
                .setPartition(fields.text("partition"))
                .setName(fields.text("job_name"))
                .setProcessors(processors == null ? resources.cpus() : processors)
                .setNodes(nodes == null || nodes == 0 ? resources.nodes() : nodes)
                .setNodeList(fields.text("nodes"))
                .setGpus(resources.gpus())
                .setMemoryMiB(resources.memoryMiB())
                .setPriority(priority == null ? null : (Double) (double) priority)
                .setTimeLimitMinutes(minutes(fields.whole("time_limit", 0, LARGEST)))
                .setTres(fields.firstText("tres_alloc", "tres_req"))
                .setQos(fields.text("qos"))
                .setWckey(fields.text("wc_key").replaceFirst("^[*]", ""))
                .setReservation(fields.text("reservation_name"));
    }

    private static String cluster(JsonFields fields, @Nullable String ifNone) throws MalformedException {
        String reported = fields.text("cluster");
        return reported.isEmpty() ? JsonFields.required("cluster", ifNone) : reported;
    }

    private static List<String> groups(JsonFields fields) throws MalformedException {
        String group = fields.text("groupname");
        return group.isEmpty() ? List.of() : List.of(group);
    }

    private static String bank(JsonFields fields) throws MalformedException {
        String parents = fields.text("parent_accounts");
        return parents.isEmpty() ? BankPath.of(fields.text("account")) : bankOf(parents);
    }

    /** Converts a time limit to minutes, rounded up; Slurm writes whole minutes in seconds. */
    private static @Nullable Long minutes(@Nullable Long seconds) {
        return seconds == null ? null : (Long) (seconds / 60 + (seconds % 60 == 0 ? 0 : 1));
    }

    /** Returns a time; times are UTC, although they have no zone. */
    private static @Nullable Instant time(JsonFields fields, String name) throws MalformedException {
        return NO_TIME.contains(fields.text(name))
                ? null
                : fields.time(name, text -> LocalDateTime.parse(text).toInstant(ZoneOffset.UTC), "2026-03-02T08:00:00");
    }

    /** Returns the key of the job's events. */
    public String key() {
        return about.getCluster() + "/" + about.getJobId();
    }

    /** Returns a key that identifies the run: equal for all its records. */
    public String runKey() {
        String run = about.getRun();
        return key() + "/" + (run.isEmpty() ? String.valueOf(about.getSubmitted()) : run);
    }

    /** Returns true if the record is a change of size, which can be interpreted only together with the run's other changes. */
    public boolean isChangeOfSize() {
        return ending == SlurmState.SIZE_CHANGED;
    }

    /** Returns the time at which the run began, ended or changed. */
    public Instant at() {
        return last;
    }

    /** Returns the outcome of the record. */
    public Outcome outcome() {
        if (ending == null) {
            return Outcome.START;
        }
        if (isChangeOfSize()) {
            return Outcome.SIZE;
        }
        if (ending != SlurmState.OVER) {
            return Outcome.REQUEUE;
        }
        return ran() ? Outcome.END : Outcome.NEVER_RAN;
    }

    /** Returns the events of this record: begin and end of the run; none for a change of size. */
    public List<JobEvent> events() {
        List<JobEvent> events = new ArrayList<>();
        if (isChangeOfSize()) {
            return events;
        }
        if (ran()) {
            events.add(runningSince(Objects.requireNonNull(start)));
        }
        if (ending != null) {
            boolean over = ending == SlurmState.OVER;
            JobState waiting = ending == SlurmState.HELD ? JobState.HELD : JobState.PENDING;
            events.add(JobEvent.newBuilder(about)
                    .setAt(last)
                    .setState(over ? JobState.COMPLETE : waiting)
                    .setOutcome(over ? state : null)
                    .setExitCode(over ? exit.code() : null)
                    .setSignal(over ? exit.signal() : null)
                    .setEnergyMillijoules(ran() ? energyMillijoules : null)
                    .build());
        }
        return events;
    }

    /** Returns the event of a job that runs since this instant with the resources of this record. */
    JobEvent runningSince(Instant at) {
        return JobEvent.newBuilder(about).setAt(at).setState(JobState.RUNNING).build();
    }

    /** Returns true if the job ran: a job that ended while it waited has no processors, and its start equals its end. */
    private boolean ran() {
        return start != null && hasProcessors;
    }

    /**
     * Returns the path for {@code parent_accounts}, such as {@code /root/physics/physics}. The last name repeats the account, which
     * is the parent of the user's association. Names of accounts are unique in a cluster, so that a repeated name is one account.
     */
    static String bankOf(String parents) {
        List<String> names = new ArrayList<>();
        for (String name : parents.split("/", -1)) {
            if (!name.isEmpty()
                    && (names.isEmpty() || !names.get(names.size() - 1).equals(name))) {
                names.add(name);
            }
        }
        return String.join("/", names);
    }
}
