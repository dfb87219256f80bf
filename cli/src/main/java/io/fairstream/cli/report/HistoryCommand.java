package io.fairstream.cli.report;

import io.fairstream.query.columns.Document;
import io.fairstream.query.priority.PriorityHistory;
import io.fairstream.query.records.TopicReader;
import io.fairstream.query.tables.ReportTime;
import io.fairstream.query.usage.Period;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code report history}. */
@Command(
        name = "history",
        customSynopsis = "fairstream report history [CUSTOMER...] [OPTIONS]",
        footer = "fairstream report history alice@example.org --points 24 --bootstrap-server HOST:PORT",
        description = {
            "Priorities along event time, from the journal.",
            "Real and effective priority, rank among all customers and slot weight in use at N+1 "
                    + "instants. Late events count at their own time, as in 'explain --at'.",
            "Default: the ten customers with the most use, from the first charge on."
        })
final class HistoryCommand extends ReportingCommand {
    private static final int USUAL_TOP = 10;
    private static final int USUAL_POINTS = 100;
    private static final int MAX_POINTS = 10_000;

    @Parameters(arity = "0..*", paramLabel = "CUSTOMER", description = "Only these customers and groups.")
    private List<String> customers = new ArrayList<>();

    @Mixin
    private final PeriodOptions options = new PeriodOptions();

    @Option(names = "--points", paramLabel = "N", description = "Steps between the instants (default: 100).")
    private int points = USUAL_POINTS;

    @Option(names = "--top", paramLabel = "N", description = "The N customers with the most use (default: 10).")
    private int top = USUAL_TOP;

    @Override
    protected void check() {
        refuse(points < 1 || points > MAX_POINTS, "--points: " + points + " (expected: 1 to " + MAX_POINTS + ")");
        refuse(top < 1, "--top: " + top + " (expected: >= 1)");
        refuse(
                top != USUAL_TOP && !customers.isEmpty(),
                "--top, \"" + (customers.isEmpty() ? "" : customers.get(0))
                        + "\": given together (expected: one of them)");
    }

    @Override
    Document show(TopicReader reader, ZonedDateTime present) {
        PriorityHistory history = PriorityHistory.read(reader);
        Instant begin = options.begin(present);
        if (begin == null && history.first().isEmpty()) {
            return new Document().say("nothing was charged yet");
        }
        Document document = new Document();
        Period period = options.period(begin == null ? history.first().orElseThrow() : begin, present, document);
        return document.with(history.document(customers, top, period.begin(), period.end(), points));
    }

    @Override
    public ReportTime system(TopicReader reader) {
        return ReportTime.POOLS;
    }

    @Override
    protected @Nullable String otherInstant() {
        return options.hasEnd() ? null : "--end";
    }
}
