package io.fairstream.cli.replay;

import io.fairstream.app.config.Settings;
import io.fairstream.cli.feed.CondorOptions;
import io.fairstream.cli.feed.FeedOptions;
import io.fairstream.cli.feed.FindingLines;
import io.fairstream.cli.feed.PlacedBanks;
import io.fairstream.cli.options.AwayWatch;
import io.fairstream.cli.options.Cluster;
import io.fairstream.cli.options.NamedFile;
import io.fairstream.cli.options.RowsCommand;
import io.fairstream.cli.shares.GivenShares;
import io.fairstream.cli.terminal.Interruption;
import io.fairstream.cli.terminal.Progress;
import io.fairstream.cli.terminal.Screen;
import io.fairstream.cli.terminal.StageProgress;
import io.fairstream.htcondor.FollowedLog;
import io.fairstream.htcondor.LogFormat;
import io.fairstream.query.records.CaughtUp;
import io.fairstream.query.records.TopicReader;
import io.fairstream.reading.BankTree;
import io.fairstream.schemas.Topics;
import io.fairstream.traces.ShuffledDays;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code replay}: sends a recorded workload through the pipeline. */
@Command(
        name = "replay",
        footer = {
            "fairstream replay LOG.swf.gz --format swf --embedded --print priorities",
            "fairstream replay sacct.json --format sacct --bootstrap-server HOST:PORT"
        },
        description =
                "Play a recorded workload in the order of its times; done when the topology has caught up. Or follow a"
                        + " log of HTCondor while it is written. In full: docs/replay.md.")
public final class ReplayCommand extends RowsCommand {
    /** With one partition, charges keep the order of the events, no matter how old they are. */
    private static final Map<String, String> DEFAULTS =
            Map.of("partitions", "1", "priorities.refresh", "0", "fairshare.interval", "0");

    @Parameters(index = "0", paramLabel = "FILE", description = "The recording; may be gzipped (.gz).")
    private Path file = Path.of("");

    @Option(
            names = "--format",
            required = true,
            paramLabel = "FORMAT",
            converter = RecordingFormat.Converter.class,
            completionCandidates = RecordingFormat.Names.class,
            description = "Format of the file: ${COMPLETION-CANDIDATES}. Described in docs/replay.md.")
    private RecordingFormat format = RecordingFormat.SWF;

    @Option(
            names = "--as",
            paramLabel = "WHAT",
            description = "Events of a job: ${COMPLETION-CANDIDATES}. Default: jobs, for swf and HTCondor matches.")
    private @Nullable ReplayTarget form;

    @Option(
            names = "--cluster",
            paramLabel = "CLUSTER",
            description = "Cluster of jobs that name none. Default: the file's name.")
    private @Nullable String cluster;

    @Option(
            names = "--job",
            paramLabel = "ID",
            converter = JobIdConverter.class,
            description = "The job of an eventlog whose entries name none. Default: of a file ID.eventlog.")
    private @Nullable Long job;

    @Option(
            names = "--bank",
            paramLabel = "RULE",
            description = "The bank that pays for a job: ${COMPLETION-CANDIDATES}. Default: account, for swf group.")
    private @Nullable BankRule bank;

    @Option(names = "--embedded", description = "Use a private, temporary cluster in this process.")
    private boolean isPrivate;

    @Option(
            names = "--shares",
            paramLabel = "FILE",
            split = ",",
            description = "With --embedded: load these shares first.")
    private List<Path> shares = List.of();

    @Option(
            names = "--speed",
            paramLabel = "N",
            defaultValue = Speed.MAX,
            converter = Speed.Converter.class,
            description = "Seconds of the trace per second, or max. Default: ${DEFAULT-VALUE}.")
    private Speed speed = new Speed(Double.POSITIVE_INFINITY);

    @Option(names = "--shuffle", paramLabel = "SEED", description = "Deliver the events of each day in another order.")
    private @Nullable Long seed;

    @Option(names = "--follow", description = "Follow the log while it is written, until stopped.")
    private boolean follow;

