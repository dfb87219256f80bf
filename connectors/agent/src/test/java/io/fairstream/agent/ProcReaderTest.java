package io.fairstream.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.agent.node.CpuTime;
import io.fairstream.agent.node.JobGroup;
import io.fairstream.agent.node.Memory;
import io.fairstream.agent.node.NodeProcess;
import io.fairstream.agent.node.NodeState;
import io.fairstream.agent.node.Session;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@SuppressWarnings("NullAway.Init") // set up before each test
class ProcReaderTest {
    private static final Clock CLOCK = Clock.fixed(Instant.parse("2026-03-02T08:00:00Z"), ZoneOffset.UTC);

    @TempDir
    private Path directory;

    private ProcTree tree;
    private final List<String> warnings = new ArrayList<>();

    @BeforeEach
    void setUp() throws IOException {
        tree = new ProcTree(directory.resolve("proc"));
    }

    private ProcReader reader(@Nullable Path jobs) throws IOException {
        return new ProcReader(tree.root(), MemoryMeasure.PSS, jobs, CLOCK, warnings::add);
    }

    private NodeState read() throws IOException {
        return reader(null).read();
    }

    @Test
    void readsTheNode() throws IOException {
        tree.node(4_711, 500, 70, 9);
        NodeState node = read();
        assertEquals(CLOCK.millis(), node.atMillis());
        assertEquals(471_100, node.uptimeTicks());
        assertEquals(2, node.processors());
        assertEquals(new CpuTime(5_000_000, 700_000), node.busy(), "idle, iowait and guests are not busy");
        assertEquals(90_000, node.stealMicros());
    }

    @Test
    void readsAProcessWhateverItsNameIs() throws IOException {
        tree.process(20, "a) R 1 (b", 19, 18, 4_000, 11, 12, 13, 14);
        assertEquals(
                new NodeProcess(
                        20,
                        4_000,
                        19,
                        18,
                        1001,
                        new CpuTime(110_000, 120_000),
                        new CpuTime(130_000, 140_000),
                        new Memory(700, 2_048, 1_024, 1_028, 2_056)),
                read().processes().get(20));
    }

    @Test
    void whereTheShareIsNotToldOrNotWantedAllThatIsResidentCounts() throws IOException {
        tree.process(20, "sh", 1, 20, 0, 0, 0, 0, 0);
        ProcReader rss = new ProcReader(tree.root(), MemoryMeasure.RSS, null, CLOCK, warnings::add);
        assertEquals(1_024, real(rss.read()));
        Files.delete(tree.root().resolve("20/smaps_rollup"));
        ProcReader pss = reader(null);
        assertEquals(1_024, real(pss.read()));
        assertTrue(pss.sees().contains("PSS is unreadable for 1 of 1 processes; RSS is used instead"), pss.sees());
    }

