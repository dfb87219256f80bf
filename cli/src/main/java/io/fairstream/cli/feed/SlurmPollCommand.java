package io.fairstream.cli.feed;

import io.fairstream.app.config.Settings;
import io.fairstream.cli.options.AwayWatch;
import io.fairstream.cli.options.Cluster;
import io.fairstream.cli.options.ClusterOptions;
import io.fairstream.cli.options.DurationConverter;
import io.fairstream.cli.options.SettingsOptions;
import io.fairstream.cli.options.ToolOptions;
import io.fairstream.cli.options.ZoneConverter;
import io.fairstream.cli.terminal.Interruption;
import io.fairstream.client.RecordSender;
import io.fairstream.query.records.Failure;
import io.fairstream.query.records.ValueFormat;
import io.fairstream.reading.RecordOutcomes;
import io.fairstream.reading.Recorded;
import io.fairstream.schemas.JobEvent;
import io.fairstream.schemas.MatchEvent;
import io.fairstream.schemas.Topics;
import io.fairstream.slurm.NewEvents;
import io.fairstream.slurm.SacctPoll;
import io.fairstream.steering.SchedulerException;
import io.fairstream.steering.schedulers.Tool;
import io.fairstream.traces.JobMatches;
import java.io.PrintWriter;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.errors.InterruptException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code slurm-poll}: sends a cluster's jobs as {@code sacct} lists them, without a plugin. */
@Command(
        name = "slurm-poll",
        sortOptions = false,
        footer = "fairstream slurm-poll --cluster tux --as matches --bootstrap-server HOST:PORT",
        description = {
            "Poll sacct and send new jobs, until stopped: as job events, as matches for priorities over "
                    + "several clusters, or as both.",
            "Each start sends the jobs of the last day again; the topology ignores duplicates. In full: "
                    + "docs/clusters.md."
        })
public final class SlurmPollCommand implements Callable<Integer> {
    private static final int MAX_PROBLEMS = 1000;

    /** Time after a signal to send the events of the last poll, while Kafka is away. */
    private static final Duration SENDING = Duration.ofSeconds(20);

    /** Kinds of events that jobs are converted to. */
    enum Form {
        MATCHES("matches"),
        JOBS("job-events"),
        BOTH("matches and job-events");

        private final String topics;

        Form(String topics) {
            this.topics = topics;
        }

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    @Option(
            names = "--cluster",
            required = true,
            paramLabel = "CLUSTER",
            description = "Name of the cluster, also for rows that name none.")
    private String name = "";

