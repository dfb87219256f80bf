package io.fairstream.cli.run;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fairstream.console.Console;
import io.fairstream.query.tables.Views;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class ConsoleTablesTest {
    private static final Pattern TABLE = Pattern.compile("(?m)^  '?([a-z-]+)'?: \\['");

    @Test
    void thePageOfTablesListsAllThatTheCommandKnows() throws IOException {
        try (var in = Console.class.getResourceAsStream("web/js/screens/tables.js")) {
            String page = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            assertEquals(
                    new TreeSet<>(Views.names()),
                    TABLE.matcher(page)
                            .results()
                            .map((MatchResult table) -> table.group(1))
                            .collect(Collectors.toCollection(TreeSet::new)));
        }
    }
}
