package io.fairstream.it.peers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.fairstream.it.commands.WrittenTopics;
import io.fairstream.it.harness.Console;
import io.fairstream.schemas.Balance;
import io.fairstream.schemas.InputCounts;
import io.fairstream.schemas.PlainJson;
import io.fairstream.schemas.Priority;
import io.fairstream.schemas.Topics;
import io.fairstream.schemas.WhenSpent;
import io.fairstream.testing.SyntheticPool;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * A real Slurm and a real HTCondor, whose new jobs of a spent allocation wait or come last while others start, until
 * something is left. In {@code -Plong}; skipped where a scheduler cannot be fetched or run. With {@code peers.directory}, schedulers
 * that were fetched there before are used.
 */
@EnabledIfSystemProperty(named = "peers.minutes", matches = "[1-9][0-9]*")
@SuppressWarnings("NullAway.Init") // set up before each test
class ITSpentAllocations {
    private static final int CANNOT = 77;
    /** Site factor of all jobs while users are equal. */
    private static final int EQUAL = 50_000;
    /** Submit description of HTCondor. */
    private static final String JOB = """
            executable = /bin/sleep
            arguments = 2
            log = /dev/null
            request_cpus = 1
            request_memory = 10
            request_disk = 10
            queue
            """;

    /** Unit of allocations that this build can evaluate. */
    private static final String UNIT = "CPU s";
    /** Long enough for several cycles of steer and of the scheduler. */
    private static final Duration SOME_CYCLES = Duration.ofSeconds(15);

    @TempDir
    private Path directory;

    private WrittenTopics topics;
    private String script;
    private Path scheduler;

    @BeforeEach
    void writeTopics() throws Exception {
        topics = WrittenTopics.start();
        InputCounts counts = PlainJson.read(
                InputCounts.class,
                "{\"topic\":\"matches\",\"partition\":0,\"read\":1,\"applied\":1,\"duplicates\":0,\"withoutEffect\":0,\"rejected\":0,\"newest\":\"%s\"}"
                        .formatted(Instant.now().truncatedTo(ChronoUnit.MILLIS)));
        topics.write(Topics.INPUT_COUNTS, row -> "matches/0", List.of(counts));
    }

    @AfterEach
    void stop() throws Exception {
        topics.close();
        if (script != null) {
            exit("stop");
        }
    }

    /** Starts a scheduler, or skips the test. */
    private void start(String name, String... settings) throws Exception {
        script = Path.of("peers", name).toAbsolutePath().toString();
        scheduler = Path.of(System.getProperty("peers.directory", directory.toString()), name);
        assumeTrue(exit("fetch") != CANNOT, this::out);
        List<String> arguments = new ArrayList<>(List.of("start"));
        arguments.addAll(List.of(settings));
        assertEquals(0, exit(arguments.toArray(String[]::new)), this::out);
    }

    private String out() {
        try {
            return Files.readString(directory.resolve("out"));
        } catch (IOException e) {
            return e.toString();
        }
    }

