package io.fairstream.agent.proc;

import io.fairstream.agent.node.JobGroup;
import io.fairstream.agent.node.NodeProcess;
import io.fairstream.agent.node.NodeState;
import io.fairstream.agent.node.Session;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Which job a session is of: what the file of jobs says; else the control group, which a user cannot forge; else the environment of its
 * process. Once known it stays. Mutable, for one thread.
 */
final class JobFinder {
    private static final Pattern JOB = Pattern.compile("(?:^|\0)SLURM_JOB_ID=(\\d{1,18})(?=\0|$)");

    private final String proc;
    private final @Nullable JobsFile file;
    private final Consumer<String> warnings;
    private final ControlGroups groups;
    private final Text text = new Text();
    private final Map<Long, String> directories = new HashMap<>();
    private Map<Integer, Long> written = Map.of();
    private boolean fileIsBad;
    private int asked;
    private int denied;

    JobFinder(Path proc, @Nullable Path file, Consumer<String> warnings) throws IOException {
        this.proc = proc + "/";
        this.warnings = warnings;
        this.groups = new ControlGroups(proc);
        this.file = file == null ? null : new JobsFile(file);
        if (this.file != null) {
            written = this.file.jobs();
        }
    }

    /** To be called before a round of questions. */
    void refresh() {
        asked = 0;
        denied = 0;
        if (file == null) {
            return;
        }
        try {
            written = file.jobs();
            fileIsBad = false;
        } catch (IOException e) {
            if (!fileIsBad) {
                warnings.accept("warning: jobs file: " + e.getMessage() + "; what it said before still holds");
            }
            fileIsBad = true;
        }
    }

    /**
     * The job of a session; 0 for none.
     *
     * @param process one of its processes
     * @param earlier the session as it was seen before; null if it is new
     */
    long jobOf(int session, NodeProcess process, @Nullable Session earlier) {
        Long told = written.get(session);
        if (told != null) {
            return told;
        }
        if (earlier != null && earlier.jobId() != 0) {
            return earlier.jobId();
        }
        String directory = proc + process.pid();
        ControlGroups.Found found = groups.jobOf(directory).orElse(null);
        if (found == null) {
            return environment(directory);
        }
        String counts = found.directory();
        if (counts != null) {
            directories.put(found.jobId(), counts);
        }
        return found.jobId();
    }

    private long environment(String directory) {
        asked++;
        if (text.read(directory + "/environ") == Text.Reading.DENIED) {
            denied++;
            return 0;
        }
        Matcher matcher = JOB.matcher(text.toString());
        return matcher.find() ? Long.parseLong(matcher.group(1)) : 0;
    }

    /**
     * What the control groups of known jobs counted. To be asked before processes are read: a group that is read later counts what its
     * processes will be seen to use at the next snapshot, and it would be counted twice.
     */
    Map<Long, JobGroup> counted() {
        Map<Long, JobGroup> counted = new TreeMap<>();
        directories.forEach((job, directory) -> groups.read(directory).ifPresent(group -> counted.put(job, group)));
        return counted;
    }

    /** Adds the groups that came with these sessions, and forgets those that went. */
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

    /** What it could see in the last round. */
    String sees() {
        String environments = denied == 0 ? "" : "; no environment of " + denied + " of " + asked + " sessions";
        return groups.sees() + environments;
    }

    /** The session as a state knows it, if it is the same one in a later state. */
    static @Nullable Session earlier(@Nullable NodeState before, int session, NodeProcess process) {
        if (before == null) {
            return null;
        }
        boolean isNew = process.pid() == session && process.startTicks() >= before.uptimeTicks();
        return isNew ? null : before.sessions().get(session);
    }
}
