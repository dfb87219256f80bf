package io.fairstream.cli.events;

import io.fairstream.cli.events.EventFile.Lines;
import io.fairstream.cli.options.Cluster;
import io.fairstream.cli.options.ClusterOptions;
import io.fairstream.cli.options.OutputOptions;
import io.fairstream.cli.options.SettingsOptions;
import io.fairstream.cli.records.Sender;
import io.fairstream.cli.terminal.Failure;
import io.fairstream.cli.terminal.Table;
import io.fairstream.schemas.json.LineProblem;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.avro.specific.SpecificRecord;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code produce}: events from JSON lines to an input topic. */
@Command(
        name = "produce",
        description = {
            "Send JSON lines to an input topic, each checked first. Every bad line is told as file:line: field: problem.",
            "Of a file with a bad line nothing is sent, unless --skip-bad; standard input and pipes are sent line by line."
        })
public final class ProduceCommand implements Callable<Integer> {
    @Parameters(
            index = "0",
            paramLabel = "TOPIC",
            converter = InputTopic.Converter.class,
            description = "matches or account-edits.")
    private InputTopic<?> topic = InputTopic.MATCHES;

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "FILE",
            defaultValue = EventFile.STANDARD_INPUT,
            description = "JSON lines, may be gzipped (.gz); - or nothing for standard input.")
    private String file = EventFile.STANDARD_INPUT;

    @Option(names = "--skip-bad", description = "Send the good lines of a file that has bad ones.")
    private boolean skipBad;

    @Mixin
    private final ClusterOptions clusterOptions = new ClusterOptions();

    @Mixin
    private final SettingsOptions settingsOptions = new SettingsOptions();

    @Mixin
    private final OutputOptions output = new OutputOptions();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    private record Result(String topic, long sent, long bad) {}

    @Override
    public Integer call() throws IOException {
        clusterOptions.requireLasting();
        return produce(new EventFile<>(topic, file));
    }

    private <V extends SpecificRecord> int produce(EventFile<V> events) throws IOException {
        if (events.isLasting() && !skipBad) {
            Lines lines = events.read(event -> {}, this::tell);
            if (lines.bad() > 0) {
                throw new Failure(bad(lines.bad()) + "; nothing was sent");
            }
        }
        try (Cluster cluster = clusterOptions.open(settingsOptions);
                Sender<V> sender = Sender.open(
                        cluster.settingsWithRegistry(), events.input().topic())) {
            Lines lines = events.read(event -> sender.send(events.input().key().apply(event), event), this::tell);
            sender.flush();
            String name = events.input().topic().in(cluster.settings().topicPrefix());
            report(new Result(name, sender.sent(), lines.bad()));
            return lines.bad() > 0 ? 1 : 0;
        }
    }

    private void tell(LineProblem problem) {
        PrintWriter err = spec.commandLine().getErr();
        err.println(problem.getMessage());
        err.flush();
    }

    private void report(Result result) {
        if (output.json()) {
            new Table<Result>()
                    .text("", "topic", Result::topic)
                    .number("", "sent", Result::sent)
                    .number("", "bad", Result::bad)
                    .print(List.of(result), true, spec.commandLine().getOut());
            return;
        }
        PrintWriter err = spec.commandLine().getErr();
        err.printf("%,d sent to %s%n", result.sent(), result.topic());
        if (result.bad() > 0) {
            err.println("fairstream: " + bad(result.bad()) + " passed over");
        }
    }

    private static String bad(long lines) {
        return lines == 1 ? "1 bad line" : String.format("%,d bad lines", lines);
    }
}
