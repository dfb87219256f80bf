package io.fairstream.cli.export;

import io.fairstream.analysis.SqlSession;
import io.fairstream.analysis.SqlWords;
import io.fairstream.analysis.Statement;
import io.fairstream.query.columns.Document;
import io.fairstream.query.records.Failure;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.jline.reader.Candidate;
import org.jline.reader.EOFError;
import org.jline.reader.EndOfFileException;
import org.jline.reader.LineReader;
import org.jline.reader.LineReaderBuilder;
import org.jline.reader.ParsedLine;
import org.jline.reader.UserInterruptException;
import org.jline.reader.impl.DefaultParser;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import picocli.CommandLine.ParameterException;

/** Shell that reads queries and prints their results, until {@code \q} or Ctrl-D. Ctrl-C cancels the query or the current input. */
final class SqlShell {
    private final SqlSession session;
    private final Consumer<String> commands;
    private final Consumer<Document> printer;
    private final PrintWriter err;

    /** @param commands executes commands that begin with a backslash, except {@code \q} */
    SqlShell(SqlSession session, Consumer<String> commands, Consumer<Document> printer, PrintWriter err) {
        this.session = session;
        this.commands = commands;
        this.printer = printer;
        this.err = err;
    }

    void run() throws IOException {
        try (Terminal terminal = TerminalBuilder.builder().system(true).build()) {
            run(terminal, history());
        }
    }

    /** @param history file that stores previous input */
    void run(Terminal terminal, Path history) {
        LineReader reader = LineReaderBuilder.builder()
                .terminal(terminal)
                .parser(new Lines())
                .completer((line, parsed, candidates) -> complete(parsed, candidates))
                .variable(LineReader.HISTORY_FILE, history)
                .variable(LineReader.SECONDARY_PROMPT_PATTERN, "        -> ")
                .option(LineReader.Option.DISABLE_EVENT_EXPANSION, true)
                .build();
        Thread asking = Thread.currentThread();
        Terminal.SignalHandler before = terminal.handle(Terminal.Signal.INT, signal -> asking.interrupt());
        try {
            while (step(reader)) {
                // next line
            }
        } finally {
            terminal.handle(Terminal.Signal.INT, before);
        }
    }

    /** Processes one line; returns false at the end of the session. */
    private boolean step(LineReader reader) {
        try {
            String line = reader.readLine("fairstream> ").strip();
            if (line.equals("\\q")) {
                return false;
            }
            answer(line);
        } catch (UserInterruptException e) {
            // discards the input
        } catch (EndOfFileException e) {
            return false;
        }
        return true;
    }

    private void answer(String line) {
        try {
            if (line.startsWith("\\")) {
                commands.accept(line.endsWith(";") ? line.substring(0, line.length() - 1) : line);
                return;
            }
            for (Statement statement : Statement.split(line).all()) {
                session.ask(statement, report -> printer.accept(Document.of(report)));
            }
        } catch (Failure | ParameterException e) {
            say(String.valueOf(e.getMessage()));
        } catch (InterruptedException | InterruptException e) {
            boolean unused = Thread.interrupted();
            say("interrupted");
        } catch (KafkaException e) {
            say(String.valueOf(e.getMessage()));
        }
    }

    private void say(String line) {
        err.println(line);
        err.flush();
    }

    private static void complete(ParsedLine parsed, List<Candidate> candidates) {
        SqlWords.completing(parsed.line().substring(0, parsed.cursor()))
                .forEach(word -> candidates.add(new Candidate(word)));
    }

    /** History file in the user's state directory. */
    private static Path history() throws IOException {
        String given = System.getenv("XDG_STATE_HOME");
        Path state = given == null || given.isEmpty()
                ? Path.of(System.getProperty("user.home"), ".local", "state")
                : Path.of(given);
        return Files.createDirectories(state.resolve("fairstream")).resolve("sql_history");
    }

    /** Parser of input: it is complete with a semicolon at its end, or a backslash at its beginning. */
    private static final class Lines extends DefaultParser {
        Lines() {
            setQuoteChars(new char[0]);
            setEscapeChars(new char[0]);
        }

        @Override
        public ParsedLine parse(String line, int cursor, ParseContext context) {
            if (context == ParseContext.ACCEPT_LINE && !line.isBlank() && !line.startsWith("\\")) {
                Statement.Script script = Statement.split(line);
                if (script.isOpen() || script.whole().isEmpty() || !script.all().equals(script.whole())) {
                    throw new EOFError(-1, -1, "a semicolon ends a statement");
                }
            }
            return super.parse(line, cursor, context);
        }
    }
}
