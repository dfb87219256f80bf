package io.fairstream.it.upgrade;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.it.readme.Shell;
import io.fairstream.it.readme.Shell.Ran;
import io.fairstream.it.readme.Shell.Running;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a build that kept state 1 left behind is gone on with; see {@code README.md} beside the archive. */
class ITDataDirectory {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Pattern ADDRESS = Pattern.compile("(?m)^Kafka +(127\\.0\\.0\\.1:\\d+)$");
    private static final String ENDS = """
            {"cluster":"tux","jobId":101,"at":"2026-01-10T09:00:00Z","state":"COMPLETE","outcome":"COMPLETED","exitCode":0,"cpuMillis":5000}
            {"cluster":"tux","jobId":901,"at":"2026-01-10T09:00:00Z","state":"RUNNING","run":"r9"}
            {"cluster":"tux","jobId":901,"submitted":"2026-01-09T20:00:00Z","at":"2026-01-09T20:04:00Z","state":"SUSPENDED","run":"r0"}
            """;

    @TempDir
    @SuppressWarnings("NullAway.Init") // by JUnit
    private Path directory;

    @Test
    void theDataOfTheReleaseBeforeIsReadGoneOnWithAndPassesTheAudit() throws Exception {
        Shell shell = new Shell(directory, ROOT);
        unpack(shell);
        Files.writeString(directory.resolve("ends.jsonl"), ENDS);
        try (Running standalone = shell.start("./fairstream standalone --data data --set partitions=1")) {
            Ran started = standalone.awaitText("Ctrl-C stops it.");
            assertFalse(started.err().contains("set aside"), started::toString);
            assertFalse(started.err().contains("restor"), started::toString);
            Matcher address = ADDRESS.matcher(started.out());
            assertTrue(address.find(), started::toString);
            String at = " --bootstrap-server " + address.group(1);
            assertBalances(shell, at);
            Ran sent = shell.run("./fairstream produce job-events ends.jsonl" + at);
            assertEquals(0, sent.exitCode(), sent::toString);
            Ran row = shell.run("./fairstream table jobs --key tux/101 --json" + at);
            assertTrue(row.out().contains("\"state\":\"COMPLETE\""), row::toString);
            assertTrue(row.out().contains("\"cpuMillis\":5000"), row::toString);
            assertBalances(shell, at);
            standalone.stop();
        }
    }

    private static void assertBalances(Shell shell, String at) throws Exception {
        Ran audit = shell.run("./fairstream audit" + at);
        assertEquals(0, audit.exitCode(), audit::toString);
        assertTrue(audit.out().contains("The books balance, all 35 checks hold"), audit::toString);
    }

    private void unpack(Shell shell) throws Exception {
        try (InputStream in =
                Objects.requireNonNull(ITDataDirectory.class.getResourceAsStream("standalone-1.tar.gz"))) {
            Files.copy(in, directory.resolve("data.tar.gz"));
        }
        Ran ran = shell.run("tar xzf data.tar.gz");
        assertEquals(0, ran.exitCode(), ran::toString);
    }
}
