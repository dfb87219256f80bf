package io.fairstream.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.fairstream.schemas.SessionDelta;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A small load on this very machine, each scene in a session of its own, and what the kernel itself says it used: the times(2) of the
 * process that began it, its waited-for children included.
 */
class LiveLoadTest {
    private static final Duration INTERVAL = Duration.ofMillis(400);
    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final String WORK = "i=0; while [ $i -lt %d ]; do i=$((i+1)); done; ";

    @TempDir
    @SuppressWarnings("NullAway.Init") // by JUnit
    private Path directory;

    private final Map<String, Process> scenes = new LinkedHashMap<>();
    private final Map<Long, Long> told = new HashMap<>();
    private final Map<Long, Long> jobs = new HashMap<>();

    @BeforeEach
    void requireLinux() {
        assumeTrue(Files.isReadable(Path.of("/proc/self/stat")), "no Linux: no /proc");
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/setsid")), "no setsid: no session of one's own");
    }

    @AfterEach
    void endScenes() {
        scenes.values().forEach(scene -> {
            scene.descendants().forEach(ProcessHandle::destroyForcibly);
            scene.destroyForcibly();
        });
    }

    /** Plays when told, says when it is through, and stays until its standard input ends. */
    private void play(String name, String script) throws IOException {
        String waits = "while [ ! -e go ]; do sleep 0.05; done; ";
        String stays = " touch " + name + ".done; read end";
        ProcessBuilder scene = new ProcessBuilder("setsid", "sh", "-c", waits + script + stays);
        scene.directory(directory.toFile());
        scene.environment().put("SLURM_JOB_ID", "47" + scenes.size());
        scenes.put(name, scene.start());
    }

    /** As {@link #play}, from a process that begins the session and has no job itself. */
    private void playInAJobsStep(String name, String script) throws IOException {
        String job = "47" + scenes.size();
        Path file = directory.resolve(name + ".sh");
        Files.writeString(
                file, "while [ ! -e go ]; do sleep 0.05; done; " + script + " touch " + name + ".done; read end");
        ProcessBuilder scene = new ProcessBuilder(
                "setsid", "sh", "-c", "exec 3<&0; SLURM_JOB_ID=" + job + " sh " + file + " <&3; true");
        scene.directory(directory.toFile());
        scenes.put(name, scene.start());
    }

    private static String work(int loops) {
        return WORK.formatted(loops);
    }

    @Test
    void tellsWhatTheKernelTells() throws Exception {
        play("burner", work(1_500_000));
        play(
                "build",
                "for n in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15; do sh -c '" + work(20_000) + "sh -c \""
                        + work(40_000).replace("$", "\\$") + "\"; exit 0'; done;");
        play("tree", "sh -c 'sh -c \"" + work(1_200_000).replace("$", "\\$") + "exit 0\"; exit 0'; ");
        play(
                "daemon",
                "exec 3<&0; sh -c '(" + work(1_000_000) + " touch daemon.end; read end <&3) & echo $! > daemon.pid';"
                        + " while [ ! -e daemon.end ]; do sleep 0.1; done;");
        playInAJobsStep("step", "sh -c '" + work(400_000) + "exit 0'; ");
        AgentSettings settings = AgentSettings.of("tux", "n7", MemoryMeasure.PSS, null);
        Map<String, Long> beforeTheFirstLook = truths();
        Agent agent = Agent.open(settings, Clock.systemUTC(), Long::toString, warning -> {});
        Map<String, Long> afterIt = truths();
        Files.createFile(directory.resolve("go"));
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!through() && System.nanoTime() < deadline) {
            Thread.sleep(INTERVAL.toMillis());
            add(agent.snapshot());
        }
        assertTrue(through(), "the load has ended");
        Thread.sleep(50);
        add(agent.snapshot());
        Map<String, Long> after = truths();
        int number = 470;
        for (Map.Entry<String, Process> scene : scenes.entrySet()) {
            long pid = scene.getValue().pid();
            long end = after.getOrDefault(scene.getKey(), 0L);
            // Scenes wait in loops. These use processor time during the agent's first look, too.
            long least = end - afterIt.getOrDefault(scene.getKey(), 0L);
            long most = end - beforeTheFirstLook.getOrDefault(scene.getKey(), 0L);
            long tolerance = most / 50 + 40_000;
            long said = told.getOrDefault(pid, 0L);
            String all = scene.getKey() + ": " + said + " us told, " + least + " to " + most + " us by the kernel";
            assertTrue(least > 100_000, all);
            assertTrue(said >= least - tolerance && said <= most + tolerance, all);
            assertEquals(number++, jobs.get(pid), scene.getKey());
        }
    }

    private boolean through() {
        return scenes.keySet().stream().allMatch(name -> Files.exists(directory.resolve(name + ".done")));
    }

    private void add(List<SessionDelta> snapshot) {
        long sum = 0;
        for (SessionDelta delta : snapshot) {
            long cpu = delta.getUserCpuMicros() + delta.getSystemCpuMicros();
            sum += cpu;
            told.merge(delta.getSession(), cpu, Long::sum);
            jobs.put(delta.getSession(), delta.getJobId());
            assertEquals(snapshot.size(), delta.getParts());
        }
        SessionDelta any = snapshot.get(0);
        long elapsed = Duration.between(any.getFrom(), any.getTo()).toMillis();
        assertEquals(any.getNodeProcessors() * elapsed * 1000, sum, "law 3");
    }

    /** Returns the kernel's values for each scene, microseconds; for the daemon, for which nobody waits, its own process. */
    private Map<String, Long> truths() throws IOException {
        Map<String, Long> truths = new HashMap<>();
        for (Map.Entry<String, Process> scene : scenes.entrySet()) {
            long pid = scene.getValue().pid();
            long children = scene.getValue()
                    .children()
                    .mapToLong(ProcessHandle::pid)
                    .map(LiveLoadTest::timesIfThere)
                    .sum();
            truths.put(scene.getKey(), times(pid) + (scene.getKey().equals("step") ? children : 0));
        }
        Path daemon = directory.resolve("daemon.pid");
        if (Files.exists(daemon)) {
            long pid = Long.parseLong(Files.readString(daemon).strip());
            truths.merge("daemon", times(pid), Long::sum);
        }
        return truths;
    }

    private static long timesIfThere(long pid) {
        try {
            return times(pid);
        } catch (IOException gone) {
            return 0;
        }
    }

    private static long times(long pid) throws IOException {
        String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
        List<String> fields = List.of(stat.substring(stat.lastIndexOf(')') + 2).split(" "));
        return fields.subList(11, 15).stream().mapToLong(Long::parseLong).sum() * 10_000;
    }
}
