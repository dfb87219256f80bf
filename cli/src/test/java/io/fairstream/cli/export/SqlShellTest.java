package io.fairstream.cli.export;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.analysis.SqlSession;
import io.fairstream.analysis.TopicRows;
import io.fairstream.query.columns.Document;
import io.fairstream.query.columns.Report;
import io.fairstream.query.columns.RowText;
import io.fairstream.query.records.RowShare;
import io.fairstream.relations.Relation;
import io.fairstream.relations.Source;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jline.terminal.Terminal;
import org.jline.terminal.impl.DumbTerminal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SqlShellTest {
    private static final TopicRows NO_ROWS = new TopicRows() {
        @Override
        public void read(Relation relation, Map<Integer, Long> since, Supplier<RowShare<Source>> shares) {
            // empty topics
        }

        @Override
        public Map<Integer, Long> ends(Relation relation) {
            return Map.of();
        }
    };

    @TempDir
    private Path directory;

    @Test
    void answersOverSeveralLinesAndGoesOnAfterAMistake() throws Exception {
        List<String> said = new ArrayList<>();
        List<String> commands = new ArrayList<>();
        StringWriter err = new StringWriter();
        Path history = directory.resolve("history");
        String typed = "select 1 a,\n  2 b;\nselec;\n\\d charges\nselect 'x;y' c;\n\\q\nselect 3 d;\n";
        try (Terminal terminal = new DumbTerminal(
                        new ByteArrayInputStream(typed.getBytes(StandardCharsets.UTF_8)), new ByteArrayOutputStream());
                SqlSession session = new SqlSession(NO_ROWS, ZoneOffset.UTC, "500MB")) {
            new SqlShell(session, commands::add, document -> rows(document, said), new PrintWriter(err))
                    .run(terminal, history);
        }
        assertEquals(List.of("{\"a\":1,\"b\":2}", "{\"c\":\"x;y\"}"), said);
        assertEquals(List.of("\\d charges"), commands);
        assertEquals("line 1, column 1: syntax error at or near \"selec\"" + System.lineSeparator(), err.toString());
        assertTrue(Files.readString(history).contains("'x;y'"), Files.readString(history));
    }

    private static void rows(Document document, List<String> to) {
        document.sections().forEach(section -> {
            if (section instanceof Report<?> report) {
                rows(report, to);
            }
        });
    }

    private static <R> void rows(Report<R> report, List<String> to) {
        report.rows().each(row -> to.add(RowText.json(report, row)));
    }
}
