package io.fairstream.simulation.command;

import io.fairstream.query.columns.Document;
import io.fairstream.query.records.Failure;
import io.fairstream.simulation.Plan;
import io.fairstream.simulation.PlanFile;
import io.fairstream.simulation.Result;
import io.fairstream.simulation.Seeds;
import io.fairstream.simulation.Shrinking;
import io.fairstream.simulation.Simulation;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The topology over a model of Kafka, with faults. */
@Command(
        name = SimulateCommand.PROGRAM,
        mixinStandardHelpOptions = true,
        footerHeading = "%nExample:%n",
        footer = {
            "  " + SimulateCommand.PROGRAM + " --seed 1 --seeds 300",
            "  " + SimulateCommand.PROGRAM + " failure-17.json"
        },
        description = {
            "Run the topology over a model of Kafka in this process, with random histories and faults: instances are killed,"
                    + " stand still, get no answer, lose their disk. A seed happens the same way each time.",
            "Afterwards the tables must be those of a run without faults. What fails is made as short as possible, shown, and"
                    + " written to failure-SEED.json. Exit code 1 if something fails; docs/reliability.md says what is checked."
        })
public final class SimulateCommand implements Callable<Integer> {
    static final String PROGRAM = "integration-tests/simulation/run";

    private static final int INTERRUPTED = 130;
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final long RANDOM_SEEDS = 1_000_000_000;
    private static final double MINUTE = Duration.ofMinutes(1).toNanos();
    private static final double SECONDS = 60;

    private final Function<Plan, Result> runs;

    @Parameters(
            arity = "0..*",
            paramLabel = "FILE",
            description = "Run plans that were written before, in place of seeds. They are not made shorter.")
    private List<Path> files = List.of();

    @Option(names = "--seed", paramLabel = "N", description = "The first seed (default: a random one, which is said).")
    private @Nullable Long seed;

    @Option(names = "--seeds", paramLabel = "K", description = "How many, one after the other (default: 1).")
    private @Nullable Long seeds;

    @Option(
            names = "--minutes",
            paramLabel = "M",
            description = "As many as can be begun in this time; with --seeds whichever ends first.")
    private @Nullable Double minutes;

    @Option(names = "--threads", paramLabel = "T", description = "Seeds at a time (default: one a processor).")
    private int threads = Runtime.getRuntime().availableProcessors();

    @Option(names = "--keep-going", description = "Go on after a failure.")
    private boolean keepGoing;

    @Option(names = "--no-shrink", description = "Leave a history that fails as long as it is.")
    private boolean noShrink;

    @Option(
            names = "--failures",
            paramLabel = "DIR",
            description = "Where what fails is written (default: the current directory).")
    private Path directory = Path.of("");

    @Option(names = "--debug", description = "Log on stderr what is going on.")
    private boolean debug;

    @Mixin
    private final OutputOptions output = new OutputOptions();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    /** @param runs runs a plan, of several threads */
    SimulateCommand(Function<Plan, Result> runs) {
        this.runs = runs;
    }