    @Test
    void theMemoryOfASleepingProcessIsReadAtSomeSnapshotsOnly() throws IOException {
        tree.process(20, "sh", 1, 20, 0, 5, 0, 0, 0);
        ProcReader reader = reader(null);
        reader.read();
        tree.memory(20, 1001, 2_048, 1_024, 600);
        List<Long> shares = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            shares.add(real(reader.read()));
        }
        assertEquals(700, shares.get(0), "it has done nothing");
        assertEquals(600, shares.get(9), "others that share with it may have");
        tree.process(20, "sh", 1, 20, 0, 6, 0, 0, 0).memory(20, 1001, 2_048, 1_024, 500);
        assertEquals(500, real(reader.read()), "it ran");
    }

    @Test
    void aSessionIsTheUsersWhoBeganItOrWhoHasMostOfItsProcesses() throws IOException {
        for (int pid : new int[] {20, 21, 22, 31, 32, 33}) {
            tree.process(pid, "sh", 1, pid < 30 ? 20 : 30, 0, 0, 0, 0, 0);
        }
        tree.memory(21, 0, 1, 1, 1).memory(22, 0, 1, 1, 1).memory(31, 0, 1, 1, 1);
        assertEquals(Map.of(20, new Session(20, 1001, 0), 30, new Session(30, 1001, 0)), read().sessions());
    }

    @Test
    void theKernelsOwnHaveNoSession() throws IOException {
        tree.process(2, "kthreadd", 0, 0, 0, 0, 1, 0, 0);
        assertEquals(Map.of(), read().sessions());
        assertEquals(1, read().processes().size());
    }

    @Test
    void theJobIsFoundInTheEnvironment() throws IOException {
        tree.process(20, "sh", 1, 20, 0, 0, 0, 0, 0).write("20/environ", "NO_SLURM_JOB_ID=1\0SLURM_JOB_ID=4711\0A=b\0");
        assertEquals(4711, job(read()));
    }

    /** As under slurmstepd: who begins the session has no job, and is root; what it begins has. */
    @Test
    void aSessionIsOfTheJobOfItsChildrenThoughItsLeaderHasNone() throws IOException {
        tree.process(20, "slurmstepd", 1, 20, 0, 0, 0, 0, 0).memory(20, 0, 1, 1, 1);
        tree.process(21, "slurm_script", 20, 20, 0, 0, 0, 0, 0).write("21/environ", "SLURM_JOB_ID=4711\0");
        ProcReader reader = reader(null);
        assertEquals(new Session(20, 1001, 4711), reader.read().sessions().get(20), "and its children's user's");
        tree.remove(21);
        assertEquals(new Session(20, 1001, 4711), reader.read().sessions().get(20), "what is left of it");
    }

    /** As with salloc: the shell was there before the job and is there after it. */
    @Test
    void aShellIsOfAJobAsLongAsTheJobsProcessesAreThere() throws IOException {
        tree.process(20, "bash", 1, 20, 0, 0, 0, 0, 0);
        ProcReader reader = reader(null);
        assertEquals(0, job(reader.read()));
        tree.process(22, "bash", 20, 20, 0, 0, 0, 0, 0).write("22/environ", "SLURM_JOB_ID=4711\0");
        assertEquals(4711, job(reader.read()));
        tree.process(23, "bash", 20, 20, 0, 0, 0, 0, 0).write("23/environ", "SLURM_JOB_ID=4712\0");
        assertEquals(0, job(reader.read()), "of two jobs nobody can tell");
        tree.remove(22);
        assertEquals(4712, job(reader.read()));
        tree.remove(23);
        assertEquals(0, job(reader.read()));
    }

    @Test
    void aChildInheritsTheJobWhateverItsEnvironmentSays() throws IOException {
        tree.process(20, "slurmstepd", 1, 20, 0, 0, 0, 0, 0).memory(20, 0, 1, 1, 1);
        tree.process(21, "slurm_script", 20, 20, 0, 0, 0, 0, 0).write("21/environ", "SLURM_JOB_ID=4711\0");
        tree.process(22, "wiped", 21, 22, 0, 0, 0, 0, 0).write("22/environ", "");
        tree.process(23, "hidden", 21, 23, 0, 0, 0, 0, 0);
        Files.delete(tree.root().resolve("23/environ"));
        Map<Integer, Session> sessions = read().sessions();
        assertEquals(new Session(22, 1001, 4711), sessions.get(22));
        assertEquals(new Session(23, 1001, 4711), sessions.get(23));
    }

    /** Between fork and execution a process shows what its parent has. */
    @Test
    void aProcessWithoutAJobIsAskedAgainWhenItExecutesAnotherProgramAndNoOtherIs() throws IOException {
        tree.process(20, "slurmstepd", 1, 20, 0, 0, 0, 0, 0).memory(20, 0, 1, 1, 1);
        tree.process(21, "slurmstepd", 20, 20, 0, 0, 0, 0, 0).process(22, "tail", 20, 20, 0, 0, 0, 0, 0);
        ProcReader reader = reader(null);
        assertEquals(0, job(reader.read()));
        tree.write("22/environ", "SLURM_JOB_ID=9\0");
        assertEquals(0, job(reader.read()), "asked once");
        tree.process(21, "slurm_script", 20, 20, 0, 0, 0, 0, 0).write("21/environ", "SLURM_JOB_ID=4711\0");
        assertEquals(4711, job(reader.read()));
        tree.process(21, "other", 20, 20, 0, 1, 0, 0, 0).write("21/environ", "");
        assertEquals(4711, job(reader.read()), "wiped");
    }

    @Test
    void aForgedEnvironmentDoesNotCountBesideAControlGroup() throws IOException {
        tree.process(20, "slurmstepd", 1, 20, 0, 0, 0, 0, 0).memory(20, 0, 1, 1, 1);
        tree.process(21, "sh", 20, 20, 0, 0, 0, 0, 0).write("21/cgroup", "0::/slurmstepd.scope/job_4711/step_0\n");
        tree.process(22, "sh", 1, 20, 0, 0, 0, 0, 0).write("22/environ", "SLURM_JOB_ID=9\0");
        assertEquals(4711, job(read()));
    }

    /** The parent's number may be the higher one, as numbers are given again. */
    @Test
    void parentsAreReadBeforeTheirChildren() throws IOException {
        tree.process(20, "sh", 30, 20, 0, 0, 0, 0, 0).process(30, "sh", 1, 30, 0, 0, 0, 0, 0);
        assertEquals(2, read().processes().size());
    }

    @Test
    void theControlGroupWinsAndIsRead() throws IOException {
        tree.process(20, "sh", 1, 20, 0, 0, 0, 0, 0)
                .write("20/environ", "SLURM_JOB_ID=1\0")
                .write("20/cgroup", "5:cpuset:/elsewhere\n0::/system.slice/slurmstepd.scope/job_4711/step_0/user\n")
                .write(
                        "cgroup/system.slice/slurmstepd.scope/job_4711/cpu.stat",
                        "usage_usec 30\nuser_usec 20\nsystem_usec 10\n")
                .write(
                        "cgroup/system.slice/slurmstepd.scope/job_4711/memory.stat",
                        "anon 4096\nfile 999999\nkernel 1\nshmem 2048\n");
        ProcReader reader = reader(null);
        NodeState node = reader.read();
        assertEquals(4711, job(node));
        assertEquals(Map.of(4711L, new JobGroup(new CpuTime(20, 10), 6)), node.jobs());
        tree.write(
                "cgroup/system.slice/slurmstepd.scope/job_4711/cpu.stat",
                "usage_usec 30\nuser_usec 25\nsystem_usec 10\n");
        assertEquals(
                Map.of(4711L, new JobGroup(new CpuTime(25, 10), 6)),
                reader.read().jobs());
        tree.remove(20);
        assertEquals(Map.of(), reader.read().jobs(), "the job has ended");
    }

    @Test
    void aControlGroupOfVersion1TellsTheJobOnly() throws IOException {
        tree.write("self/mounts", "cgroup /sys/fs/cgroup/cpu cgroup rw,cpu 0 0\n")
                .process(20, "sh", 1, 20, 0, 0, 0, 0, 0)
                .write("20/cgroup", "3:cpu:/slurm/uid_1001/job_4711/step_batch\n0::/\n");
        ProcReader reader = reader(null);
        NodeState node = reader.read();
        assertEquals(4711, job(node));
        assertEquals(Map.of(), node.jobs());
        assertTrue(reader.sees().contains("only control groups of version 1"), reader.sees());
    }

    @Test
    void theJobsFileWinsAndIsReadAgain() throws IOException {
        Path jobs = directory.resolve("jobs");
        Files.writeString(jobs, "# by hand\n20 17 # alice\n\n");
        tree.process(20, "sh", 1, 20, 0, 0, 0, 0, 0).write("20/environ", "SLURM_JOB_ID=1\0");
        ProcReader reader = reader(jobs);
        assertEquals(17, job(reader.read()));
        Files.writeString(jobs, "20 18\n");
        Files.setLastModifiedTime(jobs, FileTime.fromMillis(1));
        assertEquals(18, job(reader.read()));
        Files.writeString(jobs, "20 19\nx\n");
        Files.setLastModifiedTime(jobs, FileTime.fromMillis(2));
        assertEquals(18, job(reader.read()));
        assertEquals(1, warnings.size(), warnings.toString());
        assertEquals(
                jobs + ":2: \"x\" (expected: SESSION JOB)",
                assertThrows(IOException.class, () -> reader(jobs)).getMessage());
    }

    @Test
    void aJobThatWasFoundStaysTheSessions() throws IOException {
        tree.process(20, "sh", 1, 20, 0, 0, 0, 0, 0).write("20/environ", "SLURM_JOB_ID=4711\0");
        ProcReader reader = reader(null);
        reader.read();
        tree.remove(20).process(21, "sh", 1, 20, 0, 0, 0, 0, 0);
        assertEquals(4711, job(reader.read()));
        tree.remove(21).process(20, "sh", 1, 20, 100_000, 0, 0, 0, 0);
        assertEquals(0, job(reader.read()), "another session of that number");
    }

    @Test
    void saysWhatIsHidden() throws IOException {
        tree.write("self/mounts", "proc /proc proc rw,relatime,hidepid=2 0 0\n");
        String sees = reader(null).sees();
        assertTrue(sees.contains("no control groups"), sees);
        assertTrue(sees.contains("other users' processes are hidden (hidepid=2)"), sees);
    }

    @Test
    void whatIsNoProcIsRefused() throws IOException {
        ProcReader nowhere = new ProcReader(directory, MemoryMeasure.PSS, null, CLOCK, warnings::add);
        assertEquals(
                directory + "/uptime: cannot be read (expected: Linux's proc(5))",
                assertThrows(IOException.class, nowhere::read).getMessage());
    }

    private static long real(NodeState node) {
        return Objects.requireNonNull(node.processes().get(20)).memory().realKiB();
    }

    private static long job(NodeState node) {
        return Objects.requireNonNull(node.sessions().get(20)).jobId();
    }
}