    @Option(
            names = "--as",
            paramLabel = "WHAT",
            defaultValue = "jobs",
            description = "Events of a job: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
    private Form form = Form.JOBS;

    @Option(
            names = "--every",
            paramLabel = "TIME",
            defaultValue = "10s",
            converter = DurationConverter.class,
            description = "Polling interval. Default: ${DEFAULT-VALUE}.")
    private Duration every = Duration.ofSeconds(10);

    @Option(
            names = "--since",
            paramLabel = "TIME",
            defaultValue = "1d",
            converter = DurationConverter.class,
            description = "Period before the start that is read first. Default: ${DEFAULT-VALUE}.")
    private Duration since = Duration.ofDays(1);

    @Mixin
    private final ToolOptions tools = new ToolOptions();

    @Option(
            names = "--zone",
            paramLabel = "ZONE",
            converter = ZoneConverter.class,
            description = "Time zone of sacct. Default: this machine's.")
    private ZoneId zone = ZoneId.systemDefault();

    @Mixin
    private final FeedOptions feedOptions = new FeedOptions();

    @Mixin
    private final ClusterOptions clusterOptions = new ClusterOptions();

    @Mixin
    private final SettingsOptions settingsOptions = new SettingsOptions();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    private final NewEvents<MatchEvent> newMatches = new NewEvents<>();
    private final NewEvents<JobEvent> newJobs = new NewEvents<>();
    private final Set<String> problems = new HashSet<>();
    private RecordOutcomes last = new RecordOutcomes();
    private boolean isOut;
    private boolean hasAnswered;

    @Override
    public Integer call() {
        clusterOptions.outlive();
        feedOptions.check(form != Form.JOBS, form != Form.MATCHES, spec.commandLine());
        FeedOptions.Feed feed = feedOptions.feed();
        PrintWriter err = spec.commandLine().getErr();
        try (Cluster cluster = clusterOptions.open(settingsOptions)) {
            Settings settings = cluster.settingsWithRegistry();
            try (AwayWatch watch = new AwayWatch(settings, err);
                    LiveBanks banks = new LiveBanks(settings, this::say);
                    RecordSender<MatchEvent> matches = ValueFormat.sender(settings, Topics.MATCHES);
                    RecordSender<JobEvent> jobs = ValueFormat.sender(settings, Topics.JOB_EVENTS)) {
                watch.start();
                banks.start();
                say(name + ": sacct each " + every.toSeconds() + " s to " + form.topics + "; Ctrl-C stops it.");
                Interruption.announce("sending what was read", err);
                poll(new Targets(feed, new PlacedBanks(banks, this::say), matches, jobs));
                say(String.format(Locale.ROOT, "%s: %,d events sent", name, matches.sent() + jobs.sent()));
                FindingLines.print(name + ": sacct's last answer", "rows", last, err);
            }
        }
        return Interruption.exitCodeOfService();
    }

    /** Destinations of events, and the conversions before they are sent. */
    private record Targets(
            FeedOptions.Feed feed, PlacedBanks banks, RecordSender<MatchEvent> matches, RecordSender<JobEvent> jobs) {}

    private void poll(Targets targets) {
        Clock clock = Clock.systemUTC();
        SacctPoll sacct = new SacctPoll(name, zone);
        Tool tool = tools.tool();
        Instant from = clock.instant().minus(since).truncatedTo(ChronoUnit.SECONDS);
        try {
            while (true) {
                Interruption.check();
                Instant asked = clock.instant();
                long began = System.nanoTime();
                try {
                    String answer = tool.answer(sacct.command(from));
                    Recorded<JobEvent> recorded = sacct.read(answer, problem -> complain(problem.toString()));
                    List<JobEvent> read = recorded.events();
                    last = recorded.outcomes();
                    Interruption.finish(SENDING, () -> {
                        send(read, targets);
                        return true;
                    });
                    from = SacctPoll.next(asked, read);
                    answered();
                } catch (SchedulerException e) {
                    requireTool(e);
                    failed(String.valueOf(e.getMessage()));
                }
                long left = every.toNanos() - (System.nanoTime() - began);
                Thread.sleep(Math.max(1, TimeUnit.NANOSECONDS.toMillis(left)));
            }
        } catch (InterruptedException stopped) {
            Thread.interrupted();
        } catch (InterruptException stopped) {
            // Kafka is away; the interrupt stays, so that the senders do not wait for it
        }
    }

    private void send(List<JobEvent> read, Targets targets) {
        if (form != Form.JOBS) {
            List<MatchEvent> all =
                    JobMatches.of(read).stream().map(targets.feed().matches()).toList();
            newMatches.of(all).forEach(event -> targets.matches().send(event.getResource(), event));
            targets.matches().flush();
            newMatches.keep(all);
        }
        if (form != Form.MATCHES) {
            List<JobEvent> all = read.stream()
                    .map(targets.feed().jobs())
                    .map(targets.banks()::placed)
                    .toList();
            newJobs.of(all).forEach(event -> targets.jobs().send(event.getCluster() + "/" + event.getJobId(), event));
            targets.jobs().flush();
            newJobs.keep(all);
        }
    }

    /** Prints each problem once, up to a limit. */
    private void complain(String problem) {
        if (problems.size() < MAX_PROBLEMS && problems.add(problem)) {
            say(problem);
        }
    }

    private void failed(String failure) {
        if (!isOut) {
            say(name + ": " + failure + "; retrying every " + every.toSeconds() + " s, nothing is lost");
        }
        isOut = true;
    }

    /** Fails if the program is missing at the first call, which is a mistake; later it may be missing for a while. */
    private void requireTool(SchedulerException failure) {
        if (failure.isToolMissing() && !hasAnswered) {
            throw new Failure(name + ": " + failure.getMessage()
                    + " (expected: sacct; --command PREFIX reaches another machine)");
        }
    }

    private void answered() {
        hasAnswered = true;
        if (isOut) {
            say(name + ": sacct answers again");
        }
        isOut = false;
    }

    private void say(String line) {
        PrintWriter err = spec.commandLine().getErr();
        synchronized (err) {
            err.println(line);
            err.flush();
        }
    }
}
