package io.fairstream.cli.ahead;

import io.fairstream.app.config.Settings;
import io.fairstream.cli.feed.EventFile;
import io.fairstream.cli.options.Cluster;
import io.fairstream.cli.options.InstantConverter;
import io.fairstream.cli.options.RowsCommand;
import io.fairstream.cli.options.Shows;
import io.fairstream.query.columns.Document;
import io.fairstream.query.records.TopicReader;
import io.fairstream.query.whatif.WhatIf;
import io.fairstream.schemas.Priority;
import io.fairstream.schemas.Topics;
import io.fairstream.traces.TraceFormat;
import java.io.IOException;
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

/** {@code what-if}: compares two configurations on the same history. */
@Command(
        name = "what-if",
        sortOptions = false,
        customSynopsis = "fairstream what-if [FILE...] [OPTIONS]",
        description = {
            "Run the same history with two configurations and show who gains and who loses if all users "
                    + "want the whole pool.",
            "The first configuration is --config, the environment and --base, with --from-topic "
                    + "completed by the running topology; the second adds --set. Changes nothing."
        },
        footer = {
            "fairstream what-if LOG.swf.gz --format swf --set priority.halflife=P7D",
            "fairstream what-if --from-topic --set groups=physics --bootstrap-server HOST:PORT"
        })
public final class WhatIfCommand extends RowsCommand implements Shows {
    @Parameters(arity = "0..*", paramLabel = "FILE", description = "A trace with --format; or TOPIC=FILE as for fold.")
    private List<String> files = new ArrayList<>();

    @Option(names = "--format", paramLabel = "FORMAT", description = "Format of the trace: ${COMPLETION-CANDIDATES}.")
    private @Nullable TraceFormat format;

    @Option(names = "--from-topic", description = "The history of a running pool: its journal.")
    private boolean isFromTopic;

    @Option(names = "--base", paramLabel = "KEY=VALUE", description = "A setting of both configurations. Repeatable.")
    private Map<String, String> base = new LinkedHashMap<>();

    @Option(
            names = "--at",
            paramLabel = "TIME",
            converter = InstantConverter.class,
            description = "Up to this instant. Default: to the end.")
    private @Nullable Instant at;

    @Option(
            names = "--active-within",
            paramLabel = "PERIOD",
            defaultValue = "P30D",
            description = "Users with use in this last period share the pool. Default: ${DEFAULT-VALUE}.")
    private Duration active = Duration.ofDays(30);

    @Override
    public Integer call() throws IOException {
        check();
        Map<String, String> first = new LinkedHashMap<>(settings().lasting());
        first.putAll(base);
        if (isFromTopic) {
            try (Cluster cluster = open();
                    TopicReader reader = new TopicReader(cluster.settingsWithRegistry())) {
                Map<String, String> running = new LinkedHashMap<>(terms(cluster, first));
                running.putAll(first);
                print(ofJournal(reader, running));
            }
        } else {
            WhatIf whatIf = whatIf(first);
            addFiles(whatIf);
            err().flush();
            print(compared(whatIf, new Document()));
        }
        return 0;
    }

    /** Report on a journal. The first configuration is the reader's, changed by {@code --base}. */
    @Override
    public Document document(TopicReader reader) {
        check();
        if (!isFromTopic) {
            throw usage(files.get(0) + " (expected: --from-topic, because the console reads no files)");
        }
        Map<String, String> first = new LinkedHashMap<>(reader.settings().terms());
        first.putAll(base);
        return ofJournal(reader, first);
    }

    private void check() {
        if (isFromTopic == !files.isEmpty()) {
            throw usage("no history (expected: one trace with --format, TOPIC=FILE, or --from-topic)");
        }
    }

    private Document ofJournal(TopicReader reader, Map<String, String> first) {
        Document document = new Document();
        WhatIf whatIf = whatIf(first);
        whatIf.addJournal(reader).ifPresent(problem -> document.warn("warning: " + problem));
        if (at == null) {
            warnUnlessPublished(reader.latest(Topics.PRIORITIES), whatIf, document);
        }
        return compared(whatIf, document);
    }

    private Document compared(WhatIf whatIf, Document document) {
        if (whatIf.refused() > 0) {
            document.warn(String.format(Locale.ROOT, "warning: %,d refused", whatIf.refused()));
        }
        return document.with(whatIf.compare(active));
    }

    private WhatIf whatIf(Map<String, String> first) {
        Map<String, String> second = new LinkedHashMap<>(first);
        second.putAll(settings().flags());
        WhatIf whatIf = new WhatIf(Settings.parse(first), Settings.parse(second), at);
        if (whatIf.isSame()) {
            throw usage("both configurations are equal (expected: a difference, such as --set priority.halflife=P7D)");
        }
        if (isFromTopic && whatIf.chargesSuspendedDifferently()) {
            throw usage("charge.suspended: has no effect on the journal (expected: matches=FILE)");
        }
        return whatIf;
    }

    private void addFiles(WhatIf whatIf) throws IOException {
        Instant sent = Clock.systemUTC().instant();
        if (format == null) {
            new FileSource(files.stream().map(this::events).toList(), sent).addTo(whatIf, err());
        } else if (files.size() > 1) {
            throw usage("two traces (expected: one)");
        } else {
            new TraceSource(Path.of(files.get(0)), format, sent).addTo(whatIf, err());
        }
    }

    private EventFile<?> events(String file) {
        try {
            EventFile<?> events = new EventFile.Converter().convert(file);
            if (!FileSource.isPlayed(events)) {
                throw usage("\"" + events.input().topic().name()
                        + "\" does not affect priorities (expected: matches or account-edits)");
            }
            return events;
        } catch (TypeConversionException e) {
            throw usage(e.getMessage() + ", or a trace with --format");
        }
    }

    /** Warns if the first run does not give the published priorities of the pool. */
    private static void warnUnlessPublished(List<Priority> published, WhatIf whatIf, Document document) {
        long differences = whatIf.differences(published);
        if (differences > 0) {
            document.warn(String.format(
                    Locale.ROOT,
                    "warning: %,d of %,d rows of priorities differ from the first run (expected: the settings of the running"
                            + " topology, and all of its journal)",
                    differences,
                    published.size()));
        }
    }
}
