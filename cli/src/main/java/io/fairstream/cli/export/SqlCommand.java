package io.fairstream.cli.export;

import io.fairstream.analysis.Database;
import io.fairstream.analysis.ReadRows;
import io.fairstream.analysis.SqlSession;
import io.fairstream.analysis.SqlWords;
import io.fairstream.analysis.Statement;
import io.fairstream.cli.options.Cluster;
import io.fairstream.cli.options.DataOption;
import io.fairstream.cli.options.RowsCommand;
import io.fairstream.query.columns.Document;
import io.fairstream.query.records.TopicReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.jline.nativ.CLibrary;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sql}: SQL queries on the topics. */
@Command(
        name = "sql",
        abbreviateSynopsis = true,
        description = {
            "Run an SQL query: each topic is a table, and only the tables in the query are read.",
            "Without a query: those of standard input, or a shell. \\d lists the tables, \\d TABLE the "
                    + "columns; docs/sql.md has more."
        },
        footer =
                "fairstream sql 'SELECT user, cpu_time_used_s / 3600 h FROM user_accounting' --bootstrap-server HOST:PORT")
public final class SqlCommand extends RowsCommand {
    private static final int STANDARD_INPUT = 0;

    @Parameters(index = "0", arity = "0..1", paramLabel = "QUESTION", description = "One statement or several.")
    private @Nullable String question;

    @Option(
            names = "--memory",
            paramLabel = "SIZE",
            defaultValue = "1GB",
            description = "Memory limit; beyond it, temporary files are used. Default: ${DEFAULT-VALUE}.")
    private String memory = "";

    @Mixin
    private final DataOption data = new DataOption();

    @Override
    public Integer call() throws Exception {
        String asked = question;
        if (asked != null && asked.startsWith("\\")) {
            describe(asked);
            return 0;
        }
        Database.prepare();
        try (Cluster cluster = data.open(settings()).orElseGet(this::open);
                TopicReader reader = new TopicReader(cluster.settingsWithRegistry());
                SqlSession session = new SqlSession(new ReadRows(reader), output().zone(), memory)) {
            if (asked == null && isTerminal()) {
                new SqlShell(session, this::describe, this::print, err()).run();
            } else {
                answer(session, asked == null ? script() : asked);
            }
        }
        return 0;
    }

    private void answer(SqlSession session, String script) throws InterruptedException {
        for (Statement statement : Statement.split(script).all()) {
            session.ask(statement, report -> print(Document.of(report)));
        }
    }

    /** Runs a command that begins with a backslash, as in psql. */
    private void describe(String command) {
        String[] words = command.strip().split("\\s+", 2);
        if (!words[0].equals("\\d")) {
            throw usage(command + " (expected: \\d, \\d TABLE or, in the shell, \\q)");
        }
        print(words.length == 1 ? SqlWords.tables() : SqlWords.table(words[1]));
    }

    private static String script() throws IOException {
        return new String(System.in.readAllBytes(), StandardCharsets.UTF_8);
    }

    private static boolean isTerminal() {
        try {
            return CLibrary.isatty(STANDARD_INPUT) == 1;
        } catch (LinkageError e) {
            return false;
        }
    }
}
