package io.fairstream.cli.options;

import io.fairstream.cli.terminal.OutputFormat;
import io.fairstream.cli.terminal.Screen;
import io.fairstream.query.columns.Document;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Option to repeat the output as it changes. */
public final class WatchOption {
    private static final String CLEAR = "\u001B[H\u001B[2J\u001B[3J";
    private static final int USUAL_LINES = 24;
    private static final long LEAST_MILLIS = 100;

    @Option(
            names = "--watch",
            paramLabel = "SECONDS",
            arity = "0..1",
            fallbackValue = "2",
            description = "Repeat every N seconds (default: 2).")
    private @Nullable Double seconds;

    /**
     * Shows the output once or repeatedly.
     *
     * @param document computes the output each time
     */
    public void show(Callable<Document> document, OutputOptions output, PrintWriter out, PrintWriter err)
            throws Exception {
        Duration pause = pause();
        if (pause == null) {
            output.print(document.call(), out, err);
            return;
        }
        while (true) {
            Document now = document.call();
            if (output.form() == OutputFormat.Form.TEXT && Screen.now().isPresent()) {
                draw(now, output, out);
            } else {
                output.print(now, out, err);
            }
            Thread.sleep(pause.toMillis());
        }
    }

    private @Nullable Duration pause() {
        return seconds == null ? null : Duration.ofMillis(Math.max(LEAST_MILLIS, Math.round(seconds * 1000)));
    }

    /** Prints the first lines, as many as fit on the screen. */
    private static void draw(Document document, OutputOptions output, PrintWriter out) {
        StringWriter text = new StringWriter();
        output.print(document, new PrintWriter(text), new PrintWriter(text));
        int lines = Screen.now().map(Screen::lines).orElse(USUAL_LINES);
        out.print(CLEAR);
        text.toString().lines().limit(Math.max(1, lines - 1)).forEach(out::println);
        out.flush();
    }
}
