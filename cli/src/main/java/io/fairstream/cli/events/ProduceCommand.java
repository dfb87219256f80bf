package io.fairstream.cli.events;

import io.fairstream.cli.events.EventFile.Lines;
import io.fairstream.cli.options.Cluster;
import io.fairstream.cli.options.ClusterCommand;
import io.fairstream.cli.records.Sender;
import io.fairstream.cli.terminal.Failure;
import io.fairstream.cli.terminal.Table;
import io.fairstream.schemas.json.LineProblem;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import org.apache.avro.specific.SpecificRecord;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code produce}: events from JSON lines to an input topic. */
@Command(
        name = "produce",
        description = {
            "Send JSON lines to an input topic, each checked first. Every bad line is told as file:line: field: problem.",
            "Of a file with a bad line nothing is sent, unless --skip-bad; standard input and pipes are sent line by line."
        })
public final class ProduceCommand extends ClusterCommand {
    @Parameters(
            index = "0",
            paramLabel = "TOPIC",
            converter = InputTopic.Converter.class,
            description =
                    "matches, job-events, session-deltas, host-reports, account-edits, shares, allocations, projects or"
                            + " preferences.")
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

    private record Result(String topic, long sent, long bad) {}

    @Override
    public Integer call() throws IOException {
        requireLasting();
        return produce(new EventFile<>(topic, file));
    }

    private <V extends SpecificRecord> int produce(EventFile<V> events) throws IOException {
        if (events.isLasting() && !skipBad) {
            Lines lines = events.read(event -> {}, this::tell);
            if (lines.bad() > 0) {
                throw new Failure(bad(lines.bad()) + "; nothing was sent");
            }
        }
        try (Cluster cluster = open();
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
        PrintWriter err = err();
        err.println(problem.getMessage());
        err.flush();
    }

    private void report(Result result) {
        if (json()) {
            new Table<Result>()
                    .text("", "topic", Result::topic)
                    .number("", "sent", Result::sent)
                    .number("", "bad", Result::bad)
                    .print(List.of(result), true, out());
            return;
        }
        PrintWriter err = err();
        err.printf("%,d sent to %s%n", result.sent(), result.topic());
        if (result.bad() > 0) {
            err.println("fairstream: " + bad(result.bad()) + " passed over");
        }
    }

    private static String bad(long lines) {
        return lines == 1 ? "1 bad line" : String.format("%,d bad lines", lines);
    }
}