    @Option(names = "--state", paramLabel = "FILE", description = "File that keeps the position in the log.")
    private @Nullable Path state;

    @Option(names = "--strict", description = "Exit with 1 if anything was left out or assumed.")
    private boolean isStrict;

    @Mixin
    private final FeedOptions feed = new FeedOptions();

    @Mixin
    private final CondorOptions condor = new CondorOptions();

    @Mixin
    private final ResultOptions results = new ResultOptions();

    @Override
    public Integer call() throws Exception {
        outlive();
        if (isPrivate && spec().commandLine().getParseResult().hasMatchedOption("--bootstrap-server")) {
            throw usage("--embedded, --bootstrap-server: given together (expected: one of them)");
        }
        NamedFile.requireFile(file);
        Opening opening = opening();
        if (!shares.isEmpty() && !isPrivate) {
            throw usage("--shares: the cluster has its own (expected: shares load, or --embedded)");
        }
        if (follow || state != null) {
            return follow();
        }
        if (Screen.ofErrors().isPresent()) {
            err().println("reading " + file + "; times without a zone are in " + output().zone() + " (--zone)");
            err().flush();
        }
        FeedOptions.Feed own = feed.feed();
        boolean isWhole;
        Recording recording = format.open(opening).withJobs(own.jobs()).withMatches(own.matches());
        if (isPrivate) {
            GivenShares given = GivenShares.read(shares, err());
            try (PrivatePipeline pipeline = PrivatePipeline.start(settings().entries(), DEFAULTS)) {
                if (given.send(pipeline.settings())) {
                    catchUp(pipeline.settings(), pipeline.topology()::check);
                }
                isWhole = replay(
                        placed(recording, opening, given::banks), pipeline.settings(), pipeline.topology()::check);
            }
        } else {
            try (Cluster cluster = openUnderTerms()) {
                Settings settings = cluster.settingsWithRegistry();
                try (AwayWatch watch = new AwayWatch(settings, err())) {
                    watch.start();
                    isWhole = replay(placed(recording, opening, () -> GivenShares.banks(settings)), settings, () -> {});
                }
            }
        }
        FindingLines.printMissed(recording.name(), recording.missed(), err());
        return isStrict && !(isWhole && recording.missed().isEmpty()) ? 1 : 0;
    }

    /** Replaces accounts by their banks in the tree, which is read only if the recording names accounts. */
    private Recording placed(Recording recording, Opening opening, Supplier<BankTree> tree) {
        if (opening.bank() != BankRule.ACCOUNT || !recording.topics().contains(Topics.JOB_EVENTS)) {
            return recording;
        }
        BankTree banks = tree.get();
        PrintWriter err = err();
        return recording.withJobs(
                new PlacedBanks(() -> banks, note -> err.println(recording.name() + ": " + note))::placed);
    }

    /** The requested form, or the format's default; any form if the recording is not about jobs. */
    private ReplayTarget form() {
        List<ReplayTarget> forms = format.forms();
        if (form != null && !forms.contains(form)) {
            String expected = forms.isEmpty() ? "no --as" : "one of " + forms;
            throw usage("--as " + form + ": " + format + " (expected: " + expected + ")");
        }
        return form != null ? form : format.usual().orElse(ReplayTarget.BOTH);
    }

    private Opening opening() {
        ReplayTarget wanted = form();
        boolean isOfJobs = !format.forms().isEmpty();
        feed.check(isOfJobs && wanted.hasMatches(), isOfJobs && wanted.hasJobs(), spec().commandLine());
        if (job != null && format != RecordingFormat.FLUX_EVENTLOG) {
            throw usage("--job: " + format + " has job ids (expected: --format flux-eventlog)");
        }
        return new Opening(file, condor, output().zone(), cluster, job, wanted, bank(wanted), err());
    }

