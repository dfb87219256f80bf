package io.fairstream.cli.run;

import io.fairstream.app.config.Settings;
import io.fairstream.cli.options.AwayWatch;
import io.fairstream.cli.options.Cluster;
import io.fairstream.cli.options.DurationConverter;
import io.fairstream.cli.options.RowsCommand;
import io.fairstream.cli.terminal.Interruption;
import io.fairstream.query.columns.Document;
import io.fairstream.query.records.Failure;
import io.fairstream.query.records.LiveTables;
import io.fairstream.query.records.TopicReader;
import io.fairstream.query.steering.ShadowTable;
import io.fairstream.query.steering.SteeringLoop;
import io.fairstream.query.steering.SteeringReport;
import io.fairstream.steering.Cycle;
import io.fairstream.steering.Limits;
import io.fairstream.steering.Scheduler;
import io.fairstream.steering.SchedulerException;
import io.fairstream.steering.schedulers.KaiEndpoint;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.common.errors.InterruptException;
import org.jline.utils.Signals;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code steer}: makes a scheduler order jobs by our balance. */
@Command(
        name = "steer",
        sortOptions = false,
        footer = "fairstream steer --to htcondor --dry-run --bootstrap-server HOST:PORT",
        description = {
            "Make a scheduler use these priorities, until stopped. The topic steering records each edit "
                    + "before it is sent, and its result.",
            "Kill switch: --pause, the file of --stop-file, or the signal USR2. Each puts back the "
                    + "previous value. In full: docs/steer.md."
        })
public final class SteerCommand extends RowsCommand {
    private static final int PERCENT = 100;
    /** Time beyond that of a cycle to finish it after a signal: Kafka may be away. A restore that is cut goes on at the next start. */
    private static final Duration FINISHING = Duration.ofSeconds(20);

    private static final Duration GLANCE = Duration.ofMillis(500);
    /** Time limit of a single cycle with {@code --once}, in effect none. */
    private static final Duration ALL = Duration.ofDays(1);

    private static final Duration PATIENCE = Duration.ofMinutes(1);

    @Option(names = "--to", required = true, paramLabel = "TARGET", description = "${COMPLETION-CANDIDATES}.")
    private TargetKind kind = TargetKind.HTCONDOR;

    @Mixin
    private final TargetOptions target = new TargetOptions();

    @ArgGroup
    private Task task = new Task();

    private static final class Task {
        @Option(names = "--dry-run", description = "Show the edits without sending them.")
        private boolean isDry;

        @Option(names = "--once", description = "Run one cycle, show it, and stop.")
        private boolean isOnce;

        @Option(names = "--pause", description = "Pause steering: the running steer puts back the previous values.")
        private boolean isPause;

        @Option(names = "--resume", description = "Steer again.")
        private boolean isResume;

        @Option(
                names = "--restore",
                description = "Like --pause, but put the values back in this process, also if no steer runs.")
        private boolean isRestore;
    }

    @Option(names = "--reason", paramLabel = "TEXT", description = "With --pause or --restore: the reason.")
    private String reason = "";

    @Option(
            names = "--every",
            paramLabel = "TIME",
            defaultValue = "30s",
            converter = DurationConverter.class,
            description = "Interval of cycles. Default: ${DEFAULT-VALUE}.")
    private Duration every = Duration.ofSeconds(30);

    @Option(
            names = "--threshold",
            paramLabel = "PERCENT",
            defaultValue = "1",
            description = "Smaller changes are not sent. Default: ${DEFAULT-VALUE}.")
    private double threshold;

    @Option(
            names = "--bound",
            paramLabel = "PERCENT",
            defaultValue = "100",
            description = "No edit changes a value by more. Default: ${DEFAULT-VALUE}.")
    private double bound;

    @Option(
            names = "--cycle-timeout",
            paramLabel = "TIME",
            defaultValue = "5s",
            converter = DurationConverter.class,
            description = "Maximum duration of a cycle. Default: ${DEFAULT-VALUE}.")
    private Duration cycleTimeout = Duration.ofSeconds(5);

    @Option(
            names = "--stale",
            paramLabel = "TIME",
            defaultValue = "15m",
            converter = DurationConverter.class,
            description = "Send nothing if the topology's newest event is older. Default: ${DEFAULT-VALUE}.")
    private Duration stale = Duration.ofMinutes(15);

