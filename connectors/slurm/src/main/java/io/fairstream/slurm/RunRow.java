package io.fairstream.slurm;

import io.fairstream.reading.BankTree.BankPath;
import io.fairstream.reading.Count;
import io.fairstream.reading.Hostlist;
import io.fairstream.reading.MalformedException;
import io.fairstream.reading.Memory;
import io.fairstream.reading.Outcome;
import io.fairstream.reading.Resources;
import io.fairstream.reading.SlurmState;
import io.fairstream.schemas.JobEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A row of a job: its waiting time and one run, or a piece of a run between changes of size.
 *
 * @param about all fields except time and state, with the allocated resources, or the requested ones before an
 * allocation
 * @param asked requested resources
 * @param askedTres the same as Slurm writes them; empty if unknown
 * @param word Slurm's state, without the user who cancelled
 * @param state meaning of that word
 * @param usage measured usage
 * @param notes unresolved properties
 */
record RunRow(
        JobEvent.Builder about,
        Resources asked,
        String askedTres,
        String word,
        SlurmState state,
        RunTimes times,
        ExitStatus exit,
        RunUsage usage,
        Set<OpenPoint> notes) {
    /** Energy among the tres: it is measured, not allocated, and known at the end only. */
    private static final Pattern ENERGY = Pattern.compile("^energy=[^,]*,?|,energy=[^,]*");

    static RunRow of(Row row, long jobId, String clusterIfNone, Times times) throws MalformedException {
        Set<OpenPoint> notes = EnumSet.noneOf(OpenPoint.class);
        notes.addAll(row.notes());
        Resources asked = asked(row, notes);
        Resources allocated = allocated(row, notes);
        Resources resources = withMemory(allocated.or(asked), row);
        SlurmState state = SlurmState.of("state", row.text("state"));
        RunTimes ofRun = RunTimes.of(row, state, isRun(row, allocated), times);
        notes.addAll(ofRun.notes());
        if (resources.memoryMiB() == null && isAmount(row.text("reqmem"))) {
            notes.add(OpenPoint.MEMORY_UNKNOWN);
        }
        return new RunRow(
                about(row, jobId, clusterIfNone, ofRun, resources),
                withMemory(asked, row),
                row.text("reqtres"),
                SlurmState.word(row.text("state")),
                state,
                ofRun,
                ExitStatus.parse("exitcode", row.text("exitcode")),
                RunUsage.of(row),
                notes);
    }

    private static Resources asked(Row row, Set<OpenPoint> notes) throws MalformedException {
        Resources tres = Resources.parse(row.text("reqtres"));
        Integer cpus = tres.cpus() == null ? exact(row.count("reqcpus"), null, notes) : tres.cpus();
        Integer nodes = tres.nodes() == null ? exact(row.count("reqnodes"), null, notes) : tres.nodes();
        return new Resources(cpus, nodes, tres.memoryMiB(), tres.gpus());
    }

    private static Resources allocated(Row row, Set<OpenPoint> notes) throws MalformedException {
        Resources tres = Resources.parse(row.text("alloctres"));
        Count nodes = row.count("allocnodes", "nnodes");
        boolean isRounded = nodes != null && nodes.isRounded();
        Integer named = tres.nodes() == null && isRounded ? hosts(row.text("nodelist")) : tres.nodes();
        return new Resources(
                exact(row.count("alloccpus", "ncpus"), tres.cpus(), notes),
                exact(nodes, named, notes),
                tres.memoryMiB(),
                tres.gpus());
    }

    /** Returns the count; if it is rounded, the other number if that is consistent with it. */
    private static @Nullable Integer exact(@Nullable Count count, @Nullable Integer other, Set<OpenPoint> notes) {
        if (count == null) {
            return other;
        }
        if (count.isRounded()) {
            if (other != null && count.agreesWith(other)) {
                return other;
            }
            notes.add(OpenPoint.COUNT_ROUNDED);
        }
        return (int) count.number();
    }

    /** Returns the number of hosts; null if they cannot be counted. */
    private static @Nullable Integer hosts(String nodeList) {
        try {
            return nodeList.isEmpty()
                    ? null
                    : Hostlist.expand("nodelist", nodeList).size();
        } catch (MalformedException e) {
            return null;
        }
    }

    private static JobEvent.Builder about(
            Row row, long jobId, String clusterIfNone, RunTimes times, Resources resources) throws MalformedException {
        String cluster = row.text("cluster");
        String group = row.text("group");
        Long priority = row.whole("priority");
        return JobEvent.newBuilder()
                .setCluster(cluster.isEmpty() ? clusterIfNone : cluster)
                .setJobId(jobId)
                .setSubmitted(times.submitted())
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
                .setTres(ENERGY.matcher(row.text("alloctres", "reqtres")).replaceFirst(""))
                .setQos(row.text("qos"))
                .setWckey(row.text("wckey").replaceFirst("^[*]", ""))
                .setReservation(row.text("reservation"));
    }

    /** Returns true if the row has a run; a job that was cancelled while it waited has no nodes. */
    private static boolean isRun(Row row, Resources allocated) {
        boolean nodesAssigned = !row.has("nodelist") || !row.text("nodelist").isEmpty();
        Integer cpus = allocated.cpus();
        return cpus != null && cpus > 0 && nodesAssigned;
    }

    /** Adds the requested memory if none was allocated; otherwise the request is ignored, because some releases print it incorrectly. */
    private static Resources withMemory(Resources resources, Row row) {
        if (resources.memoryMiB() != null) {
            return resources;
        }
        Integer cpus = resources.cpus();
        Integer nodes = resources.nodes();
        OptionalLong memory = Memory.mebibytes(row.text("reqmem"), cpus == null ? 0 : cpus, nodes == null ? 0 : nodes);
        return memory.isEmpty() ? resources : resources.or(new Resources(null, null, memory.getAsLong(), null));
    }

    /** Returns true if the request has an amount; 0 requests all memory of the nodes. */
    private static boolean isAmount(String memory) {
        return !memory.isEmpty() && !memory.matches("0[KMGTP]?[cn]?");
    }

    private static @Nullable Long timeLimit(Row row) throws MalformedException {
        String raw = row.text("timelimitraw");
        if (raw.matches("\\d{1,9}")) {
            return Long.valueOf(raw);
        }
        Duration limit = Times.duration(row.text("timelimit"));
        return limit == null ? null : (Long) limit.plusSeconds(59).toMinutes();
    }

    @Nullable
    Instant submitted() {
        return times.submitted();
    }

    @Nullable
    Instant start() {
        return times.start();
    }

    @Nullable
    Instant end() {
        return times.end();
    }

    boolean ran() {
        return start() != null;
    }

    /** Returns true if this row continues the other row after a change of size. Then its Submit is the time of the change. */
    boolean continues(RunRow before) {
        Instant start = start();
        return before.state == SlurmState.SIZE_CHANGED && start != null && start.equals(before.end());
    }

    /** Returns true if the other row contains the same run, so that the second reading of this row's start is the right one. */
    boolean isDecidedBy(RunRow other) {
        Instant otherStart = times.otherStart();
        return otherStart != null && otherStart.equals(other.start()) && Objects.equals(submitted(), other.submitted());
    }

    /** Returns true if a step with this start can belong to the run; always true for a step without a start. */
    boolean includes(@Nullable Instant step) {
        Instant start = start();
        return step == null || (start != null && !step.isBefore(start));
    }

    Outcome outcome() {
        if (end() == null) {
            return ran() ? Outcome.RUNNING : Outcome.WAITING;
        }
        if (!ran()) {
            return Outcome.NEVER_RAN;
        }
        return switch (state) {
            case SIZE_CHANGED -> Outcome.SIZE;
            case WAITS_AGAIN, HELD -> Outcome.REQUEUE;
            default -> Outcome.END;
        };
    }
}