    /** Interrupted, it prints what was run until then. */
    public static void main(String[] arguments) {
        Thread command = Thread.currentThread();
        CountDownLatch ended = new CountDownLatch(1);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            command.interrupt();
            await(ended);
        }));
        int exitCode = commandLine(Simulation::run)
                .setOut(new PrintWriter(System.out, true, StandardCharsets.UTF_8))
                .setErr(new PrintWriter(System.err, true, StandardCharsets.UTF_8))
                .execute(arguments);
        ended.countDown();
        System.exit(exitCode);
    }

    private static void await(CountDownLatch ended) {
        try {
            ended.await(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** @param runs runs a plan, of several threads */
    static CommandLine commandLine(Function<Plan, Result> runs) {
        return new CommandLine(new SimulateCommand(runs)).setExecutionExceptionHandler((thrown, command, parsed) -> {
            if (thrown instanceof InterruptedException || thrown.getCause() instanceof InterruptedException) {
                return INTERRUPTED;
            }
            if (thrown instanceof Failure) {
                command.getErr().println(thrown.getMessage());
                return CommandLine.ExitCode.SOFTWARE;
            }
            throw thrown;
        });
    }

    @Override
    public Integer call() throws InterruptedException {
        check();
        // read by the logger when the first class that logs is loaded
        System.setProperty("org.slf4j.simpleLogger.defaultLogLevel", debug ? "info" : "off");
        if (files.isEmpty()) {
            runSeeds();
        } else {
            replay();
        }
        return 0;
    }

    private void check() {
        if (!files.isEmpty() && (seed != null || seeds != null || minutes != null)) {
            throw usage("a file and --seed, --seeds or --minutes (expected: one or the other)");
        }
        if (seeds != null && seeds < 1) {
            throw usage("--seeds: " + seeds + " (expected: >= 1)");
        }
        if (minutes != null && !(minutes > 0)) {
            throw usage("--minutes: " + minutes + " (expected: > 0)");
        }
        if (threads < 1) {
            throw usage("--threads: " + threads + " (expected: >= 1)");
        }
        if (Files.exists(directory) && !Files.isDirectory(directory)) {
            throw usage("--failures: " + directory + " (expected: a directory)");
        }
    }

    private void runSeeds() throws InterruptedException {
        long first = seed == null ? randomSeed() : seed;
        long count = seeds != null ? seeds : minutes != null ? Long.MAX_VALUE : 1;
        SimulationSummary summary = new SimulationSummary(first);
        List<Result> shown = new ArrayList<>();
        long begin = System.nanoTime();
        Progress progress = progress(count);
        try {
            Seeds.run(first, count, threads, runs, () -> isEnough(begin, summary), result -> {
                summary.add(result);
                progress.reach(isTimed() ? secondsOf(minutesSince(begin)) : summary.seeds());
                if (!result.holds()) {
                    write(result);
                }
                if (!result.holds() || count == 1) {
                    shown.add(result);
                }
            });
        } catch (InterruptedException e) {
            print(summary.document(System.nanoTime() - begin));
            throw e;
        }
        Document end = count == 1
                ? SimulatedRun.document(List.of(new SimulatedRun("", shown.get(0))))
                : summary.document(System.nanoTime() - begin);
        shown.stream().filter(result -> !result.holds()).forEach(this::report);
        print(end);
        requireNone(summary.failures(), summary.seeds(), "seed");
    }

    /** The words come before the work, so that they are there whatever becomes of it. */
    private long randomSeed() {
        long first = ThreadLocalRandom.current().nextLong(RANDOM_SEEDS);
        err().println("the first seed is " + first);
        err().flush();
        return first;
    }

    private boolean isEnough(long begin, SimulationSummary summary) {
        return (minutes != null && minutesSince(begin) >= minutes) || (!keepGoing && summary.failures() > 0);
    }

    private static double minutesSince(long begin) {
        return (System.nanoTime() - begin) / MINUTE;
    }

    private Progress progress(long count) {
        return isTimed()
                ? new Progress("simulating (seconds)", secondsOf(Double.MAX_VALUE), err())
                : new Progress("simulating", count, err());
    }

    private boolean isTimed() {
        return seeds == null && minutes != null;
    }

    /** Whole seconds of the time that is given, at most so many minutes of it. */
    private long secondsOf(double most) {
        return (long) Math.ceil(SECONDS * Math.min(most, minutes == null ? 0 : minutes));
    }

    private Path file(Result failure) {
        return directory.resolve("failure-" + failure.seed() + ".json");
    }

    private void write(Result failure) {
        Path file = file(failure);
        try {
            Files.createDirectories(directory.toAbsolutePath());
            PlanFile.write(file, failure);
        } catch (IOException e) {
            throw new Failure(file + ": cannot be written: " + e.getMessage(), e);
        }
    }

    private void report(Result failure) {
        Result shortest = noShrink ? failure : shrunk(failure);
        if (!noShrink) {
            write(shortest);
        }
        print(new FailureReport(failure, shortest, file(failure)).document());
    }

    private Result shrunk(Result failure) {
        int[] tried = {0};
        Progress progress = new Progress("shrinking " + failure.seed(), Shrinking.MAX_TRIES, err());
        return Shrinking.shrink(failure, plan -> {
            if (Thread.interrupted()) {
                throw new CompletionException(new InterruptedException());
            }
            progress.reach(++tried[0]);
            return runs.apply(plan);
        });
    }

    private void replay() {
        List<Plan> plans = new ArrayList<>();
        for (Path file : files) {
            plans.add(read(file));
        }
        List<SimulatedRun> done = new ArrayList<>();
        long failures = 0;
        for (int i = 0; i < plans.size() && (keepGoing || failures == 0); i++) {
            Result result = runs.apply(plans.get(i));
            done.add(new SimulatedRun(files.get(i).toString(), result));
            if (!result.holds()) {
                failures++;
                print(new FailureReport(result, result, files.get(i)).document());
            }
        }
        print(SimulatedRun.document(done));
        requireNone(failures, done.size(), "plan");
    }

    private static Plan read(Path file) {
        try {
            return PlanFile.read(file);
        } catch (NoSuchFileException e) {
            throw new Failure(e.getMessage() + ": no such file", e);
        } catch (IOException e) {
            throw new Failure(String.valueOf(e.getMessage()), e);
        }
    }

    private static void requireNone(long failures, long of, String what) {
        if (failures > 0) {
            throw new Failure(
                    failures + " of " + of + " " + what + (of == 1 ? "" : "s") + (failures == 1 ? " fails" : " fail"));
        }
    }

    private void print(Document document) {
        output.print(document, spec.commandLine().getOut());
    }

    private PrintWriter err() {
        return spec.commandLine().getErr();
    }

    private ParameterException usage(String problem) {
        return new ParameterException(spec.commandLine(), problem);
    }
}
