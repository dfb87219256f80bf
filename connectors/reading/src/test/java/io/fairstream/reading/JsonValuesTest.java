package io.fairstream.reading;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** JSON of files, and what becomes of it. */
class JsonValuesTest {
    private final List<String> problems = new ArrayList<>();
    private final List<String> taken = new ArrayList<>();
    private final RecordReader reader =
            new RecordReader("f", Outcome.MALFORMED, problem -> problems.add(problem.toString()));

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        {"a":1}~~{"b":2}~         | 1 {"a":1}, 3 {"b":2} | a value a line
        {"a":1}~{"b"~{"c":3}      | 1 {"a":1}, 3 {"c":3} | after a bad line the next one
        {~"a":1}~{"b":~2}~        | 2 {"a":1}, 4 {"b":2} | values over several lines
        """)
    void readsLinesOrADocument(String text, String expected, String why) throws IOException {
        JsonValues.read(in(text), reader, this::take);
        assertEquals(expected, String.join(", ", taken), why);
    }

    @Test
    void readsTheElementsOfAListOneByOne() throws IOException {
        JsonValues.elements(
                in("{\"x\":{\"jobs\":[9]},~\"jobs\":[1,~{\"a\":[2]}],\"y\":[3]}"), "jobs", reader, this::take);
        assertEquals(List.of("2 1", "3 {\"a\":[2]}"), taken);
        assertEquals(List.of(), problems);
    }

    @Test
    void whatIsNoJsonIsToldInPlainWords() throws IOException {
        JsonValues.stream(in("{\"a\":1}~{\"a\":NaN}"), reader, this::take);
        JsonValues.stream(in("{\"a\":["), reader, this::take);
        assertEquals(List.of("1 {\"a\":1}"), taken);
        assertEquals(2, problems.size());
        assertTrue(
                problems.get(0).endsWith("not JSON from here on: NaN (expected: a finite number)"), problems::toString);
        assertFalse(problems.get(1).contains("start marker"), problems::toString);
    }

    @Test
    void countsEachRecordOnceAndTellsWhichCannotBeRead() {
        reader.read(1, () -> Outcome.JOB);
        reader.read(2, () -> {
            throw new MalformedException("end", "x", "a\n time");
        });
        reader.read(3, () -> {
            throw new MalformedException(Outcome.NO_SLOT, "nothing").in("job 7");
        });
        assertEquals(List.of("f:2: end: \"x\" (expected: a; time)", "f:3: job 7: nothing"), problems);
        RecordOutcomes outcomes = reader.outcomes();
        assertEquals(Map.of(Outcome.JOB, 1L, Outcome.NO_SLOT, 1L, Outcome.MALFORMED, 1L), outcomes.counts());
        assertEquals(Map.of("are a job that ran", 1L), outcomes.used());
        assertEquals(
                List.of("without a slot", "malformed"),
                List.copyOf(outcomes.leftOut().keySet()));
        assertEquals(1, outcomes.unreadable());
        assertEquals(3, outcomes.total());
    }

    @Test
    void fieldsThatAreMissingNullOrEmptyAreNotTold() throws MalformedException {
        JsonFields fields =
                new JsonFields(JsonValues.parse("{\"a\":null,\"b\":\"\",\"n\":7,\"t\":\"1970-01-01T00:00:01Z\"}"));
        assertEquals("", fields.text("a"));
        assertNull(fields.whole("b", 0, 9));
        assertNull(fields.time("c", Instant::parse, "2026"));
        assertEquals(7, fields.count("n", 9));
        assertEquals(Instant.ofEpochSecond(1), fields.time("t", Instant::parse, "2026"));
        assertEquals("1970-01-01T00:00:01Z", fields.firstText("a", "b", "t"));
        MalformedException wrong = assertThrows(MalformedException.class, () -> fields.count("n", 6));
        assertEquals("n: 7 (expected: a whole number, 0 to 6)", wrong.getMessage());
        assertThrows(MalformedException.class, () -> fields.text("n"));
        MalformedException missing = assertThrows(MalformedException.class, () -> fields.requiredText("b"));
        assertEquals("b: missing", missing.getMessage());
    }

    private void take(long line, JsonNode value) {
        taken.add(line + " " + value);
    }

    private static BufferedReader in(String text) {
        return new BufferedReader(new StringReader(text.replace('~', '\n')));
    }
}
