package io.fairstream.agent.node;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Usage counted by the control groups of jobs beyond the jobs' sessions, which is charged to the job: children without a waiting
 * parent, and processes that began and ended between two sightings. A group counts in microseconds, while /proc is rounded to ticks, so
 * that the sessions may also exceed the group; then the difference is carried over. Memory is that of the group beyond its processes,
 * such as files in tmpfs.
 */
final class GroupRemainder {
    private final NodeState before;
    private final NodeState after;
    private final Deltas deltas;
    private final Map<Long, CpuTime> carried;
    private final List<Segment> parts = new ArrayList<>();
    private final Map<Long, CpuTime> carry = new HashMap<>();

    GroupRemainder(NodeState before, NodeState after, Deltas deltas, Map<Long, CpuTime> carried) {
        this.before = before;
        this.after = after;
        this.deltas = deltas;
        this.carried = carried;
        after.jobs().forEach(this::measure);
    }

    List<Segment> parts() {
        return parts;
    }

    Map<Long, CpuTime> carry() {
        return carry;
    }

    private void measure(long job, JobGroup group) {
        CpuTime owed = counted(job, group).minus(ofSessions(job)).plus(carried.getOrDefault(job, CpuTime.NONE));
        CpuTime further = owed.atLeastNone();
        if (owed.micros() < 0) {
            carry.put(job, owed);
        }
        long heldBefore = heldBeyondProcesses(before, job);
        long heldAfter = heldBeyondProcesses(after, job);
        long millis = after.atMillis() - before.atMillis();
        long held = (Math.multiplyExact(heldBefore + heldAfter, millis) + 1_000) / 2_000;
        if (further.micros() > 0 || held > 0) {
            parts.add(Segment.ofGroup(job, user(job), further, held, Math.max(heldBefore, heldAfter)));
        }
    }

    /**
     * Returns the usage counted by a group in the interval. A group is new if it was not known before, or its counter restarted;
     * then its whole counter belongs to the interval. The usage of the job's sessions counts instead if a group was not known before
     * but a session of its job was, or if the counter exceeds the node's capacity in the interval.
     */
    private CpuTime counted(long job, JobGroup group) {
        JobGroup earlier = before.jobs().get(job);
        CpuTime counted = group.cpu();
        if (earlier != null && earlier.cpu().micros() <= counted.micros()) {
            counted = counted.minus(earlier.cpu());
        } else if (earlier == null && isOld(job)) {
            return ofSessions(job);
        }
        long most = after.processors() * (after.atMillis() - before.atMillis() + 10) * 1000;
        return counted.micros() > most ? ofSessions(job) : counted;
    }

    private boolean isOld(long job) {
        return after.sessions().values().stream()
                .anyMatch(session -> session.jobId() == job && before.hasSession(session.id(), after));
    }

    private CpuTime ofSessions(long job) {
        return deltas.uses().stream()
                .filter(use -> use.session().jobId() == job)
                .map(SessionUse::cpu)
                .reduce(CpuTime.NONE, CpuTime::plus);
    }

    private static long heldBeyondProcesses(NodeState state, long job) {
        JobGroup group = state.jobs().get(job);
        if (group == null) {
            return 0;
        }
        long processes = state.processes().values().stream()
                .filter(process -> isOf(state, process, job))
                .mapToLong(process -> process.memory().realKiB())
                .sum();
        return Math.max(0, group.realKiB() - processes);
    }

    private static boolean isOf(NodeState state, NodeProcess process, long job) {
        Session session = state.sessions().get(process.session());
        return session != null && session.jobId() == job;
    }

    /** Returns the user of the job's first session that is not root's, because a scheduler's daemon has a session in the job, too. */
    private long user(long job) {
        return after.sessions().values().stream()
                .filter(session -> session.jobId() == job && session.user() != 0)
                .mapToLong(Session::user)
                .findFirst()
                .orElse(0);
    }
}