    @Option(
            names = "--alarm",
            paramLabel = "PERCENT",
            defaultValue = "100",
            description = "Warn if an account differs by more. Default: ${DEFAULT-VALUE}.")
    private double alarm;

    @Option(names = "--when-spent", description = "htcondor, slurm, flux: obey spent allocations.")
    private boolean isSpending;

    @Option(names = "--stop-file", paramLabel = "FILE", description = "While this file exists, nothing is steered.")
    private @Nullable Path stopFile;

    @Option(
            names = "--port",
            paramLabel = "PORT",
            description = "kai: port for its queries of the metric, on loopback. Required.")
    private @Nullable Integer port;

    @Option(
            names = "--metric",
            paramLabel = "NAME",
            split = ",",
            defaultValue = "fairstream_effective_priority",
            description = "kai: names of metrics that it may query. Default: ${DEFAULT-VALUE}.")
    private Set<String> metrics = Set.of();

    @Option(
            names = "--metrics-port",
            paramLabel = "PORT",
            description = "Port of /metrics for Prometheus, on loopback.")
    private @Nullable Integer metricsPort;

    @Mixin
    private final TargetKind.Tuning tuning = new TargetKind.Tuning();

    @Override
    public Integer call() throws Exception {
        Limits limits = limits();
        ShadowTable.Subject subject = target.subject(kind, spec().commandLine());
        if (task.isPause || task.isResume) {
            return turn(subject.target());
        }
        if (isSpending && !kind.canHold()) {
            throw usage("--when-spent: (expected: with --to htcondor, slurm or flux)");
        }
        if (!task.isDry && !task.isOnce && !task.isRestore) {
            outlive();
        }
        if (kind == TargetKind.KAI) {
            return answerKai(subject.target());
        }
        if (port != null) {
            throw usage("--port: (expected: with --to kai)");
        }
        try (Cluster cluster = open();
                Scheduler scheduler = target.open(kind, tuning)) {
            Settings settings = cluster.settingsWithRegistry();
            if (task.isRestore) {
                SteeringLoop.pause(settings, subject.target(), reason, Clock.systemUTC());
            }
            SteeringLoop.Options options = new SteeringLoop.Options(
                    subject,
                    limits,
                    isSpending,
                    stale,
                    stopFile,
                    alarm / PERCENT,
                    Long.toString(System.currentTimeMillis(), Character.MAX_RADIX));
            if (task.isDry) {
                return preview(settings, scheduler, options);
            }
            return task.isOnce || task.isRestore
                    ? once(settings, scheduler, options)
                    : run(settings, scheduler, options);
        }
    }

    private Limits limits() {
        try {
            return new Limits(threshold / PERCENT, bound / PERCENT, task.isOnce ? ALL : cycleTimeout);
        } catch (IllegalArgumentException e) {
            throw usage("--threshold, --bound, --cycle-timeout: " + e.getMessage());
        }
    }

    private int turn(String name) {
        if (task.isResume && !reason.isEmpty()) {
            throw usage("--reason: (expected: with --pause or --restore)");
        }
        try (Cluster cluster = open()) {
            Settings settings = cluster.settingsWithRegistry();
            if (task.isPause) {
                SteeringLoop.pause(settings, name, reason, Clock.systemUTC());
                say(name + ": paused; the running steer puts back the previous values (--resume steers again)");
                return kind == TargetKind.KAI ? 0 : checkSteered(name, settings);
            } else {
                SteeringLoop.resume(settings, name);
                say(name + ": steering resumed");
            }
        }
        return 0;
    }

    /** Returns 1 if nothing was ever sent to a scheduler of this name, since the name is probably wrong. */
    private int checkSteered(String name, Settings settings) {
        try (TopicReader reader = new TopicReader(settings)) {
            Set<String> known = SteeringLoop.knownTargets(reader);
            if (known.contains(name)) {
                return 0;
            }
            say(name + ": never steered (expected: "
                    + (known.isEmpty() ? "no scheduler is steered here" : "one of " + String.join(", ", known)) + ")");
            return 1;
        }
    }

    private int preview(Settings settings, Scheduler scheduler, SteeringLoop.Options options) throws Exception {
        try (TopicReader reader = new TopicReader(settings)) {
            Cycle cycle = SteeringLoop.preview(reader, scheduler, options, Clock.systemUTC());
            Document document = SteeringReport.preview(cycle, options.subject().names());
            String unknown = SteeringReport.unknown(cycle);
            String notHeld = SteeringReport.notHeld(cycle);
            if (unknown != null) {
                document.warn(unknown);
            }
            if (notHeld != null) {
                document.warn(notHeld);
            }
            print(document);
            return 0;
        } catch (SchedulerException e) {
            throw new Failure(String.valueOf(e.getMessage()), e);
        }
    }

