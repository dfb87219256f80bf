package io.fairstream.slurm.jobcomp;

import com.fasterxml.jackson.databind.JsonNode;
import io.fairstream.schemas.BankPath;
import io.fairstream.schemas.JobEvent;
import io.fairstream.schemas.JobState;
import io.fairstream.slurm.Bank;
import io.fairstream.slurm.Ending;
import io.fairstream.slurm.Energy;
import io.fairstream.slurm.ExitStatus;
import io.fairstream.slurm.MalformedException;
import io.fairstream.slurm.RecordOutcome;
import io.fairstream.slurm.Resources;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One record of Slurm's start or finish topic. Both have the same fields; a start has no state.
 *
 * <p>A finish tells the whole run, so it is enough by itself, and it repeats what the start told. {@code elapsed} and
 * {@code cpu_hours} are not used: they count suspended time, and on a change of size the time limit.
 */
public final class JobcompRecord {
    private static final long LARGEST = Long.MAX_VALUE;

    private final JobEvent.Builder about;
    private final @Nullable Ending ending;
    private final String state;
    private final ExitStatus exit;
    private final @Nullable Long energyMillijoules;
    private final @Nullable Instant start;
    private final Instant last;
    private final boolean hasProcessors;

    private JobcompRecord(Fields fields, @Nullable String clusterIfNone) throws MalformedException {
        this.state = fields.text("state");
        this.ending = state.isEmpty() ? null : Ending.of(state);
        this.start = fields.time("@start");
        Instant end = fields.time("@end");
        this.last = required(ending == null ? "@start" : "@end", ending == null ? start : end);
        Integer processors = fields.count("total_cpus");
        this.hasProcessors = processors == null || processors > 0;
        this.exit = ending == null ? ExitStatus.UNKNOWN : ExitStatus.parse("exit_code", fields.text("exit_code"));
        this.energyMillijoules = Energy.ofTres(fields.text("tres_alloc"));
        this.about = about(fields, clusterIfNone, hasProcessors ? processors : null);
        if (start != null && hasProcessors && last.isBefore(start)) {
            throw new MalformedException("@end", last, "not before @start, " + start);
        }
    }

    /**
     * Reads a record.
     *
     * @param clusterIfNone the cluster of records that name none
     */
    public static JobcompRecord parse(JsonNode json, @Nullable String clusterIfNone) throws MalformedException {
        if (!json.isObject()) {
            throw new MalformedException("no JSON object");
        }
        return new JobcompRecord(new Fields(json), clusterIfNone);
    }

    private static JobEvent.Builder about(Fields fields, @Nullable String clusterIfNone, @Nullable Integer processors)
            throws MalformedException {
        Resources asked = Resources.parse(fields.text("tres_req"));
        Resources resources = Resources.parse(fields.text("tres_alloc")).or(asked);
        long jobId = required("jobid", fields.whole("jobid", LARGEST));
        if (jobId == 0) {
            throw new MalformedException("jobid", jobId, "above 0");
        }
        Integer nodes = fields.count("total_nodes");
        Long priority = fields.whole("priority", LARGEST);
        return JobEvent.newBuilder()
                .setCluster(cluster(fields, clusterIfNone))
                .setJobId(jobId)
                .setSubmitted(fields.time("@submit"))
                .setRun(run(fields))
                .setUser(fields.text("username"))
                .setUserId(fields.whole("user_id", LARGEST))
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
                .setTimeLimitMinutes(minutes(fields.whole("time_limit", LARGEST)))
                .setTres(tres(fields))
                .setQos(fields.text("qos"))
                .setWckey(fields.text("wc_key").replaceFirst("^[*]", ""))
                .setReservation(fields.text("reservation_name"));
    }

    private static String tres(Fields fields) throws MalformedException {
        String allocated = fields.text("tres_alloc");
        return allocated.isEmpty() ? fields.text("tres_req") : allocated;
    }

    /** The name that stays when the size changes; releases before 26.05 have none. */
    private static String run(Fields fields) throws MalformedException {
        String original = fields.text("original_sluid");
        return original.isEmpty() ? fields.text("sluid") : original;
    }

    private static String cluster(Fields fields, @Nullable String ifNone) throws MalformedException {
        String told = fields.text("cluster");
        return told.isEmpty() ? required("cluster", ifNone) : told;
    }

    private static List<String> groups(Fields fields) throws MalformedException {
        String group = fields.text("groupname");
        return group.isEmpty() ? List.of() : List.of(group);
    }

    private static String bank(Fields fields) throws MalformedException {
        String parents = fields.text("parent_accounts");
        return parents.isEmpty() ? BankPath.of(fields.text("account")) : Bank.ofPath(parents);
    }

    /** Limits are whole minutes, told in seconds. */
    private static @Nullable Long minutes(@Nullable Long seconds) {
        return seconds == null ? null : (Long) (seconds / 60 + (seconds % 60 == 0 ? 0 : 1));
    }

    private static <T> T required(String field, @Nullable T value) throws MalformedException {
        if (value == null) {
            throw new MalformedException(field + ": missing");
        }
        return value;
    }

    /** The key of the job's events. */
    public String key() {
        return about.getCluster() + "/" + about.getJobId();
    }

    /** What is the same for all records of one run, and for no other run. */
    public String runKey() {
        String run = about.getRun();
        return key() + "/" + (run.isEmpty() ? String.valueOf(about.getSubmitted()) : run);
    }

    /** Whether it tells that the size changed; what it means shows only beside the run's other changes. */
    public boolean isChangeOfSize() {
        return ending == Ending.SIZE_CHANGED;
    }

    /** When the run began, ended or changed. */
    public Instant at() {
        return last;
    }

    /** What the record is. */
    public RecordOutcome finding() {
        if (ending == null) {
            return RecordOutcome.START;
        }
        if (isChangeOfSize()) {
            return RecordOutcome.SIZE;
        }
        if (ending != Ending.OVER) {
            return RecordOutcome.REQUEUE;
        }
        return ran() ? RecordOutcome.END : RecordOutcome.NEVER_RAN;
    }

    /** What it tells by itself: begin and end of the run, nothing of a change of size. */
    public List<JobEvent> events() {
        List<JobEvent> events = new ArrayList<>();
        if (isChangeOfSize()) {
            return events;
        }
        if (ran()) {
            events.add(runningSince(Objects.requireNonNull(start)));
        }
        if (ending != null) {
            boolean over = ending == Ending.OVER;
            events.add(JobEvent.newBuilder(about)
                    .setAt(last)
                    .setState(ending.state())
                    .setOutcome(over ? state : null)
                    .setExitCode(over ? exit.code() : null)
                    .setSignal(over ? exit.signal() : null)
                    .setEnergyMillijoules(ran() ? energyMillijoules : null)
                    .build());
        }
        return events;
    }

    /** That the job runs, with the resources of this record, since then. */
    JobEvent runningSince(Instant at) {
        return JobEvent.newBuilder(about).setAt(at).setState(JobState.RUNNING).build();
    }

    /** A job that ended while it waited has no processors, and a start that is its end. */
    private boolean ran() {
        return start != null && hasProcessors;
    }
}
