package io.fairstream.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fairstream.console.Commands.WrongOptionException;
import io.fairstream.query.columns.Columns;
import io.fairstream.query.columns.Document;
import io.fairstream.query.columns.Format;
import io.fairstream.query.columns.Report;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which rows of an answer come, and in which order. */
class WindowTest {
    private static final Instant AT = Instant.parse("2026-03-02T08:00:00Z");

    private record Fruit(String name, @Nullable Double price, Instant picked) {}

    private static final List<Fruit> FRUIT = List.of(
            new Fruit("pear", 10.5, AT),
            new Fruit("Apple", 9.0, AT.plusSeconds(60)),
            new Fruit("plum", null, AT.minusSeconds(60)),
            new Fruit("banana", 100.25, AT.plusSeconds(1)));

    private static Report<Fruit> report() {
        return new Columns<Fruit>()
                .text("name", Fruit::name)
                .number("price", Fruit::price)
                .time("picked", Fruit::picked)
                .add("letters", Format.WHOLE, fruit -> fruit.name().length())
                .unshown()
                .report(FRUIT);
    }

    private static JsonNode table(String query) throws IOException {
        Window window = Api.asked(Viewer.ANYBODY, "fruit", query).window();
        byte[] bytes = new Answer(Document.of(report()), AT, window).bytes();
        return new ObjectMapper().readTree(bytes).path("sections").path(0);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''                       | pear Apple plum banana | the command's own order",
                "_sort=name               | Apple banana pear plum | words by the alphabet, whatever their case",
                "_sort=price              | Apple pear banana plum | numbers by size, what has none last",
                "_sort=-price             | banana pear Apple plum | what has none is last there, too",
                "_sort=picked             | plum pear banana Apple | times by time",
                "_sort=-letters           | banana Apple pear plum | also by what people do not see",
                "_find=AN                 | banana                 | words that hold the text in whatever case",
                "_find=100                | ''                     | numbers are not searched",
                "_limit=2                 | pear Apple             | at most so many",
                "_offset=3                | banana                 | from there",
                "_offset=9                | ''                     | beyond the end there is none",
                "_sort=name&_offset=1&_limit=2 | banana pear       | the window is of the sorted rows",
            })
    void rowsComeAsAsked(String query, String names, String reason) throws IOException {
        List<String> found = new ArrayList<>();
        table(query.strip())
                .path("rows")
                .forEach(row -> found.add(row.path("fields").path("name").asText()));
        assertEquals(names.strip(), String.join(" ", found), reason);
    }

    /** Rows of a table come in the order of a hash map, which was another at each look. */
    @Test
    void rowsThatTieAreInTheCommandsOrder() throws IOException {
        Report<Fruit> table = report().sorted(Comparator.comparing(Fruit::name).reversed());
        Window window = Api.asked(Viewer.ANYBODY, "fruit", "_sort=letters").window();
        byte[] bytes = new Answer(Document.of(table), AT, window).bytes();
        List<String> found = new ArrayList<>();
        new ObjectMapper()
                .readTree(bytes)
                .path("sections")
                .path(0)
                .path("rows")
                .forEach(row -> found.add(row.path("fields").path("name").asText()));
        assertEquals(List.of("plum", "pear", "Apple", "banana"), found);
    }

    @Test
    void theTotalCountsWhatIsFoundAndNotWhatIsShown() throws IOException {
        assertEquals(4, table("_limit=1").path("total").asInt());
        assertEquals(
                2,
                table("_limit=1&_find=p&_offset=1&_sort=name&_part=")
                                .path("total")
                                .asInt()
                        - 1);
    }

    @Test
    void cellsAreWhatATerminalShowsInTheZoneThatIsAskedFor() throws IOException {
        JsonNode row = table("_zone=Europe/Berlin&_find=pear").path("rows").path(0);
        assertEquals(
                "[\"pear\",\"10.50\",\"2026-03-02T09:00:00+01:00\",\"4\"]",
                row.path("cells").toString());
        assertEquals(
                "{\"name\":\"pear\",\"price\":10.5,\"picked\":\"2026-03-02T08:00:00Z\",\"letters\":4}",
                row.path("fields").toString());
    }

    @Test
    void linesAreThoseOfTheCommandLineWhateverTheWindow() {
        Window window = Api.asked(Viewer.ANYBODY, "fruit", "_format=csv&_limit=1&_sort=name")
                .window();
        assertEquals("""
                name,price,picked,letters
                pear,10.5,2026-03-02T08:00:00Z,4
                Apple,9.0,2026-03-02T08:01:00Z,5
                plum,,2026-03-02T07:59:00Z,4
                banana,100.25,2026-03-02T08:00:01Z,6
                """, new String(new Answer(Document.of(report()), AT, window).bytes(), StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "_limit=0         | _limit: 0 (expected: 1 to 10000)",
                "_limit=x         | _limit: \"x\" (expected: a whole number)",
                "_offset=-1       | _offset: -1 (expected: 0 to 2147483647)",
                "_zone=Nowhere    | _zone: \"Nowhere\" (expected: a zone such as UTC or Europe/Berlin)",
                "_format=xml      | _format: \"xml\" (expected: page, json or csv)",
                "_colour=red      | _colour: (expected: _sort, _find, _offset, _limit, _part, _zone or _format)",
                "_sort=colour     | _sort: \"colour\" (expected: name, price, picked, letters)",
                "_find=%zz        | \"%zz\" (expected: percent signs with two hexadecimal digits)",
            })
    void whatCannotBeDoneIsRefused(String query, String problem) {
        assertEquals(
                problem.strip(),
                assertThrows(WrongOptionException.class, () -> table(query.strip()))
                        .getMessage());
    }
}
