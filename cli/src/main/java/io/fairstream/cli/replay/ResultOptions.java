package io.fairstream.cli.replay;

import io.fairstream.cli.options.InstantConverter;
import io.fairstream.cli.report.ViewConverter;
import io.fairstream.query.columns.Document;
import io.fairstream.query.columns.Report;
import io.fairstream.query.records.TopicReader;
import io.fairstream.query.tables.View;
import io.fairstream.schemas.PlainJson;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options for the time up to which events are played, and for the tables shown afterwards. */
final class ResultOptions {
    @Option(
            names = "--print",
            paramLabel = "TABLE",
            split = ",",
            converter = ViewConverter.class,
            completionCandidates = ViewConverter.Names.class,
            description = "Tables to show at the end, by their names in 'table'.")
    private List<View<?>> views = new ArrayList<>();

    @Option(
            names = "--at",
            paramLabel = "TIME",
            converter = InstantConverter.class,
            description = "Play the events up to then, and evaluate tables at it.")
    private @Nullable Instant at;

    /** True if an event of that time is played. */
    boolean plays(Instant time) {
        return at == null || !time.isAfter(at);
    }

    boolean playsAll() {
        return at == null;
    }

    boolean isEmpty() {
        return views.isEmpty();
    }

    /** The requested tables; JSON lines contain the name of the table if there are several. */
    Document document(TopicReader reader) {
        Document document = new Document();
        for (View<?> view : views) {
            if (views.size() > 1) {
                document.say(view.name());
            }
            document.with(report(view, reader, document::warn));
            if (views.size() > 1) {
                document.say("");
            }
        }
        return document;
    }

    private <V extends SpecificRecord> Report<V> report(View<V> view, TopicReader reader, Consumer<String> warnings) {
        Report<V> report = view.report(reader, at, null, false, warnings);
        return views.size() == 1
                ? report
                : report.withRecords(row -> "{\"table\":\"" + view.name() + "\",\"row\":" + PlainJson.write(row) + "}");
    }
}
