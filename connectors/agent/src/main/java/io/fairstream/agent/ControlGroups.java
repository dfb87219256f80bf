package io.fairstream.agent;

import io.fairstream.agent.node.CpuTime;
import io.fairstream.agent.node.JobGroup;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Control groups of jobs: Slurm's directories {@code job_ID}. The job of a process can be read from any hierarchy, the usage of a
 * job only from version 2. Mutable, for one thread.
 */
final class ControlGroups {
    private static final Pattern JOB = Pattern.compile("(/.*)?/job_(\\d{1,18})(?=/|$)");
    private static final Pattern MOUNT = Pattern.compile("(?m)^\\S+ (\\S+) cgroup2 ");
    private static final Pattern MOUNT_1 = Pattern.compile("(?m)^\\S+ \\S+ cgroup ");
    private static final byte[] USER = key("user_usec ");
    private static final byte[] SYSTEM = key("system_usec ");
    private static final byte[] ANONYMOUS = key("anon ");
    private static final byte[] SHARED = key("shmem ");
    private static final int BYTES_OF_KIB = 1024;

    private final Text text = new Text();
    private final @Nullable String mount;
    private final boolean hasVersion1;

    /** A job and the directory of its group; the directory is null if the job has no group of its own in version 2. */
    record Found(long jobId, @Nullable String directory) {}

    ControlGroups(Path proc) {
        text.read(proc + "/self/mounts");
        Matcher matcher = MOUNT.matcher(text.toString());
        this.mount = matcher.find() ? matcher.group(1) : null;
        this.hasVersion1 = MOUNT_1.matcher(text.toString()).find();
    }

    /** Returns the job of the process's group. */
    Optional<Found> jobOf(String processDirectory) {
        text.read(processDirectory + "/cgroup");
        Found found = null;
        for (String line : text.toString().lines().toList()) {
            int path = line.indexOf('/');
            Matcher matcher = JOB.matcher(path < 0 ? "" : line.substring(path));
            if (matcher.find()) {
                long job = Long.parseLong(matcher.group(2));
                boolean counts = mount != null && line.startsWith("0::");
                if (counts || found == null) {
                    found = new Found(job, counts ? mount + matcher.group() : null);
                }
            }
        }
        return Optional.ofNullable(found);
    }

    /** Returns the values counted by the group; empty if the group is gone or unreadable. */
    Optional<JobGroup> read(String directory) {
        if (text.read(directory + "/cpu.stat") != Text.Reading.DONE || text.length() == 0) {
            return Optional.empty();
        }
        CpuTime cpu = new CpuTime(text.number(USER), text.number(SYSTEM));
        text.read(directory + "/memory.stat");
        long held = text.number(ANONYMOUS) + text.number(SHARED);
        return Optional.of(new JobGroup(cpu, held / BYTES_OF_KIB));
    }

    /** Summarises the data that control groups provide on this node. */
    String sees() {
        if (mount != null) {
            return "control groups of jobs in " + mount;
        }
        return hasVersion1
                ? "only control groups of version 1, which identify jobs but do not measure them"
                : "no control groups";
    }

    private static byte[] key(String name) {
        return name.getBytes(StandardCharsets.UTF_8);
    }
}
