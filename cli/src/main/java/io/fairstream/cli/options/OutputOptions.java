package io.fairstream.cli.options;

import io.fairstream.cli.terminal.OutputFormat;
import io.fairstream.cli.terminal.Printer;
import io.fairstream.cli.terminal.Screen;
import io.fairstream.query.columns.Document;
import java.io.PrintWriter;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** Options for the output of rows. */
public final class OutputOptions {
    @ArgGroup(exclusive = true)
    private @Nullable Machine machine;

    @Option(
            names = "--columns",
            paramLabel = "NAME",
            split = ",",
            description = "Only these columns, named as in JSON.")
    private List<String> columns = List.of();

    @Option(names = "--wide", description = "Shorten nothing on a narrow terminal.")
    private boolean isWide;

    @Option(
            names = "--zone",
            paramLabel = "ZONE",
            converter = ZoneConverter.class,
            description = "Zone of times, if not UTC.")
    private ZoneId zone = ZoneOffset.UTC;

    static final class Machine {
        @Option(names = "--json", description = "JSON, one row a line.")
        private boolean isJson;

        @Option(names = "--csv", description = "CSV below a line of names.")
        private boolean isCsv;
    }

    /** Requested columns, in order; empty for the default columns. */
    public List<String> columns() {
        return List.copyOf(columns);
    }

    /** Sets the columns, like the option. */
    public void choose(List<String> names) {
        columns = List.copyOf(names);
    }

    /** True if rows are JSON lines, and nothing else goes to standard output. */
    public boolean json() {
        return form() == OutputFormat.Form.JSON;
    }

    /** Zone of times without one, and of times shown to people; programs get UTC. */
    public ZoneId zone() {
        return zone;
    }

    /** Format in which rows are printed. */
    public OutputFormat.Form form() {
        if (machine != null && machine.isJson) {
            return OutputFormat.Form.JSON;
        }
        return machine != null && machine.isCsv ? OutputFormat.Form.CSV : OutputFormat.Form.TEXT;
    }

    public void print(Document document, PrintWriter out, PrintWriter err) {
        new Printer(look(), out, err).print(document);
    }

    private OutputFormat look() {
        int width = isWide || form() != OutputFormat.Form.TEXT
                ? OutputFormat.UNLIMITED
                : Screen.now().map(Screen::columns).orElse(OutputFormat.UNLIMITED);
        return new OutputFormat(form(), columns, width, form() == OutputFormat.Form.TEXT && Screen.isColoured(), zone);
    }
}
