package io.fairstream.cli.replay;

import io.fairstream.app.EventCheck;
import io.fairstream.app.config.Settings;
import io.fairstream.cli.feed.EventFile;
import io.fairstream.cli.options.OutputOptions;
import io.fairstream.cli.options.SettingsOptions;
import io.fairstream.cli.terminal.FirstProblems;
import io.fairstream.client.InputTopic;
import io.fairstream.client.RecordSender;
import io.fairstream.embedded.TemporaryDirectory;
import io.fairstream.query.records.CaughtUp;
import io.fairstream.query.records.Failure;
import io.fairstream.query.records.TopicReader;
import io.fairstream.query.records.ValueFormat;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import org.apache.avro.specific.SpecificRecord;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code fold}: processes files of events with the whole pipeline. */
@Command(
        name = "fold",
        footer = "fairstream fold matches=events.jsonl --print priorities",
        description = {
            "Run files of events through the whole pipeline on a private cluster, then show tables.",
            "Decisions (account edits, shares, allocations, projects, preferences) are applied first; "
                    + "each topic keeps the order of its files."
        })
public final class FoldCommand implements Callable<Integer> {
    /** With one partition, charges keep the order of the events, so that the same files always give the same tables. */
    private static final Map<String, String> DEFAULTS = Map.of(
            "partitions", "1", "commit.interval", "PT0.1S", "priorities.refresh", "0", "fairshare.interval", "0");

    @Parameters(
            arity = "1..*",
            paramLabel = "TOPIC=FILE",
            converter = EventFile.Converter.class,
            description = "JSON lines for matches, job-events, session-deltas, host-reports, account-edits, shares, "
                    + "allocations, projects or preferences; .gz is unzipped, - is standard input. Lines that are "
                    + "not events are reported at the start, rejected events at the end.")
    private List<EventFile<?>> files = new ArrayList<>();

    @Option(names = "--ignore-errors", description = "Skip bad lines of the files; rejected events are in rejections.")
    private boolean ignoresErrors;

    @Mixin
    private final ResultOptions results = new ResultOptions();

    @Mixin
    private final SettingsOptions settingsOptions = new SettingsOptions();

    @Mixin
    private final OutputOptions output = new OutputOptions();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() throws Exception {
        if (results.isEmpty()) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--print is missing (expected: the tables to show, such as --print priorities)");
        }
        try (TemporaryDirectory temporary = TemporaryDirectory.create()) {
            List<EventFile<?>> checked = checked(temporary.path());
            try (PrivatePipeline pipeline = PrivatePipeline.start(settingsOptions.entries(), DEFAULTS)) {
                fold(pipeline, checked);
                show(pipeline.settings());
            }
        }
        return 0;
    }

    private List<EventFile<?>> checked(Path directory) throws IOException {
        List<EventFile<?>> lasting = new ArrayList<>();
        EventCheck check = new EventCheck(Settings.parse(settingsOptions.entries()));
        long bad = 0;
        for (EventFile<?> file : files) {
            EventFile<?> kept = file.kept(directory);
            try (FirstProblems problems =
                    new FirstProblems(file.name(), spec.commandLine().getErr())) {
                bad += check(kept, check, problems);
            }
            lasting.add(kept);
        }
        if (bad > 0 && !ignoresErrors) {
            throw new Failure(bad == 1 ? "1 bad line; nothing was folded" : bad + " bad lines; nothing was folded");
        }
        return lasting;
    }

    private static <V extends SpecificRecord> long check(EventFile<V> file, EventCheck check, FirstProblems problems)
            throws IOException {
        return file.read(event -> check.refusal(file.input().topic(), event), event -> {}, problems::accept)
                .bad();
    }

    private static final List<InputTopic<?>> DECISIONS_FIRST = InputTopic.ALL.stream()
            .sorted(Comparator.comparing(input -> !input.isDecision()))
            .toList();

    /** Sends decisions first and waits until they are processed, so that none is late. */
    private void fold(PrivatePipeline pipeline, List<EventFile<?>> checked)
            throws IOException, InterruptedException, ExecutionException {
        Settings settings = pipeline.settings();
        try (CaughtUp caughtUp = new CaughtUp(settings, pipeline.topology()::check)) {
            for (InputTopic<?> topic : DECISIONS_FIRST) {
                if (send(topic, checked, settings) > 0) {
                    caughtUp.await(CaughtUp.Listener.NONE);
                }
            }
        }
    }

    private <V extends SpecificRecord> long send(InputTopic<V> topic, List<EventFile<?>> checked, Settings settings)
            throws IOException {
        try (RecordSender<V> sender = ValueFormat.sender(settings, topic.topic())) {
            for (EventFile<?> file : checked) {
                if (file.input().equals(topic)) {
                    @SuppressWarnings("unchecked")
                    EventFile<V> ofTopic = (EventFile<V>) file;
                    ofTopic.read(event -> send(event, topic, sender), problem -> {});
                }
            }
            sender.flush();
            return sender.sent();
        }
    }

    private <V extends SpecificRecord> void send(V event, InputTopic<V> topic, RecordSender<V> sender) {
        if (results.plays(topic.at().apply(event))) {
            sender.send(topic.key().apply(event), event);
        }
    }

    private void show(Settings settings) {
        PrintWriter err = spec.commandLine().getErr();
        try (TopicReader reader = new TopicReader(settings)) {
            Unaccounted.read(reader).warn(err);
            err.flush();
            output.print(
                    results.document(reader),
                    spec.commandLine().getOut(),
                    spec.commandLine().getErr());
        }
    }
}
