package io.fairstream.cli.replay;

import io.fairstream.cli.options.Cluster;
import io.fairstream.cli.options.ClusterOptions;
import io.fairstream.cli.options.OutputOptions;
import io.fairstream.cli.options.SettingsOptions;
import io.fairstream.cli.progress.CaughtUp;
import io.fairstream.cli.progress.Progress;
import io.fairstream.cli.progress.StageProgress;
import io.fairstream.cli.records.Sender;
import io.fairstream.cli.records.TopicReader;
import io.fairstream.schemas.MatchEvent;
import io.fairstream.schemas.Topics;
import io.fairstream.streams.config.Settings;
import io.fairstream.traces.MatchEvents;
import io.fairstream.traces.ShuffledDays;
import io.fairstream.traces.Trace;
import io.fairstream.traces.TraceFormat;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code replay}: a recorded workload through the pipeline. */
@Command(
        name = "replay",
        description = {
            "Play a recorded workload in the order of its times; done when the topology has caught up.",
            "Over several partitions it waits for the topology after each half of 'history', which should be set as the"
                    + " topology has it."
        })
public final class ReplayCommand implements Callable<Integer> {
    /** With one partition charges come in the order of the events, however long ago they are. */
    private static final Map<String, String> DEFAULTS = Map.of("partitions", "1", "priorities.refresh", "0");

    @Parameters(index = "0", paramLabel = "FILE", description = "The trace; may be gzipped (.gz).")
    private Path file = Path.of("");

    @Option(
            names = "--format",
            required = true,
            paramLabel = "FORMAT",
            description = "Format of the trace: ${COMPLETION-CANDIDATES}, the Standard Workload Format.")
    private TraceFormat format = TraceFormat.SWF;

    @Option(
            names = "--as",
            paramLabel = "WHAT",
            defaultValue = "MATCHES",
            description =
                    "What a job becomes: ${COMPLETION-CANDIDATES}, a match of its processors on a slot of its own.")
    private Form form = Form.MATCHES;

    @Option(
            names = "--speed",
            paramLabel = "N",
            defaultValue = Speed.MAX,
            converter = Speed.Converter.class,
            description = "Seconds of the trace in a second, or max. Default: ${DEFAULT-VALUE}.")
    private Speed speed = new Speed(Double.POSITIVE_INFINITY);

    @Option(
            names = "--shuffle",
            paramLabel = "SEED",
            description = "Deliver the events of each day in any order across resources; the tables must not differ.")
    private @Nullable Long seed;

    @Mixin
    private final ResultOptions results = new ResultOptions();

    @Mixin
    private final ClusterOptions clusterOptions = new ClusterOptions();

    @Mixin
    private final SettingsOptions settingsOptions = new SettingsOptions();

    @Mixin
    private final OutputOptions output = new OutputOptions();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    /** What the jobs of a trace are turned into. */
    enum Form {
        MATCHES {
            @Override
            MatchEvents of(Trace trace) {
                return MatchEvents.of(trace);
            }
        };

        abstract MatchEvents of(Trace trace);
    }

    @Override
    public Integer call() throws Exception {
        MatchEvents events = read();
        if (clusterOptions.embedded()) {
            try (PrivatePipeline pipeline = PrivatePipeline.start(settingsOptions.entries(), DEFAULTS)) {
                replay(events, pipeline.settings(), pipeline.topology()::check);
            }
        } else {
            try (Cluster cluster = clusterOptions.open(settingsOptions)) {
                replay(events, cluster.settingsWithRegistry(), () -> {});
            }
        }
        return 0;
    }

    private MatchEvents read() throws IOException {
        PrintWriter err = spec.commandLine().getErr();
        try (Trace trace = format.open(file, problem -> err.println(problem))) {
            MatchEvents events = form.of(trace);
            trace.notes().forEach(note -> err.println(trace.name() + ": " + note));
            new TreeMap<>(trace.withoutUsage())
                    .forEach((reason, jobs) ->
                            err.printf(Locale.ROOT, "%s: %,d jobs left out: %s%n", trace.name(), jobs, reason.text()));
            err.printf(Locale.ROOT, "%s: %,d events of %,d jobs%n", trace.name(), events.size(), events.size() / 2);
            err.flush();
            return events;
        }
    }

    private void replay(MatchEvents events, Settings settings, Runnable check) throws InterruptedException {
        long begin = System.nanoTime();
        long sent = send(events, settings, check);
        long sending = System.nanoTime() - begin;
        catchUp(settings, check);
        double seconds = (System.nanoTime() - begin) / 1e9;
        PrintWriter err = spec.commandLine().getErr();
        err.printf(
                Locale.ROOT,
                "%,d events in %.1f s, %,.0f/s; sent within %.1f s%n",
                sent,
                seconds,
                sent / seconds,
                sending / 1e9);
        try (TopicReader reader = new TopicReader(settings)) {
            Refusals.read(reader).warn(err);
            err.flush();
            results.print(reader, spec.commandLine().getOut(), output.json());
        }
    }

    private long send(MatchEvents events, Settings settings, Runnable check) throws InterruptedException {
        Iterable<MatchEvent> delivered = seed == null ? events : new ShuffledDays(events, seed);
        PrintWriter err = spec.commandLine().getErr();
        try (Sender<MatchEvent> sender = Sender.open(settings, Topics.MATCHES);
                Pace pace = Pace.of(settings, check);
                Progress progress = Progress.of("sending", Math.max(1, events.size()), err)) {
            new Playback(speed, results, check).play(delivered, sender, pace, progress);
            return sender.sent();
        }
    }

    private void catchUp(Settings settings, Runnable check) throws InterruptedException {
        try (CaughtUp caughtUp = new CaughtUp(settings, check);
                StageProgress progress = new StageProgress(spec.commandLine().getErr())) {
            caughtUp.await(progress);
        }
    }
}
