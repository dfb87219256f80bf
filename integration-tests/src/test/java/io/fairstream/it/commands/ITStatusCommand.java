package io.fairstream.it.commands;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.fairstream.it.harness.Console;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ITStatusCommand {
    @TempDir
    private Path directory;

    @Test
    void aTopologyAtWorkIsSeenOnOneScreen() throws Exception {
        try (LocalFairstream fairstream = LocalFairstream.start()) {
            Path file = directory.resolve("matches.jsonl");
            fairstream.run("produce", "matches", write(file), "--no-wait");
            fairstream.awaitCaughtUp();
            Console text = fairstream.run("status");
            assertEquals(0, text.exitCode(), text.toString());
            assertTrue(
                    text.out()
                            .get(0)
                            .matches(
                                    "\\S+: (Stable|STABLE), 1 instance, 0 records wait; all records read are counted\\."),
                    text.toString());
            assertTrue(text.out().size() <= 24, text.toString());
            List<JsonNode> rows = Json.lines(fairstream.run("status", "--json"));
            JsonNode matches = Json.only(rows, "topic", "matches");
            assertEquals(3, matches.get("read").intValue());
            assertEquals(1, matches.get("rejected").intValue());
            assertEquals("2026-01-05T08:00:00Z", matches.get("newest").asText());
            assertTrue(matches.get("silentSeconds").intValue() < 120, matches.toString());
            JsonNode refusal = Json.only(rows, "reason", "WEIGHT_NEGATIVE");
            assertEquals(1, refusal.get("refused").intValue());
            assertTrue(Json.only(rows, "part", "instance").get("partitions").intValue() > 0);
        }
    }

    private static String write(Path file) throws Exception {
        return Files.write(
                        file,
                        List.of(
                                Lines.matched("slot1", "2026-01-05T08:00:00Z", "alice", 1),
                                Lines.matched("slot2", "2026-01-05T08:00:00Z", "bob", 2),
                                Lines.matched("slot3", "2026-01-05T08:00:00Z", "bob", -2)))
                .toString();
    }
}
