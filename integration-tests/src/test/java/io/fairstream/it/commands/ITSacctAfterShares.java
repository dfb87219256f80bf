package io.fairstream.it.commands;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.fairstream.it.harness.Console;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** sacct names accounts and no paths; sacctmgr's dump has the paths. All is synthetic. */
class ITSacctAfterShares {
    private static final String DUMP = """
        Cluster - 'tux':Fairshare=1
        Parent - 'root'
        User - 'root':AdminLevel='Administrator':Fairshare=1
        Account - 'science':Fairshare=3
        Parent - 'science'
        User - 'carol':Fairshare=1
        Account - 'physics':Fairshare=parent
        Parent - 'physics'
        User - 'alice':Fairshare=2
        User - 'bob':Fairshare=parent
        """;

    private static final String SACCT = """
        Cluster|JobIDRaw|User|UID|Account|State|AllocCPUS|NNodes|Submit|Start|End
        tux|7|alice|1001|physics|COMPLETED|2|1|2026-03-01T08:00:00|2026-03-01T08:00:00|2026-03-01T09:00:00
        tux|8|carol|1002|science|COMPLETED|2|1|2026-03-01T08:00:00|2026-03-01T08:00:00|2026-03-01T09:00:00
        tux|9|root|0|root|COMPLETED|2|1|2026-03-01T08:00:00|2026-03-01T08:00:00|2026-03-01T08:30:00
        tux|10|dave|1003|chem|COMPLETED|2|1|2026-03-01T08:00:00|2026-03-01T08:00:00|2026-03-01T08:10:00
        """;

    private static final Map<String, Double> USED = Map.of(
            "root/science/physics/alice", 3600.0,
            "root/science/carol", 3600.0,
            "root/root", 1800.0,
            "root/chem/dave", 600.0,
            "root/science/physics", 3600.0,
            "root/science", 7200.0);

    @TempDir
    private Path directory;

    private String file(String name, String text) throws IOException {
        return Files.writeString(directory.resolve(name), text).toString();
    }

    private static void assertUsed(List<JsonNode> rows) {
        USED.forEach((path, usage) -> assertEquals(
                usage, Json.only(rows, "path", path).get("rawUsage").doubleValue(), 1e-9, path));
        assertTrue(
                rows.stream().noneMatch(row -> row.get("path").textValue().startsWith("root/physics")), rows::toString);
    }

    @Test
    void flatAccountsAreChargedWhereTheLoadedTreeHasThem() throws Exception {
        try (LocalFairstream fairstream = LocalFairstream.start(Map.of("fairshare.interval", "0"))) {
            Console load = fairstream.run("shares", "load", file("tux.cfg", DUMP));
            assertEquals(0, load.exitCode(), load.toString());
            Console replay = fairstream.run("replay", file("tux.txt", SACCT), "--format", "sacct", "--zone", "UTC");
            assertEquals(0, replay.exitCode(), replay.toString());
            assertTrue(
                    replay.err().contains("tux: account chem: no bank of shares has the name, charged to root/chem"),
                    replay.toString());
            assertUsed(Json.lines(fairstream.run("table", "association-usage", "--json")));
            List<JsonNode> ranked = Json.lines(fairstream.run("shares", "--policy", "fair-tree", "--json"));
            assertEquals(
                    "no shares are set",
                    Json.only(ranked, "path", "root/chem/dave").get("note").textValue());
            assertEquals(
                    5,
                    Json.only(ranked, "path", "root/root")
                            .get("fair-tree")
                            .get("of")
                            .intValue());
        }
    }

    @Test
    void sharesCanComeWithAnEmbeddedReplay() throws IOException {
        Console replay = Console.run(
                "replay",
                file("tux.txt", SACCT),
                "--format",
                "sacct",
                "--zone",
                "UTC",
                "--embedded",
                "--shares",
                file("tux.cfg", DUMP),
                "--print",
                "association-usage",
                "--json");
        assertEquals(0, replay.exitCode(), replay.toString());
        assertUsed(Json.lines(replay));
    }

    @Test
    void sharesOfAFileAreForAnEmbeddedReplayOnly() throws IOException {
        Console replay = Console.run(
                "replay",
                file("tux.txt", SACCT),
                "--format",
                "sacct",
                "--shares",
                file("tux.cfg", DUMP),
                "--bootstrap-server",
                "127.0.0.1:1");
        assertEquals(2, replay.exitCode(), replay.toString());
        assertEquals(
                "fairstream: --shares: the cluster has its own (expected: shares load, or --embedded)",
                replay.err().get(0));
    }
}
