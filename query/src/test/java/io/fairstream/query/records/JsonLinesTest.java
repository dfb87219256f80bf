package io.fairstream.query.records;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.query.records.JsonLines.LineException;
import io.fairstream.schemas.MatchEvent;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.NoSuchElementException;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JsonLinesTest {
    private static final String FREE = "{\"resource\":\"r\",\"at\":0,\"change\":{\"Unmatched\":{}}}";

    @Test
    void passesOverBlankLinesButCountsThem() {
        JsonLines lines = of("\ufeff\n" + FREE + "\r\n  \n\n# no comment\n" + FREE);
        assertEquals(new JsonLines.Line("events", 2, FREE), lines.next());
        assertEquals(new JsonLines.Line("events", 5, "# no comment"), lines.next());
        assertEquals(new JsonLines.Line("events", 6, FREE), lines.next());
        assertFalse(lines.hasNext());
        assertThrows(NoSuchElementException.class, lines::next);
    }

    @Test
    void namesFileLineAndField() {
        JsonLines lines = of(FREE + "\n" + FREE.replace("0", "\"noon\""));
        lines.next();
        JsonLines.Line second = lines.next();
        LineException problem = assertThrows(LineException.class, () -> second.as(MatchEvent.class));
        assertEquals(
                "events:2: at: \"noon\" (expected: a time as in 2023-11-15T22:13:20Z, or epoch milliseconds)",
                problem.getMessage());
        assertEquals("events", problem.file());
        assertEquals(2, problem.line());
        assertEquals("at", problem.field());
    }

    @Test
    void goesOnAfterALineThatIsNotUtf8() {
        JsonLines lines = JsonLines.of("events", new ByteArrayInputStream("é\n{}".getBytes(ISO_8859_1)));
        LineException problem = assertThrows(LineException.class, lines::next);
        assertEquals("events:1: not UTF-8", problem.getMessage());
        assertEquals("{}", lines.next().text());
    }

    @Test
    void unzipsFilesNamedGz(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("events.jsonl.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
            out.write("{\"é\":1}\n".getBytes(UTF_8));
        }
        try (JsonLines lines = JsonLines.open(file.toString())) {
            assertEquals("{\"é\":1}", lines.next().text());
        }
    }

    @Test
    void namesAFileThatBreaksOff(@TempDir Path folder) throws IOException {
        Path whole = folder.resolve("whole.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(whole))) {
            out.write(FREE.repeat(9).getBytes(UTF_8));
        }
        byte[] zipped = Files.readAllBytes(whole);
        Path half = Files.write(folder.resolve("half.gz"), Arrays.copyOf(zipped, zipped.length / 2));
        try (JsonLines lines = JsonLines.open(half.toString())) {
            UncheckedIOException problem = assertThrows(UncheckedIOException.class, lines::hasNext);
            assertTrue(String.valueOf(problem.getMessage()).startsWith(half + ":1: "), problem.getMessage());
        }
    }

    @Test
    void namesAFileThatIsNotThereOrNotZipped(@TempDir Path folder) throws IOException {
        Path plain = Files.writeString(folder.resolve("plain.gz"), FREE);
        for (Path file : new Path[] {folder.resolve("none.jsonl"), plain}) {
            IOException problem = assertThrows(IOException.class, () -> JsonLines.open(file.toString()));
            assertTrue(String.valueOf(problem.getMessage()).startsWith(file.toString()), problem.getMessage());
        }
    }

    private static JsonLines of(String text) {
        return JsonLines.of("events", new ByteArrayInputStream(text.getBytes(UTF_8)));
    }
}
