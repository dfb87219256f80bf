package io.fairstream.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Some seeds, {@code -Dsimulation.seeds=K} from {@code -Dsimulation.first=N} on. What fails is written to {@code target}, as short as it gets. */
class SimulationTest {
    private static final long FIRST = Long.getLong("simulation.first", 1);
    private static final long COUNT = Long.getLong("simulation.seeds", 200);
    private static final int THREADS = Runtime.getRuntime().availableProcessors();
    private static final int SAME = 40;

    /** By seed, the first run of each of the first seeds, which several tests look at. */
    private static final Map<Long, Result> ONCE = new ConcurrentHashMap<>();

    private static Result run(Plan plan) {
        return plan.seed() > SAME
                ? Simulation.run(plan)
                : ONCE.computeIfAbsent(plan.seed(), any -> Simulation.run(plan));
    }

    private static Result run(long seed) {
        return run(Simulation.plan(seed));
    }

    @Test
    void faultsChangeNoTableAndBreakNoLaw() throws InterruptedException, IOException {
        List<Result> failures = new ArrayList<>();
        long[] faults = {0};
        long run = Seeds.run(FIRST, COUNT, THREADS, SimulationTest::run, () -> !failures.isEmpty(), result -> {
            faults[0] += result.faults().size();
            if (!result.holds()) {
                failures.add(result);
            }
        });
        for (Result failure : failures) {
            PlanFile.write(
                    Path.of("target", "failure-" + failure.seed() + ".json"),
                    Shrinking.shrink(failure, Simulation::run));
        }
        assertEquals(List.of(), failures.stream().map(SimulationTest::text).toList());
        assertEquals(COUNT, run);
        assertTrue(
                faults[0] > COUNT, () -> faults[0] + " faults in " + COUNT + " seeds (expected: more than one each)");
    }

    private static String text(Result failure) {
        return "seed " + failure.seed() + " after " + failure.faults() + ": "
                + failure.broken().stream().limit(5).toList();
    }

    @Test
    void aSeedHappensTheSameWayEachTime() {
        for (long seed = 1; seed <= 10; seed++) {
            Result once = run(seed);
            Result again = Simulation.run(seed);
            assertEquals(once.digest(), again.digest(), "seed " + seed);
            assertEquals(once.faults(), again.faults(), "seed " + seed);
        }
    }

    /** In a process of other hash codes, compiler, time zone, language and encoding, where other seeds ran before. */
    @Test
    void aSeedHappensTheSameWayInAnotherProcess() throws IOException, InterruptedException {
        String printed = new ChildProcess(
                        List.of(
                                "-XX:+UnlockExperimentalVMOptions",
                                "-XX:hashCode=2",
                                "-XX:TieredStopAtLevel=1",
                                "-Duser.timezone=Asia/Kathmandu",
                                "-Duser.language=tr",
                                "-Dfile.encoding=ISO-8859-1"),
                        ChildProcess.CLASS_PATH)
                .run(DigestRun.class, Integer.toString(SAME));
        List<String> here = LongStream.rangeClosed(1, SAME)
                .mapToObj(seed -> run(seed).digest())
                .toList();
        assertEquals(here, printed.lines().toList());
    }

    @Test
    void aPlanIsTheSameWhenItIsReadFromItsFile(@TempDir Path directory) throws IOException {
        Result result = run(3);
        Path file = directory.resolve("plan.json");
        PlanFile.write(file, result);
        Plan read = PlanFile.read(file);
        assertEquals(result.plan(), read);
        assertEquals(result.digest(), Simulation.run(read).digest());
    }
}
