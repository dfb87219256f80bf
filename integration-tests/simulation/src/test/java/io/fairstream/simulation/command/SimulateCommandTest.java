package io.fairstream.simulation.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.simulation.Fault;
import io.fairstream.simulation.Plan;
import io.fairstream.simulation.PlanFile;
import io.fairstream.simulation.Result;
import io.fairstream.simulation.Simulation;
import io.fairstream.simulation.history.SentText;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SimulateCommandTest {
    private static final Path REGRESSION = Path.of("src/test/resources/failures/hostile-records-and-faults.json");

    /** Its history has a record that cannot be decoded and one fault at least. */
    private static final Plan PLAN = LongStream.iterate(1, seed -> seed + 1)
            .mapToObj(Simulation::plan)
            .filter(plan -> plan.faults() > 0 && unreadable(plan).findFirst().isPresent())
            .findFirst()
            .orElseThrow();

    private static final String SEED = Long.toString(PLAN.seed());
    private static final String UNREADABLE = unreadable(PLAN).findFirst().orElseThrow();

    @TempDir
    private Path directory;

    @Test
    void seedsThatHoldAreAddedUp() {
        Ran ran = run(Simulation::run, "--seed", "1", "--seeds", "4", "--threads", "2");
        assertEquals(0, ran.exitCode(), ran.toString());
        assertEquals(
                List.of("FIRST", "SEED", "SEEDS", "SEEDS", "PER", "MINUTE", "RECORDS", "STEPS", "FAULTS", "FAILURES"),
                words(ran.out().get(0)));
        List<String> sums = words(ran.out().get(2));
        assertEquals(List.of("1", "4"), sums.subList(0, 2));
        assertEquals("0", sums.get(sums.size() - 1));
        assertEquals(
                List.of("killed", "stands still", "no answer", "no registry"),
                ran.out().subList(6, 10).stream()
                        .map(line -> line.substring(0, 12).strip())
                        .toList());
    }

    @Test
    void oneSeedIsShownWithItsDigestAndEachFault() {
        Ran once = run(Simulation::run, "--seed", SEED);
        assertEquals(0, once.exitCode(), once.toString());
        assertEquals(List.of(SEED, "holds"), words(once.out().get(2)).subList(0, 2));
        assertEquals(
                List.of("STEP", "INSTANCE", "FAULT", "DETAIL"), words(once.out().get(4)));
        assertEquals(once.out(), run(Simulation::run, "--seed", SEED).out());
    }

    @Test
    void aFirstSeedThatIsNotGivenIsSaid() {
        Ran ran = run(plan -> new Result(plan, 10, "00000000", List.of(), List.of()), "--json");
        assertEquals(0, ran.exitCode(), ran.toString());
        String seed = ran.err().get(0).replaceAll("[^0-9]", "");
        assertTrue(ran.out().get(0).startsWith("{\"part\":\"runs\",\"seed\":" + seed + ","), ran.toString());
    }

    @Test
    void timeEndsIt() {
        Ran ran = run(Simulation::run, "--seed", "1", "--minutes", "0.001");
        assertEquals(0, ran.exitCode(), ran.toString());
        assertEquals("FIRST", words(ran.out().get(0)).get(0));
    }

    @Test
    void aPlanIsRunAgain() {
        Ran ran = run(Simulation::run, REGRESSION.toString(), "--json");
        assertEquals(0, ran.exitCode(), ran.toString());
        assertTrue(
                ran.out().get(0).startsWith("{\"part\":\"runs\",\"file\":\"" + REGRESSION + "\",\"seed\":276,"),
                ran.toString());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--seeds 0                | 2 | --seeds: 0 (expected: >= 1)",
                "--minutes 0              | 2 | --minutes: 0.0 (expected: > 0)",
                "--threads 0              | 2 | --threads: 0 (expected: >= 1)",
                "--seed x                 | 2 | Invalid value for option '--seed': 'x' is not a long",
                "--failures pom.xml       | 2 | --failures: pom.xml (expected: a directory)",
                "plan.json --seed 1       | 2 | a file and --seed, --seeds or --minutes (expected: one or the other)",
                "missing.json             | 1 | missing.json: no such file",
            })
    void wrongUsageIsOneLine(String arguments, int exitCode, String problem) {
        Ran ran = run(Simulation::run, arguments.split(" "));
        assertEquals(exitCode, ran.exitCode());
        assertEquals(List.of(), ran.out());
        assertEquals(problem, ran.err().get(0));
    }

    @Test
    void aFileThatIsNoPlanIsOneLine() {
        Ran ran = run(Simulation::run, "pom.xml");
        assertEquals(1, ran.exitCode());
        assertEquals(1, ran.err().size(), ran.toString());
        assertTrue(ran.err().get(0).startsWith("pom.xml: "), ran.toString());
        assertTrue(ran.err().get(0).endsWith("(expected: a plan as the simulator writes it)"), ran.toString());
    }

    @Test
    void aFailureIsShownAsShortAsItGetsAndWritten() throws IOException {
        Ran ran = run("--seed", SEED, "--seeds", "3", "--threads", "1", "--failures", directory + "/new");
        Path file = directory.resolve("new/failure-" + SEED + ".json");
        assertEquals(1, ran.exitCode(), ran.toString());
        assertEquals(List.of("1 of 1 seed fails"), ran.err());
        assertEquals(
                List.of(
                        "seed " + SEED + " fails:",
                        "  audit: priorities: a text of two lines,",
                        "    of which the second has�control characters",
                        "  and another",
                        "  step 3: i0 killed at SEND"),
                ran.out().subList(0, 5));
        assertTrue(ran.out().contains("the shortest history found that fails:"), ran.toString());
        assertTrue(ran.out().contains("    " + UNREADABLE), ran.toString());
        assertTrue(ran.out().contains("  integration-tests/simulation/run " + file), ran.toString());
        assertEquals(
                List.of(UNREADABLE),
                PlanFile.read(file).records().stream()
                        .map(record -> SentText.of(record).value())
                        .toList());
    }

    @Test
    void tablesOfCommaSeparatedValuesHaveABlankLineBetweenThem() {
        Ran ran = run("--seed", SEED, "--no-shrink", "--csv", "--failures", "" + directory);
        assertEquals(1, ran.exitCode(), ran.toString());
        assertEquals(
                "part,seed,broken,faults,shortestBroken,shortestFaults,file",
                ran.out().get(0));
        assertEquals(
                List.of(
                        "part,seed,topic,partition,sent,key,value",
                        "part,seed,outcome,records,instances,steps,faults,digest"),
                Stream.iterate(1, line -> line + 1)
                        .limit(ran.out().size() - 1)
                        .filter(line -> ran.out().get(line - 1).isEmpty())
                        .map(ran.out()::get)
                        .limit(2)
                        .toList());
    }

    @Test
    void afterAFailureItGoesOnIfAskedTo() {
        Ran ran = run(
                "--seed", SEED, "--seeds", "2", "--keep-going", "--no-shrink", "--json", "--failures", "" + directory);
        assertEquals(1, ran.exitCode(), ran.toString());
        assertEquals(List.of("1 of 2 seeds fails"), ran.err());
        assertTrue(
                ran.out().get(0).startsWith("{\"part\":\"failures\",\"seed\":" + SEED + ",\"broken\":["),
                ran.toString());
        assertEquals(
                PLAN.records().size(),
                ran.out().stream()
                        .filter(line -> line.startsWith("{\"part\":\"records\""))
                        .count());
    }

    @Test
    void aPlanThatFailsAgainIsShownAndLeftAsItIs() throws IOException {
        String before = Files.readString(REGRESSION);
        Ran ran = run(REGRESSION.toString());
        assertEquals(1, ran.exitCode(), ran.toString());
        assertEquals(List.of("1 of 1 plan fails"), ran.err());
        assertFalse(ran.out().contains("the shortest history found that fails:"), ran.toString());
        assertEquals(before, Files.readString(REGRESSION));
    }

    private static List<String> words(String line) {
        return List.of(line.strip().split("\\s+"));
    }

    /** A plan fails if it has a record of some bytes and a fault. */
    private static Result runs(Plan plan) {
        boolean fails = plan.faults() > 0
                && plan.records().stream()
                        .map(record -> SentText.of(record).value())
                        .anyMatch(
                                value -> value != null && (value.equals(UNREADABLE) || value.equals("0x000000000107")));
        List<String> broken = List.of(
                "audit: priorities: a text of two lines,\n of which the second has\tcontrol characters", "and another");
        return new Result(
                plan,
                10,
                "00000000",
                fails ? List.of(new Fault(3, Fault.Kind.KILLED, "i0", "at SEND")) : List.of(),
                fails ? broken : List.of());
    }

    private static Stream<String> unreadable(Plan plan) {
        return plan.records().stream()
                .map(record -> SentText.of(record).value())
                .filter(value -> value != null && value.startsWith("0x"));
    }

    private record Ran(int exitCode, List<String> out, List<String> err) {}

    private static Ran run(String... arguments) {
        return run(SimulateCommandTest::runs, arguments);
    }

    private static Ran run(Function<Plan, Result> runs, String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int exitCode = SimulateCommand.commandLine(runs)
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(arguments);
        return new Ran(
                exitCode,
                out.toString().lines().toList(),
                err.toString().lines().toList());
    }
}
