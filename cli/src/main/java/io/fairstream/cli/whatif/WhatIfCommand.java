package io.fairstream.cli.whatif;

import io.fairstream.cli.events.EventFile;
import io.fairstream.cli.options.Cluster;
import io.fairstream.cli.options.ClusterCommand;
import io.fairstream.cli.options.InstantConverter;
import io.fairstream.cli.records.TopicReader;
import io.fairstream.schemas.Priority;
import io.fairstream.schemas.Topics;
import io.fairstream.streams.config.Settings;
import io.fairstream.traces.TraceFormat;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;

/** {@code what-if}: the same history under two configurations. */
@Command(
        name = "what-if",
        description = {
            "Run the same history under two configurations and show who gains and who loses: priorities, ranks, and shares of a"
                    + " pool that all want whole. Needs no cluster but for --from-topic, and changes nothing.",
            "One configuration is that of --config, environment and --base, with --from-topic that of the running topology where these"
                    + " say nothing; the other has --set besides."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  fairstream what-if LOG.swf.gz --format swf --set priority.halflife=P7D",
            "  fairstream what-if matches=events.jsonl account-edits=edits.jsonl --set discount.suspended=true",
            "  fairstream what-if --from-topic --set priority.factor.default=1000 --bootstrap-server HOST:PORT",
            "With --json, a line for each customer: customer, group (true for accounting groups), negotiating, now and then (each"
                    + " with realPriority, effectivePriority, factor, rank, share), gain (of the share)."
        })
public final class WhatIfCommand extends ClusterCommand {
    private static final double TOLERANCE = 1e-9;

    @Parameters(
            arity = "0..*",
            paramLabel = "FILE",
            description =
                    "A trace with --format; otherwise TOPIC=FILE, JSON lines for matches or account-edits as fold takes"
                            + " them.")
    private List<String> files = new ArrayList<>();

    @Option(names = "--format", paramLabel = "FORMAT", description = "Format of the trace: ${COMPLETION-CANDIDATES}.")
    private @Nullable TraceFormat format;

    @Option(
            names = "--from-topic",
            description = "The history of a running pool: its journal, charges, and its account-edits.")
    private boolean isFromTopic;

    @Option(
            names = "--base",
            paramLabel = "KEY=VALUE",
            description = "One setting of both configurations, unless --set says otherwise. Repeatable.")
    private Map<String, String> base = new LinkedHashMap<>();

    @Option(
            names = "--at",
            paramLabel = "TIME",
            converter = InstantConverter.class,
            description =
                    "Run the history up to this instant (ISO-8601, milliseconds since 1970, or now) and compare there;"
                            + " without it, up to its end.")
    private @Nullable Instant at;

    @Option(
            names = "--active-within",
            paramLabel = "PERIOD",
            defaultValue = "P30D",
            description = "Who used something so long ago or later negotiates. Default: ${DEFAULT-VALUE}.")
    private Duration active = Duration.ofDays(30);

    @Override
    public Integer call() throws IOException {
        if (isFromTopic == !files.isEmpty()) {
            throw usage("what history? (expected: one trace with --format, TOPIC=FILE, or --from-topic)");
        }
        Map<String, String> first = new LinkedHashMap<>(settings().lasting());
        first.putAll(base);
        if (isFromTopic) {
            requireLasting();
            try (Cluster cluster = open();
                    TopicReader reader = new TopicReader(cluster.settingsWithRegistry())) {
                Map<String, String> running = new LinkedHashMap<>(terms(cluster, first));
                running.putAll(first);
                Pair pair = pair(running);
                new TopicSource(reader, this::plays).fill(pair.both(), err());
                warnUnlessPublished(reader, pair.now());
                compare(pair);
            }
        } else {
            Pair pair = pair(first);
            source().fill(pair.both(), err());
            compare(pair);
        }
        return 0;
    }

    /** The same history twice. */
    private record Pair(InMemoryPipeline now, InMemoryPipeline then) {
        List<InMemoryPipeline> both() {
            return List.of(now, then);
        }
    }

    private Pair pair(Map<String, String> first) {
        InMemoryPipeline now = new InMemoryPipeline(Settings.parse(first));
        Map<String, String> second = new LinkedHashMap<>(first);
        second.putAll(settings().flags());
        InMemoryPipeline then = new InMemoryPipeline(Settings.parse(second));
        if (now.rules().equals(then.rules())) {
            throw usage("both configurations give the same numbers (expected: such as --set priority.halflife=P7D)");
        }
        if (isFromTopic && now.rules().discountSuspended() != then.rules().discountSuspended()) {
            throw usage("discount.suspended: the journal has already decided it (expected: matches=FILE)");
        }
        return new Pair(now, then);
    }

    private Source source() {
        Instant sent = Clock.systemUTC().instant();
        if (format == null) {
            return new FileSource(files.stream().map(this::events).toList(), this::plays, sent);
        }
        if (files.size() > 1) {
            throw usage("two traces (expected: one)");
        }
        return new TraceSource(Path.of(files.get(0)), format, this::plays, sent);
    }

    private EventFile<?> events(String file) {
        try {
            EventFile<?> events = new EventFile.Converter().convert(file);
            if (!FileSource.isPlayed(events)) {
                throw usage("\"" + events.input().topic().name()
                        + "\" has nothing to do with priorities (expected: matches or account-edits)");
            }
            return events;
        } catch (TypeConversionException e) {
            throw usage(e.getMessage() + ", or a trace with --format");
        }
    }

    private boolean plays(Instant time) {
        return at == null || !time.isAfter(at);
    }

    private void compare(Pair pair) {
        InMemoryPipeline now = pair.now();
        InMemoryPipeline then = pair.then();
        if (now.refused() > 0) {
            err().printf(Locale.ROOT, "warning: %,d refused%n", now.refused());
        }
        Instant time = at == null ? Instant.ofEpochMilli(Math.max(now.newest(), then.newest())) : at;
        err().flush();
        PrintWriter out = out();
        List<Comparison> lines = Comparison.of(now.rows(time), then.rows(time), time, active);
        new ComparisonReport(lines, time).print(json(), out);
        out.flush();
    }

    /** The first run should tell what the pool says of itself. */
    private void warnUnlessPublished(TopicReader reader, InMemoryPipeline now) {
        if (at != null) {
            return;
        }
        List<Priority> published = reader.latest(Topics.PRIORITIES);
        Instant time = published.stream()
                .map(Priority::getAsOf)
                .reduce(Instant.ofEpochMilli(now.newest()), (one, other) -> one.isAfter(other) ? one : other);
        long off = Published.differences(published, now.rows(time), time, TOLERANCE);
        if (off > 0) {
            err().printf(
                            Locale.ROOT,
                            "warning: %,d of %,d rows of priorities differ from the first run (expected: the settings of the running"
                                    + " topology, and all of its journal)%n",
                            off,
                            published.size());
        }
    }
}
