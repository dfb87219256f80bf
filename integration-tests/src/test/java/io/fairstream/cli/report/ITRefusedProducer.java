package io.fairstream.cli.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.fairstream.it.commands.Json;
import io.fairstream.it.commands.Lines;
import io.fairstream.it.commands.LocalFairstream;
import io.fairstream.it.harness.Console;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A producer whose records are all refused once heard nothing, and the audit said "ok". */
class ITRefusedProducer {
    private static final int RECORDS = 40;

    @TempDir
    private Path directory;

    @Test
    void everybodyHearsThatNothingOfWhatWasSentCounts() throws Exception {
        StringWriter told = new StringWriter();
        try (LocalFairstream fairstream = LocalFairstream.start();
                RefusalWatch watch =
                        new RefusalWatch(fairstream.settings(), new PrintWriter(told), Duration.ofMinutes(1))) {
            watch.start();
            Console nothing = fairstream.run("audit", "--strict");
            assertEquals(0, nothing.exitCode(), nothing.toString());
            assertTrue(
                    nothing.out().get(0).endsWith("checks hold; none of 0 records was refused."), nothing.toString());
            long begin = System.nanoTime();
            Console produced = fairstream.run("produce", "matches", file().toString(), "--timeout", "60");
            assertEquals(1, produced.exitCode(), produced.toString());
            assertEquals("40 sent to fairstream.matches", produced.err().get(0));
            assertTrue(
                    produced.err()
                            .get(1)
                            .startsWith("fairstream: REFUSED 30 as WEIGHT_NEGATIVE; the first: partition "),
                    produced.toString());
            assertTrue(produced.err().get(2).startsWith("fairstream: REFUSED 10 as NAME_EMPTY"), produced.toString());
            theAuditBeginsWithIt(fairstream);
            assertEquals(1, fairstream.run("audit", "--strict").exitCode());
            awaitLine(told);
            Pattern line =
                    Pattern.compile(" REFUSED \\d+ records of fairstream\\.matches as WEIGHT_NEGATIVE, from node7 \\(");
            assertTrue(line.matcher(told.toString()).find(), told.toString());
            Console again = fairstream.run("produce", "matches", file().toString(), "--json", "--timeout", "60");
            assertEquals(RECORDS, Json.line(again.out().get(0)).get("refused").intValue(), again.toString());
            Thread.sleep(2500);
            long times = told.toString()
                    .lines()
                    .filter(text -> text.startsWith("  list them with:"))
                    .count();
            long most = 1 + Duration.ofNanos(System.nanoTime() - begin).toMinutes();
            assertTrue(1 <= times && times <= most, "once a minute, what was there then: " + told);
        }
    }

    private static void theAuditBeginsWithIt(LocalFairstream fairstream) {
        Console audit = fairstream.run("audit");
        assertEquals(0, audit.exitCode(), audit.toString());
        List<String> out = audit.out();
        int block = out.indexOf("REFUSED 40 of 40 records of fairstream.matches, from node7 (30), node8 (10)");
        assertTrue(block > 0, audit.toString());
        assertTrue(out.get(block + 3).matches("WEIGHT_NEGATIVE +30  \\d +\\d+ +slot\\d@node7 .*"), out.get(block + 3));
        assertTrue(out.get(block + 4).matches("NAME_EMPTY +10  .*"), out.get(block + 4));
        assertTrue(
                out.get(0)
                        .endsWith("checks hold, BUT 40 of 40 records are not accounted: 40 rejected, 0 unreadable (see"
                                + " table rejections)."),
                out.get(0));
        List<JsonNode> json = Json.lines(fairstream.run("audit", "--json"));
        JsonNode end = json.get(json.size() - 1);
        assertEquals(40, end.get("refused").intValue());
        assertTrue(end.get("balanced").booleanValue());
        JsonNode negative = Json.only(json, "reason", "WEIGHT_NEGATIVE");
        assertEquals(30, negative.get("refused").intValue());
        assertEquals(40, negative.get("records").intValue());
        assertEquals(10, Json.only(json, "source", "node8").get("refused").intValue());
    }

    private Path file() throws Exception {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < RECORDS; i++) {
            boolean isNobodys = i % 4 == 0;
            lines.add(Lines.matched(
                    "slot" + i % 3 + (isNobodys ? "@node8" : "@node7"),
                    "2026-01-05T08:00:00Z",
                    isNobodys ? "" : "alice",
                    isNobodys ? 1 : -1));
        }
        return Files.write(directory.resolve("refused.jsonl"), lines);
    }

    private static void awaitLine(StringWriter told) throws InterruptedException {
        for (int i = 0; i < 600 && !told.toString().contains("list them with"); i++) {
            Thread.sleep(100);
        }
    }
}
