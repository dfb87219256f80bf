package io.fairstream.agent;

import io.fairstream.agent.node.JobGroup;
import io.fairstream.agent.node.NodeProcess;
import io.fairstream.agent.node.NodeState;
import io.fairstream.agent.node.Session;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.IntUnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Finder of the job of a session, in this order: the jobs file; the job of the process that began the session, which is then final;
 * the job of the session's other processes, if they have only one. The process that began the session has no job if it is a
 * scheduler's daemon that runs the job, or a user's shell that allocated the job. A shell's session belongs to the job while processes
 * of the job exist. Mutable, for one thread.
 */
final class JobFinder {
    private static final long ROOT = 0;

    private final @Nullable JobsFile file;
    private final Consumer<String> warnings;
    private final ControlGroups groups;
    private final ProcessJobs processJobs;
    private final Map<Long, String> directories = new HashMap<>();
    private final Set<Integer> settled = new HashSet<>();
    private Map<Integer, Long> written = Map.of();
    private boolean fileIsBad;

    JobFinder(Path proc, @Nullable Path file, Consumer<String> warnings) throws IOException {
        this.warnings = warnings;
        this.groups = new ControlGroups(proc);
        this.processJobs = new ProcessJobs(proc + "/", groups);
        this.file = file == null ? null : new JobsFile(file);
        if (this.file != null) {
            written = this.file.jobs();
        }
    }

    /** Starts a round; call it before all other methods. */
    void refresh() {
        if (file == null) {
            return;
        }
        try {
            written = file.jobs();
            fileIsBad = false;
        } catch (IOException e) {
            if (!fileIsBad) {
                warnings.accept("warning: jobs file: " + e.getMessage() + "; its previous content stays in use");
            }
            fileIsBad = true;
        }
    }

    /** Starts the sessions of a round; see {@link ProcessJobs#begin}. */
    void begin(Map<Integer, NodeProcess> processes, IntUnaryOperator programs) {
        processJobs.begin(processes, programs);
        settled.retainAll(processes.values().stream().map(NodeProcess::session).collect(Collectors.toSet()));
    }

    /**
     * Returns the job of a session; 0 for none.
     *
     * @param leader the process that began the session, otherwise its oldest one
     * @param members all processes of the session
     * @param earlier the session at the previous sighting; null if it is new
     */
    long jobOf(int session, NodeProcess leader, List<NodeProcess> members, @Nullable Session earlier) {
        Long reported = written.get(session);
        if (reported != null) {
            return reported;
        }
        if (earlier == null) {
            settled.remove(session);
        } else if (settled.contains(session)) {
            return earlier.jobId();
        }
        ProcessJobs.Answer ofLeader = processJobs.again(leader);
        if (ofLeader.jobId() != 0 && leader.pid() == session) {
            settled.add(session);
            return found(ofLeader);
        }
        Set<ProcessJobs.Answer> best = best(members);
        Set<Long> jobs = best.stream().map(ProcessJobs.Answer::jobId).collect(Collectors.toSet());
        if (jobs.size() == 1) {
            return found(best.iterator().next());
        }
        boolean isOver = !jobs.isEmpty() || (leader.pid() == session && leader.user() != ROOT);
        return isOver || earlier == null ? 0 : earlier.jobId();
    }

    private long found(ProcessJobs.Answer answer) {
        String directory = answer.directory();
        if (directory != null) {
            directories.put(answer.jobId(), directory);
        }
        return answer.jobId();
    }

    /** Returns the answers that contain a job with the strongest evidence. */
    private Set<ProcessJobs.Answer> best(List<NodeProcess> members) {
        Set<ProcessJobs.Answer> best = new HashSet<>();
        ProcessJobs.Evidence most = ProcessJobs.Evidence.NONE;
        for (NodeProcess member : members) {
            ProcessJobs.Answer answer = processJobs.of(member);
            if (answer.evidence().compareTo(most) > 0) {
                most = answer.evidence();
                best.clear();
            }
            if (answer.jobId() != 0 && answer.evidence() == most) {
                best.add(answer);
            }
        }
        return best;
    }

    /** Returns true if a process belongs to the job, as far as known. */
    boolean isOf(NodeProcess process, long job) {
        return processJobs.of(process).jobId() == job;
    }

    /**
     * Returns the usage counted by the control groups of known jobs. Call it before processes are read: a group that is read later
     * contains usage that the processes show only at the next snapshot, which would be counted twice.
     */
    Map<Long, JobGroup> counted() {
        Map<Long, JobGroup> counted = new TreeMap<>();
        directories.forEach((job, directory) -> groups.read(directory).ifPresent(group -> counted.put(job, group)));
        return counted;
    }

    /** Returns the usage with the groups of new sessions, without groups that are gone. */
    Map<Long, JobGroup> countedWithNew(Map<Integer, Session> sessions, Map<Long, JobGroup> counted) {
        Map<Long, JobGroup> all = new TreeMap<>();
        for (Session session : sessions.values()) {
            long job = session.jobId();
            String directory = directories.get(job);
            JobGroup known = counted.get(job);
            if (known != null) {
                all.put(job, known);
            } else if (directory != null && !all.containsKey(job)) {
                groups.read(directory).ifPresent(group -> all.put(job, group));
            }
        }
        directories.keySet().retainAll(all.keySet());
        return all;
    }

    /** Summarises the data that was visible in the last round. */
    String sees() {
        long denied = processJobs.denied();
        String environments =
                denied == 0 ? "" : "; no environment of " + denied + " of " + processJobs.count() + " processes";
        return groups.sees() + environments;
    }

    /** Returns the session in an earlier state; null if that state does not contain it, or its number was reused since. */
    static @Nullable Session earlier(@Nullable NodeState before, int session, NodeProcess process) {
        if (before == null) {
            return null;
        }
        boolean isNew = process.pid() == session && process.startTicks() >= before.uptimeTicks();
        return isNew ? null : before.sessions().get(session);
    }
}