    /** Runs the script with the scheduler's directory as its second argument. */
    private int exit(String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of("bash", script, arguments[0], scheduler.toString()));
        command.addAll(List.of(arguments).subList(1, arguments.length));
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("out").toFile())
                .start()
                .waitFor();
    }

    /** Runs a command of the scheduler; returns its output. */
    private String as(String user, String... command) throws Exception {
        List<String> line = new ArrayList<>(List.of("bash", script, "as", user, scheduler.toString()));
        line.addAll(List.of(command));
        Process process = new ProcessBuilder(line).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return output.strip();
    }

    private void balance(String target, double balance) {
        balance(target, balance, WhenSpent.HOLD);
    }

    private void balance(String target, double balance, WhenSpent whenSpent) {
        Instant start = Instant.now().minusSeconds(3600).truncatedTo(ChronoUnit.SECONDS);
        Balance row = Balance.newBuilder()
                .setTarget(target)
                .setProject("")
                .setUnit(UNIT)
                .setBalance(balance)
                .setInitialBalance(balance)
                .setAccrued(0.0)
                .setWithheld(0.0)
                .setCharged(0.0)
                .setAsOf(start)
                .setAccrual(0.0)
                .setInterval(3600.0)
                .setStart(start)
                .setWhenSpent(whenSpent)
                .build();
        topics.write(Topics.BALANCES, Balance::getTarget, List.of(row));
    }

    private void priorities(String... customers) {
        List<Priority> rows = Stream.of(customers)
                .map(customer -> Priority.newBuilder(SyntheticPool.ALICE)
                        .setCustomer(customer)
                        .build())
                .toList();
        topics.write(Topics.PRIORITIES, Priority::getCustomer, rows);
    }

    private Console steer(String kind, String... more) {
        List<String> arguments = new ArrayList<>(List.of(
                "steer", "--to", kind, "--name", kind, "--command", "bash " + script + " as root " + scheduler));
        arguments.addAll(List.of(more));
        return topics.run(arguments.toArray(String[]::new));
    }

    /** Does that beside a steer of cycles of a second, and then stops it. */
    private void besideSteer(String kind, Callable<?> beside, String... more) throws Exception {
        List<String> options = new ArrayList<>(List.of("--when-spent", "--every", "1s"));
        options.addAll(List.of(more));
        CompletableFuture<Console> console = new CompletableFuture<>();
        Thread thread = new Thread(() -> console.complete(steer(kind, options.toArray(String[]::new))));
        thread.start();
        try {
            beside.call();
        } finally {
            thread.interrupt();
        }
        Console ended = console.get(120, TimeUnit.SECONDS);
        assertEquals(0, ended.exitCode(), ended.toString());
    }

    private static void await(String what, Callable<Boolean> condition) throws Exception {
        Instant patience = Instant.now().plusSeconds(90);
        while (!condition.call()) {
            assertTrue(Instant.now().isBefore(patience), "not within 90 s: " + what);
            Thread.sleep(200);
        }
    }

    private String submit(String user, String account, int seconds) throws Exception {
        String answer = as(user, "sbatch", "--parsable", "-n1", "-A", account, "--wrap", "sleep " + seconds);
        assertTrue(answer.matches("\\d+"), answer);
        return answer;
    }

    private boolean isRunning(String job) throws Exception {
        return List.of("RUNNING", "COMPLETED").contains(state(job, "%T"));
    }

    private String state(String job, String format) throws Exception {
        return as("root", "squeue", "-h", "-t", "all", "-j", job, "-o", format);
    }

    private String limit(String account, String user) throws Exception {
        return as(
                "root",
                "sacctmgr",
                "-n",
                "-P",
                "show",
                "assoc",
                "account=" + account,
                "user=" + user,
                "format=GrpJobs");
    }

    @Test
    void slurmStartsNoNewJobOfASpentAccount() throws Exception {
        start("slurm", "tux", "4", "SchedulerParameters=sched_interval=2,bf_interval=5");
        as("root", "sacctmgr", "-i", "add", "account", "biology", "cluster=tux");
        as("root", "sacctmgr", "-i", "add", "user", "carol", "account=biology", "cluster=tux");
        as("root", "sacctmgr", "-i", "modify", "account", "where", "name=physics", "cluster=tux", "set", "GrpJobs=50");
        String before = submit("bob", "physics", 600);
        await("a job before", () -> isRunning(before));
        balance("/root/physics", -5);
        balance("/root/biology", 5);
        besideSteer("slurm", () -> {
            await("the account is held", () -> limit("physics", "").equals("0"));
            String held = submit("alice", "physics", 1);
            String other = submit("carol", "biology", 1);
            await("the job of another account", () -> isRunning(other));
            Thread.sleep(SOME_CYCLES.toMillis());
            assertEquals("PENDING AssocGrpJobsLimit", state(held, "%T %r"));
            assertTrue(isRunning(before), "what ran goes on");

            balance("/root/physics", 7);
            await("the job after the release", () -> isRunning(held));
            assertEquals("50", limit("physics", ""));

            balance("/root/physics/alice", 0);
            await("the user is held", () -> limit("physics", "alice").equals("0"));
            String ofUser = submit("alice", "physics", 1);
            String ofAnother = submit("bob", "physics", 1);
            await("the job of another user", () -> isRunning(ofAnother));
            assertEquals("PENDING AssocGrpJobsLimit", state(ofUser, "%T %r"));

            assertEquals(0, steer("slurm", "--pause", "--reason", "trial").exitCode());
            await("the job after the pause", () -> isRunning(ofUser));
            assertEquals("", limit("physics", "alice"));
            return null;
        });
        assertTrue(isRunning(before), "what ran goes on");
    }

    @Test
    void slurmStartsJobsOfASpentAccountLastIfItSaysSo() throws Exception {
        start("slurm", "tux", "4", "SchedulerParameters=sched_interval=2,bf_interval=5");
        as("root", "sacctmgr", "-i", "add", "account", "biology", "cluster=tux");
        as("root", "sacctmgr", "-i", "add", "user", "alice", "account=biology", "cluster=tux");
        as("root", "scontrol", "update", "NodeName=ALL", "State=DRAIN", "Reason=trial");
        priorities("alice");
        balance("/root/physics", 7, WhenSpent.LOWER);
        String last = submit("alice", "physics", 1);
        String other = submit("alice", "biology", 1);
        besideSteer("slurm", () -> {
            await("both are ordered", () -> siteFactor(last) == EQUAL && siteFactor(other) == EQUAL);
            balance("/root/physics", -5, WhenSpent.LOWER);
            await("one is last", () -> siteFactor(last) <= 1);
            assertEquals(EQUAL, siteFactor(other));
            balance("/root/physics", 7, WhenSpent.LOWER);
            await("as the other", () -> siteFactor(last) == EQUAL);
            return null;
        });
        assertEquals("", limit("physics", ""), "nothing is held");
    }

    private int siteFactor(String job) throws Exception {
        return Integer.parseInt(as("root", "sprio", "-h", "-j", job, "-o", "%S"));
    }

    /** Starts HTCondor with two users whom the negotiator knows; returns the file of their names. */
    private Path startPoolOfTwo() throws Exception {
        start("htcondor");
        Files.writeString(scheduler.resolve("root/tmp/job.sub"), JOB);
        Path names = Files.writeString(directory.resolve("names"), "*@pool.local = *\n");
        for (String user : List.of("alice", "bob")) {
            as(user, "condor_submit", "/tmp/job.sub");
        }
        await(
                "both are known",
                () -> ceiling("alice").equals("-1") && ceiling("bob").equals("-1"));
        return names;
    }

    @Test
    void htcondorStartsNoNewJobOfASpentUser() throws Exception {
        Path names = startPoolOfTwo();
        as("root", "condor_userprio", "-setceiling", "alice@pool.local", "30");
        balance("/root/physics/alice", -5);
        balance("/root/physics/bob", 5);
        besideSteer(
                "htcondor",
                () -> {
                    await("the user is held", () -> ceiling("alice").equals("0"));
                    await("no job of before", () -> jobs("alice") == 0 && jobs("bob") == 0);
                    as("alice", "condor_submit", "/tmp/job.sub");
                    as("bob", "condor_submit", "/tmp/job.sub");
                    await("the job of another user", () -> jobs("bob") == 0);
                    Thread.sleep(SOME_CYCLES.toMillis());
                    assertEquals(1, jobs("alice"));
                    balance("/root/physics/alice", 7);
                    await("the job after the release", () -> jobs("alice") == 0);
                    assertEquals("30", ceiling("alice"));
                    return null;
                },
                "--names",
                names.toString());
    }

    @Test
    void htcondorStartsJobsOfASpentUserLastIfItSaysSo() throws Exception {
        Path names = startPoolOfTwo();
        priorities("alice", "bob");
        balance("/root/physics/alice", -5, WhenSpent.LOWER);
        besideSteer(
                "htcondor",
                () -> {
                    await("the user is last", () -> factor("alice") >= 900 * factor("bob"));
                    assertEquals("-1", ceiling("alice"), "nothing is held");
                    balance("/root/physics/alice", 7, WhenSpent.LOWER);
                    await("as the others", () -> factor("alice") <= 10 * factor("bob"));
                    return null;
                },
                "--names",
                names.toString());
    }

    private String ceiling(String user) throws Exception {
        return attribute(user, "Ceiling");
    }

    private double factor(String user) throws Exception {
        return Double.parseDouble(attribute(user, "PriorityFactor"));
    }

    private String attribute(String user, String name) throws Exception {
        return as("root", "condor_userprio", "-negotiator", "-allusers", "-af:t", "Name", name)
                .lines()
                .filter(line -> line.startsWith(user + "@"))
                .map(line -> line.substring(line.indexOf('\t') + 1))
                .findFirst()
                .orElse("");
    }

    /** Waiting and running ones. */
    private long jobs(String user) throws Exception {
        return as("root", "condor_q", user, "-af", "JobStatus")
                .lines()
                .filter(line -> line.matches("[12]"))
                .count();
    }
}
