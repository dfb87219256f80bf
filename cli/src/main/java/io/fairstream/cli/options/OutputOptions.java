package io.fairstream.cli.options;

import io.fairstream.cli.terminal.Look;
import io.fairstream.cli.terminal.Printer;
import io.fairstream.cli.terminal.Screen;
import io.fairstream.reports.columns.Document;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** How rows are shown. */
public final class OutputOptions {
    private static final String CLEAR = "\u001B[H\u001B[2J\u001B[3J";

    @ArgGroup(exclusive = true)
    private @Nullable Machine machine;

    @Option(
            names = "--columns",
            paramLabel = "NAME",
            split = ",",
            description = "Only these columns, named as in JSON.")
    private List<String> columns = List.of();

    @Option(names = "--wide", description = "Cut nothing on a narrow terminal.")
    private boolean isWide;

    @Option(
            names = "--watch",
            paramLabel = "SECONDS",
            arity = "0..1",
            fallbackValue = "2",
            description = "Show it again each 2 s, or so many.")
    private @Nullable Double watch;

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

    /** Which columns are asked for, in their order; empty for the usual ones. */
    public List<String> columns() {
        return List.copyOf(columns);
    }

    /** As the option does. */
    public void choose(List<String> names) {
        columns = List.copyOf(names);
    }

    /** Whether rows are JSON lines, and nothing else goes to standard output. */
    public boolean json() {
        return form() == Look.Form.JSON;
    }

    /** Of times that name no zone, and of those that people see; programs get UTC. */
    public ZoneId zone() {
        return zone;
    }

    /** What rows are printed as. */
    public Look.Form form() {
        if (machine != null && machine.isJson) {
            return Look.Form.JSON;
        }
        return machine != null && machine.isCsv ? Look.Form.CSV : Look.Form.TEXT;
    }

    /** How often to show it; null for once. */
    public @Nullable Duration watch() {
        return watch == null ? null : Duration.ofMillis(Math.max(100, Math.round(watch * 1000)));
    }

    public void print(Document document, PrintWriter out, PrintWriter err) {
        new Printer(look(), out, err).print(document);
    }

    /**
     * Shows what is asked for, once or again and again.
     *
     * @param document worked out anew each time
     */
    public void show(Callable<Document> document, PrintWriter out, PrintWriter err) throws Exception {
        Duration pause = watch();
        if (pause == null) {
            print(document.call(), out, err);
            return;
        }
        while (true) {
            Document now = document.call();
            if (form() == Look.Form.TEXT && Screen.now().isPresent()) {
                draw(now, out);
            } else {
                print(now, out, err);
            }
            Thread.sleep(pause.toMillis());
        }
    }

    /** What fits on the screen, from its top. */
    private void draw(Document document, PrintWriter out) {
        StringWriter text = new StringWriter();
        print(document, new PrintWriter(text), new PrintWriter(text));
        int lines = Screen.now().map(Screen::lines).orElse(24);
        out.print(CLEAR);
        text.toString().lines().limit(Math.max(1, lines - 1)).forEach(out::println);
        out.flush();
    }

    private Look look() {
        int width = isWide || form() != Look.Form.TEXT
                ? Look.UNLIMITED
                : Screen.now().map(Screen::columns).orElse(Look.UNLIMITED);
        return new Look(form(), columns, width, form() == Look.Form.TEXT && Screen.isColoured(), zone);
    }
}
