package io.fairstream.cli.export;

import io.fairstream.cli.options.Cluster;
import io.fairstream.cli.options.RowsCommand;
import io.fairstream.cli.terminal.OutputFormat;
import io.fairstream.cli.terminal.Printer;
import io.fairstream.query.columns.Document;
import io.fairstream.query.publish.FocusReport;
import io.fairstream.query.publish.PriceList;
import io.fairstream.query.records.TopicReader;
import io.fairstream.query.tables.ReportTime;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code publish focus}. */
@Command(
        name = "focus",
        footer = "fairstream publish focus --prices FILE --file costs.csv --bootstrap-server HOST:PORT",
        description = {
            "Cost of the resources of jobs at listed prices, as rows of FOCUS 1.2: for each user in each "
                    + "bank, partition and price, by month or day of UTC, from the journal.",
            "The list has a line each: currency = EUR, provider = NAME, and prices such as cpu-hour = 0.02 from 2026-01-01"
                    + " partition debug, of cpu-hour, gpu-hour, gib-hour and node-hour; partition and account may be left out."
        })
final class FocusCommand extends RowsCommand {
    @Option(names = "--prices", required = true, paramLabel = "FILE", description = "The price list.")
    private @Nullable Path prices;

    @Option(
            names = "--file",
            paramLabel = "FILE",
            description = "Write to this file, which ends in .csv or .json, instead of the terminal.")
    private @Nullable Path file;

    @Option(names = "--by", paramLabel = "day|month", description = "Length of charge periods. Default: month.")
    private Step step = Step.MONTH;

    @Option(
            names = {"-s", "--start"},
            paramLabel = "DAY",
            description = "First day of UTC. Default: that of the month of yesterday.")
    private @Nullable LocalDate start;

    @Option(
            names = {"-e", "--end"},
            paramLabel = "DAY",
            description = "First day after the period. Default: today. Resources in use are billed until now.")
    private @Nullable LocalDate end;

    /** Length of a charge period. */
    enum Step {
        DAY,
        MONTH
    }

    @Override
    public Integer call() throws Exception {
        OutputFormat.Form form = form();
        PriceList list = Refusals.read(Objects.requireNonNull(prices), PriceList::parse);
        try (Cluster cluster = open();
                TopicReader reader = new TopicReader(cluster.settingsWithRegistry())) {
            Instant present = ReportTime.CLUSTERS.of(reader, Clock.systemUTC());
            LocalDate until = end == null ? LocalDate.ofInstant(present, ZoneOffset.UTC) : end;
            LocalDate from = start == null ? until.minusDays(1).withDayOfMonth(1) : start;
            if (!from.isBefore(until)) {
                throw usage("--start: " + from + " (expected: before the end, " + until + ")");
            }
            Document document = FocusReport.report(reader, list, from, until, step == Step.DAY, present);
            if (file == null) {
                print(document);
            } else {
                StringWriter text = new StringWriter();
                OutputFormat look = new OutputFormat(form, List.of(), OutputFormat.UNLIMITED, false, ZoneOffset.UTC);
                new Printer(look, new PrintWriter(text), err()).print(document);
                TextCommand.replace(file, text.toString());
            }
        }
        return 0;
    }

    private OutputFormat.Form form() {
        if (file == null) {
            return output().form();
        }
        String name = file.toString();
        if (!name.endsWith(".csv") && !name.endsWith(".json")) {
            throw usage("--file: " + name + " (expected: a file that ends in .csv or .json)");
        }
        return name.endsWith(".csv") ? OutputFormat.Form.CSV : OutputFormat.Form.JSON;
    }
}