    /** The requested rule, or the format's default; any rule if the recording is not about jobs. */
    private BankRule bank(ReplayTarget wanted) {
        List<BankRule> banks = format.banks();
        if (bank == null) {
            return banks.isEmpty() ? BankRule.ACCOUNT : banks.get(0);
        }
        if (!wanted.hasJobs()) {
            throw usage("--bank " + bank + ": matches have no bank (expected: --as jobs or both)");
        }
        if (!banks.contains(bank)) {
            String expected = banks.isEmpty() ? "no --bank" : "one of " + banks;
            throw usage("--bank " + bank + ": " + format + " tells no " + bank + " (expected: " + expected + ")");
        }
        return bank;
    }

    private int follow() throws IOException, InterruptedException {
        if (isStrict) {
            throw usage("--strict: a followed log has no end (expected: no --follow, no --state)");
        }
        if (isPrivate) {
            throw usage("--embedded: a temporary cluster loses the followed log (expected: --bootstrap-server "
                    + "HOST:PORT)");
        }
        LogFormat log = format.log()
                .orElseThrow(() -> usage("--follow, --state: " + format
                        + " cannot be followed (expected: condor-log, startd-log or job-queue)"));
        if (file.toString().endsWith(".gz")) {
            throw usage("--follow, --state: " + file + " is compressed (expected: the log itself)");
        }
        if (seed != null || !speed.isMax() || !results.isEmpty() || !results.playsAll()) {
            throw usage("--follow, --state: all events are sent at once (expected: none of --shuffle, --speed, "
                    + "--print, --at)");
        }
        PrintWriter err = err();
        try (Cluster cluster = open()) {
            Settings settings = cluster.settingsWithRegistry();
            Path kept = state == null ? Following.defaultState(file, settings) : state;
            LogFormat.Settings how = condor.settings(file, output().zone(), problem -> {
                err.println(problem);
                err.flush();
            });
            try (FollowedLog followed = new FollowedLog(file, log, how, kept);
                    AwayWatch watch = new AwayWatch(settings, err)) {
                watch.start();
                new Following(followed, feed.feed().matches(), kept, err)
                        .run(condor.source(file).name(), settings, follow);
            }
        }
        return Interruption.exitCodeOfService();
    }

    /** Plays the recording. With {@code --strict}, returns true if no further input remained unaccounted. */
    private boolean replay(Recording recording, Settings settings, Runnable check) throws InterruptedException {
        long refusedBefore = isStrict ? refused(settings) : 0;
        long begin = System.nanoTime();
        long sent = send(recording, settings, check);
        long sending = System.nanoTime() - begin;
        catchUp(settings, check);
        double seconds = (System.nanoTime() - begin) / 1e9;
        PrintWriter err = err();
        err.printf(
                Locale.ROOT,
                "%,d events in %.1f s, %,.0f/s; sent within %.1f s%n",
                sent,
                seconds,
                sent / seconds,
                sending / 1e9);
        try (TopicReader reader = new TopicReader(settings)) {
            Unaccounted unaccounted = Unaccounted.read(reader);
            unaccounted.warn(err);
            err.flush();
            print(results.document(reader));
            return unaccounted.total() <= refusedBefore;
        }
    }

    private static long refused(Settings settings) {
        try (TopicReader reader = new TopicReader(settings)) {
            return Unaccounted.read(reader).total();
        }
    }

    private long send(Recording recording, Settings settings, Runnable check) throws InterruptedException {
        Iterable<Played<?>> delivered = seed == null
                ? recording.events()
                : new ShuffledDays<>(recording.events(), Played::thing, Played::at, seed);
        PrintWriter err = err();
        try (Senders senders = Senders.open(settings, recording.topics());
                Pace pace = Pace.of(settings, recording.topics(), check, this::say);
                Progress progress = Progress.of("sending", Math.max(1, recording.size()), err)) {
            new Playback(speed, results, check).play(delivered, senders, pace, progress);
            return senders.sent();
        }
    }

    private void say(String line) {
        err().println(line);
        err().flush();
    }

    private void catchUp(Settings settings, Runnable check) throws InterruptedException {
        try (CaughtUp caughtUp = CaughtUp.patient(settings, check, this::say);
                StageProgress progress = new StageProgress(err())) {
            caughtUp.await(progress);
        }
    }
}
