package io.fairstream.cli.feed;

import io.fairstream.cli.feed.EventFile.Lines;
import io.fairstream.cli.options.Cluster;
import io.fairstream.cli.options.DurationConverter;
import io.fairstream.cli.options.RowsCommand;
import io.fairstream.cli.terminal.FirstProblems;
import io.fairstream.cli.terminal.OutputFormat;
import io.fairstream.client.InputTopic;
import io.fairstream.client.RecordSender;
import io.fairstream.query.columns.Columns;
import io.fairstream.query.columns.Document;
import io.fairstream.query.columns.Format;
import io.fairstream.query.records.Failure;
import io.fairstream.query.records.ValueFormat;
import io.fairstream.query.tables.Refusals;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code produce}: sends events from JSON lines to an input topic. */
@Command(
        name = "produce",
        footer = "fairstream produce matches events.jsonl --bootstrap-server HOST:PORT",
        description = {
            "Check JSON lines and send them to an input topic. Every bad line is reported as file:line: "
                    + "field: problem.",
            "A file with a bad line is not sent at all, except with --ignore-errors; standard input and "
                    + "pipes are sent line by line.",
            "Then report the events that the topology rejected, if it has read them in time "
                    + "(--timeout). Exit with 1 if a line was bad or an event was rejected."
        })
public final class ProduceCommand extends RowsCommand {
    @Parameters(
            index = "0",
            paramLabel = "TOPIC",
            converter = InputTopicConverter.class,
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

    @Option(names = "--ignore-errors", description = "Send the good lines of a file that has bad ones.")
    private boolean ignoresErrors;

    @Option(names = "--no-wait", description = "Do not wait for the topology; rejections are not reported.")
    private boolean isImpatient;

    @Option(
            names = "--timeout",
            paramLabel = "SECONDS",
            converter = DurationConverter.class,
            description = "Time to wait (default: 10).")
    private Duration timeout = Duration.ofSeconds(10);

    private record Result(
            String topic, long sent, long bad, @Nullable Long refused) {}

    @Override
    public Integer call() throws IOException, InterruptedException {
        return produce(new EventFile<>(topic, file));
    }

    private <V extends SpecificRecord> int produce(EventFile<V> events) throws IOException, InterruptedException {
        if (events.isLasting() && !ignoresErrors) {
            Lines lines = read(events, event -> {});
            if (lines.bad() > 0) {
                throw new Failure(bad(lines.bad()) + "; nothing was sent");
            }
        }
        InputTopic<V> input = events.input();
        try (Cluster cluster = isImpatient ? open() : openToWait();
                RecordSender<V> sender = ValueFormat.sender(cluster.settingsWithRegistry(), input.topic());
                ProduceResult result = isImpatient ? null : new ProduceResult(cluster.settings(), input.topic())) {
            SentRecords sent = new SentRecords();
            RecordSender.Arrival arrival = result == null ? (partition, offset) -> {} : sent::add;
            Lines lines = read(events, event -> sender.send(input.key().apply(event), event, arrival));
            sender.flush();
            String name = input.topic().in(cluster.settings().topicPrefix());
            Refusals refused = result == null || sender.sent() == 0
                    ? null
                    : result.await(sent, timeout).orElse(null);
            report(new Result(name, sender.sent(), lines.bad(), refused == null ? null : (Long) refused.refused()));
            tell(refused, result != null && sender.sent() > 0);
            return lines.bad() > 0 || (refused != null && !refused.isEmpty()) ? 1 : 0;
        }
    }

    private <V extends SpecificRecord> Lines read(EventFile<V> events, Consumer<V> to) throws IOException {
        try (FirstProblems problems = new FirstProblems(file, err())) {
            return events.read(to, problems::accept);
        }
    }

    /** Prints one line for each reason for rejections, or a note that the outcome is unknown. */
    private void tell(@Nullable Refusals refused, boolean isAsked) {
        PrintWriter err = err();
        if (refused == null && isAsked) {
            err.println("the topology has not read all of it yet; audit, or table rejections, shows rejections later");
        } else if (refused != null) {
            refused.topics()
                    .forEach(topic -> topic.reasons()
                            .forEach(count -> err.printf(
                                    "fairstream: REFUSED %,d as %s; the first: %s%n",
                                    count.count(), count.reason(), count.first().text())));
        }
        err.flush();
    }

    private void report(Result result) {
        if (output().form() != OutputFormat.Form.TEXT) {
            print(Document.of(new Columns<Result>()
                    .text("topic", Result::topic)
                    .add("sent", Format.WHOLE, Result::sent)
                    .add("bad", Format.WHOLE, Result::bad)
                    .add("refused", Format.WHOLE, Result::refused)
                    .report(List.of(result))));
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
