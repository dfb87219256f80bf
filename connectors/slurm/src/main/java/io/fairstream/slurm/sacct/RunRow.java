package io.fairstream.slurm.sacct;

import io.fairstream.reading.MalformedException;
import io.fairstream.reading.Memory;
import io.fairstream.reading.Resources;
import io.fairstream.reading.SlurmState;
import io.fairstream.schemas.BankPath;
import io.fairstream.schemas.JobEvent;
import io.fairstream.slurm.ExitStatus;
import io.fairstream.slurm.OpenPoint;
import io.fairstream.slurm.RecordOutcome;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A row of a job: its wait and one run, or the run up to a change of size or from one on.
 *
 * @param about everything but time and state, with the resources allocated, or asked for while there are none
 * @param asked the resources asked for
 * @param word Slurm's state, without who cancelled
 * @param state the meaning of that word
 * @param start of the run; null when there was none
 * @param end of the run or the wait; null while it goes on
 * @param suspended how long of the run it was suspended, at most all of it
 * @param usage what was measured of it
 * @param notes what had to be left open
 */
record RunRow(
        JobEvent.Builder about,
        Resources asked,
        String word,
        SlurmState state,
        @Nullable Instant start,
        @Nullable Instant end,
        Duration suspended,
        ExitStatus exit,
        RunUsage usage,
        Set<OpenPoint> notes) {

    static RunRow of(Row row, long jobId, String clusterIfNone, Times times) throws MalformedException {
        Resources asked = Resources.parse(row.text("reqtres"))
                .or(new Resources(row.count("reqcpus"), row.count("reqnodes"), null, null));
        Resources allocated = new Resources(
                        row.count("alloccpus", "ncpus"), row.count("allocnodes", "nnodes"), null, null)
                .or(Resources.parse(row.text("alloctres")));
        Resources resources = withMemory(allocated.or(asked), row);
        Set<OpenPoint> notes = EnumSet.noneOf(OpenPoint.class);
        if (resources.memoryMiB() == null && isAmount(row.text("reqmem"))) {
            notes.add(OpenPoint.MEMORY_UNKNOWN);
        }
        SlurmState state = SlurmState.of("state", row.text("state"));
        String word = SlurmState.word(row.text("state"));
        Instant begun = state == SlurmState.WAITS ? null : begun(row, allocated, times);
        Instant end = end(row, state, times, notes);
        if (begun != null && end != null && end.isBefore(begun)) {
            throw new MalformedException("end", end, "not before start, " + begun);
        }
        Duration suspended = suspended(row, begun, end, times);
        if (begun != null && end == null && (!suspended.isZero() || word.equals("SUSPENDED"))) {
            notes.add(OpenPoint.SUSPENSION_OPEN);
        }
        return new RunRow(
                about(row, jobId, clusterIfNone, times, resources),
                withMemory(asked, row),
                word,
                state,
                begun,
                end,
                end == null ? Duration.ZERO : suspended,
                ExitStatus.parse("exitcode", row.text("exitcode")),
                RunUsage.of(row),
                notes);
    }

    /** The end that a job has that goes on is when sacct was asked, as with {@code sacct -T}. */
    private static @Nullable Instant end(Row row, SlurmState state, Times times, Set<OpenPoint> notes)
            throws MalformedException {
        Instant told = times.time(row, "end");
        if (told != null && !state.isFinal()) {
            notes.add(OpenPoint.NOT_OVER);
            return null;
        }
        return told;
    }

    private static JobEvent.Builder about(Row row, long jobId, String clusterIfNone, Times times, Resources resources)
            throws MalformedException {
        String cluster = row.text("cluster");
        String group = row.text("group");
        Long priority = row.whole("priority");
        return JobEvent.newBuilder()
                .setCluster(cluster.isEmpty() ? clusterIfNone : cluster)
                .setJobId(jobId)
                .setSubmitted(times.time(row, "submit"))
                .setRun(row.text("originalsluid", "sluid"))
                .setUser(row.text("user"))
                .setUserId(row.whole("uid"))
                .setGroups(group.isEmpty() ? List.of() : List.of(group))
                .setBank(BankPath.of(row.text("account")))
                .setPartition(row.text("partition"))
                .setName(row.text("jobname"))
                .setProcessors(resources.cpus())
                .setNodes(resources.nodes())
                .setNodeList(row.text("nodelist"))
                .setGpus(resources.gpus())
                .setMemoryMiB(resources.memoryMiB())
                .setPriority(priority == null ? null : (Double) (double) priority)
                .setTimeLimitMinutes(timeLimit(row))
                .setTres(row.text("alloctres", "reqtres"))
                .setQos(row.text("qos"))
                .setWckey(row.text("wckey").replaceFirst("^[*]", ""))
                .setReservation(row.text("reservation"));
    }

    /** A job that was cancelled while it waited has its end for a start, and no nodes. */
    private static @Nullable Instant begun(Row row, Resources allocated, Times times) throws MalformedException {
        boolean nodesAssigned = !row.has("nodelist") || !row.text("nodelist").isEmpty();
        Integer cpus = allocated.cpus();
        return cpus != null && cpus > 0 && nodesAssigned ? times.time(row, "start") : null;
    }

    /** What was allocated comes first: requests are spelled in ways that some releases get wrong. */
    private static Resources withMemory(Resources resources, Row row) {
        if (resources.memoryMiB() != null) {
            return resources;
        }
        Integer cpus = resources.cpus();
        Integer nodes = resources.nodes();
        OptionalLong memory = Memory.mebibytes(row.text("reqmem"), cpus == null ? 0 : cpus, nodes == null ? 0 : nodes);
        return memory.isEmpty() ? resources : resources.or(new Resources(null, null, memory.getAsLong(), null));
    }

    /** Whether it asks for an amount; 0 asks for all memory of the nodes. */
    private static boolean isAmount(String memory) {
        return !memory.isEmpty() && !memory.matches("0[KMGTP]?[cn]?");
    }

    /** Elapsed = End - Start - Suspended, so two of them tell the third. */
    private static Duration suspended(Row row, @Nullable Instant begun, @Nullable Instant end, Times times)
            throws MalformedException {
        Duration told = times.duration(row, "suspended");
        if (begun == null || end == null) {
            return told == null ? Duration.ZERO : told;
        }
        Duration whole = Duration.between(begun, end);
        if (told == null) {
            Duration elapsed = elapsed(row, times);
            return elapsed == null || elapsed.compareTo(whole) > 0 ? Duration.ZERO : whole.minus(elapsed);
        }
        if (told.compareTo(whole) > 0) {
            throw new MalformedException("suspended", row.text("suspended"), "at most the run, " + whole);
        }
        return told;
    }

    private static @Nullable Duration elapsed(Row row, Times times) throws MalformedException {
        Long seconds = row.whole("elapsedraw");
        return seconds == null ? times.duration(row, "elapsed") : Duration.ofSeconds(seconds);
    }

    private static @Nullable Long timeLimit(Row row) throws MalformedException {
        String raw = row.text("timelimitraw");
        if (raw.matches("\\d{1,9}")) {
            return Long.valueOf(raw);
        }
        Duration limit = Times.duration(row.text("timelimit"));
        return limit == null ? null : (Long) limit.plusSeconds(59).toMinutes();
    }

    boolean ran() {
        return start != null;
    }

    @Nullable
    Instant submitted() {
        return about.getSubmitted();
    }

    /** Whether this row goes on where that one changed its size. Its submit is then the time of the change. */
    boolean continues(RunRow before) {
        return before.state == SlurmState.SIZE_CHANGED && start != null && start.equals(before.end);
    }

    /** Whether a step that began then can be one of this run; of one without a time nobody knows that it is not. */
    boolean includes(@Nullable Instant step) {
        return step == null || (start != null && !step.isBefore(start));
    }

    RecordOutcome outcome() {
        if (end == null) {
            return ran() ? RecordOutcome.RUNNING : RecordOutcome.WAITING;
        }
        if (!ran()) {
            return RecordOutcome.NEVER_RAN;
        }
        return switch (state) {
            case SIZE_CHANGED -> RecordOutcome.SIZE;
            case WAITS_AGAIN, HELD -> RecordOutcome.REQUEUE;
            default -> RecordOutcome.END;
        };
    }
}