    private int once(Settings settings, Scheduler scheduler, SteeringLoop.Options options) throws InterruptedException {
        try (TopicReader reader = new TopicReader(settings);
                SteeringLoop loop = new SteeringLoop(reader, scheduler, options, this::say)) {
            SteeringLoop.Outcome outcome = loop.turn(Clock.systemUTC());
            if (outcome.cycle() != null) {
                print(SteeringReport.sent(outcome.cycle()));
            }
            boolean isDone = outcome.cycle() != null
                    ? outcome.cycle().failure().isEmpty() && outcome.cycle().refused() == 0
                    : outcome.isPaused();
            return isDone ? 0 : 1;
        }
    }

    private int run(Settings settings, Scheduler scheduler, SteeringLoop.Options options) {
        AtomicBoolean isSignalled = new AtomicBoolean();
        Signals.register("USR2", () -> isSignalled.set(true));
        try (AwayWatch watch = new AwayWatch(settings, err());
                LiveTables tables = new LiveTables(settings, PATIENCE, () -> false);
                TopicReader reader = new TopicReader(settings, tables);
                SteeringLoop loop = new SteeringLoop(reader, scheduler, options, this::say);
                SteeringMetrics metrics =
                        SteeringMetrics.serve(options.subject().target(), metricsPort)) {
            watch.start();
            say(options.subject().target() + ": steered each " + every.toSeconds() + " s by " + settings.topicPrefix()
                    + "priorities" + metrics.where() + "; Ctrl-C stops it and leaves the values as they are.");
            Interruption.announce("finishing the edits", err());
            while (!Interruption.isWanted()) {
                if (isSignalled.getAndSet(false)) {
                    SteeringLoop.pause(settings, options.subject().target(), "signal USR2", Clock.systemUTC());
                }
                long began = System.nanoTime();
                SteeringLoop.Outcome outcome =
                        Interruption.finish(cycleTimeout.plus(FINISHING), () -> loop.turn(Clock.systemUTC()));
                metrics.note(outcome, Duration.ofNanos(System.nanoTime() - began));
                await(loop, isSignalled);
            }
        } catch (InterruptedException | InterruptException stopped) {
            Thread.interrupted();
        }
        return Interruption.exitCodeOfService();
    }

    private int answerKai(String name) {
        if (port == null || task.isDry || task.isOnce || task.isRestore) {
            throw usage("--to kai: KAI queries, and gets no edits (expected: --port, --pause or --resume)");
        }
        try (Cluster cluster = open()) {
            Settings settings = cluster.settingsWithRegistry();
            try (LiveTables tables = new LiveTables(settings, PATIENCE, () -> false);
                    TopicReader reader = new TopicReader(settings, tables);
                    KaiEndpoint endpoint = open(reader, name, port)) {
                say(name + ": effective priorities by queue at " + endpoint.url() + "/api/v1/query?query="
                        + String.join(", ", metrics) + "; Ctrl-C stops it.");
                Interruption.await();
            }
        }
        return Interruption.exitCodeOfService();
    }

    private KaiEndpoint open(TopicReader reader, String name, int atPort) {
        Clock clock = Clock.systemUTC();
        try {
            return KaiEndpoint.start(metrics, () -> SteeringLoop.answers(reader, name, stopFile, clock), clock, atPort);
        } catch (IOException e) {
            throw new Failure("--port: " + atPort + " (expected: a free port: " + e.getMessage() + ")", e);
        }
    }

    /** Waits until the next cycle is due, or until somebody pauses or resumes steering. */
    private void await(SteeringLoop loop, AtomicBoolean isSignalled) throws InterruptedException {
        long end = System.nanoTime() + every.toNanos();
        while (System.nanoTime() < end && !isSignalled.get() && !loop.isSwitched()) {
            Interruption.check();
            Thread.sleep(Math.max(1, Math.min(GLANCE.toMillis(), (end - System.nanoTime()) / 1_000_000)));
        }
    }

    private void say(String line) {
        synchronized (err()) {
            err().println(line);
            err().flush();
        }
    }
}
