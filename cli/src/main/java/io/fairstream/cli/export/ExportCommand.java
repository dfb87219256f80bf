package io.fairstream.cli.export;

import io.fairstream.analysis.Database;
import io.fairstream.analysis.Export;
import io.fairstream.analysis.ExportPlan;
import io.fairstream.analysis.FileFormat;
import io.fairstream.cli.options.Cluster;
import io.fairstream.cli.options.DataOption;
import io.fairstream.cli.options.RowsCommand;
import io.fairstream.cli.options.TimeOption;
import io.fairstream.query.columns.Columns;
import io.fairstream.query.columns.Document;
import io.fairstream.query.records.TopicReader;
import io.fairstream.relations.Relation;
import io.fairstream.relations.Relations;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code export}: tables and journals as files. */
@Command(
        name = "export",
        abbreviateSynopsis = true,
        description = {
            "Copy tables to files for other programs: Parquet, CSV or JSON lines.",
            "Files are named by partition and offsets: another run adds new rows, also after a killed one."
        },
        footer = "fairstream export charges --directory lake --by day --bootstrap-server HOST:PORT")
public final class ExportCommand extends RowsCommand {
    /** Time unit for splitting files. */
    enum Division {
        DAY
    }

    @Parameters(
            arity = "1..*",
            paramLabel = "TABLE",
            completionCandidates = Tables.class,
            description = "As sql names it: charges, match_records, priorities ...")
    private List<String> names = List.of();

    @Option(
            names = "--directory",
            required = true,
            paramLabel = "DIR",
            description = "Where each table gets a directory of its own.")
    private Path directory = Path.of("");

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            defaultValue = "parquet",
            description = "${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
    private FileFormat format = FileFormat.PARQUET;

    @Option(
            names = "--by",
            paramLabel = "day",
            description = "A directory for each UTC day of event time: day=2026-03-02.")
    private @Nullable Division division;

    @Option(
            names = {"-s", "--start"},
            paramLabel = "TIME",
            converter = TimeOption.Converter.class,
            description = "Only rows of this event time or later.")
    private @Nullable TimeOption start;

    @Option(
            names = {"-e", "--end"},
            paramLabel = "TIME",
            converter = TimeOption.Converter.class,
            description = "Only rows of an event time before it.")
    private @Nullable TimeOption end;

    @Mixin
    private final DataOption data = new DataOption();

    /** The names of all tables. */
    static final class Tables extends ArrayList<String> {
        private static final long serialVersionUID = 1;

        Tables() {
            Relations.all().forEach(relation -> add(relation.name()));
        }
    }

    @Override
    public Integer call() throws Exception {
        List<ExportPlan> plans = names.stream().map(this::plan).toList();
        Database.prepare();
        List<Export.Result> results = new ArrayList<>();
        try (Cluster cluster = data.open(settings()).orElseGet(this::open);
                TopicReader reader = new TopicReader(cluster.settingsWithRegistry())) {
            for (ExportPlan plan : plans) {
                results.add(Export.run(plan, reader));
            }
        }
        print(document(results));
        return 0;
    }

    private static Document document(List<Export.Result> results) {
        Document document = Document.of(new Columns<Export.Result>()
                .text("table", Export.Result::table)
                .number("files", Export.Result::files)
                .number("rows", Export.Result::rows)
                .report(results));
        for (Export.Result result : results) {
            if (result.missed() > 0) {
                document.warn(result.table() + ": " + result.missed()
                        + " offsets were deleted from the topic before they were exported");
            }
        }
        return document;
    }

    private ExportPlan plan(String name) {
        Optional<Relation> found = Relations.named(name);
        if (found.isEmpty()) {
            throw usage("\"" + name + "\" (expected: " + String.join(", ", new Tables()) + ")");
        }
        Relation relation = found.get();
        boolean isOfTime = division != null || start != null || end != null;
        if (isOfTime && relation.time().isEmpty()) {
            throw usage("--by, --start and --end: rows of " + relation.name()
                    + " have no day (expected: a journal, daily, or none of these options)");
        }
        return new ExportPlan(relation, format, directory, division != null, instant(start), instant(end));
    }

    private @Nullable Instant instant(@Nullable TimeOption when) {
        if (when == null) {
            return null;
        }
        if (when.isLatest()) {
            throw usage("\"latest\" (expected: a fixed time)");
        }
        return when.at(ZonedDateTime.now(Clock.system(output().zone())));
    }
}
