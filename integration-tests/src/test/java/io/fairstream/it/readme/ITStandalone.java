package io.fairstream.it.readme;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.it.readme.Shell.Ran;
import io.fairstream.it.readme.Shell.Running;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code standalone} and its start again after a stop and after {@code kill -9}. */
class ITStandalone {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    /** The session of the instance before is so long that nobody would wait for its end. */
    private static final String COMMAND = "./fairstream standalone --data pool --set partitions=2"
            + " --set kafka.session.timeout.ms=600000 --set kafka.request.timeout.ms=700000";

    @TempDir
    @SuppressWarnings("NullAway.Init") // by JUnit
    private Path directory;

    @Test
    void aStartDoesNotWaitForTheInstanceBeforeWhetherItWasStoppedOrKilled() throws Exception {
        Shell shell = new Shell(directory, ROOT);
        try (Running first = shell.start(COMMAND)) {
            Ran ran = first.awaitText("Ctrl-C stops it.");
            assertTrue(ran.out().contains("Metrics, health  http://127.0.0.1:"), ran::toString);
            assertIsForItsOwnerOnly();
            assertEquals(0, first.stop().exitCode(), "terminated");
        }
        try (Running second = shell.start(COMMAND)) {
            second.awaitText("Ctrl-C stops it.");
        }
        try (Running third = shell.start(COMMAND)) {
            Ran ran = third.awaitText("Ctrl-C stops it.");
            assertTrue(ran.err().contains("Kafka was not stopped in order the last time"), ran::toString);
            third.stop();
        }
    }

    @Test
    void aTemporaryDirectoryThatIsNotThereIsSaidInOneLine() throws Exception {
        Shell shell = new Shell(directory, ROOT);
        for (String command : new String[] {"demo", "standalone --data pool"}) {
            Ran ran = shell.run("JAVA_TOOL_OPTIONS=-Djava.io.tmpdir=/nowhere ./fairstream " + command);
            String said = ran.err()
                    .lines()
                    .filter(line -> line.startsWith("fairstream: "))
                    .reduce("", String::concat);
            assertEquals(1, ran.exitCode(), ran::toString);
            assertTrue(said.startsWith("fairstream: java.io.tmpdir: /nowhere (expected: "), ran::toString);
            assertTrue(ran.err().lines().noneMatch(line -> line.startsWith("\tat ")), ran::toString);
        }
    }

    private void assertIsForItsOwnerOnly() throws Exception {
        assertEquals("rwx------", permissions("pool"));
        assertEquals("rwx------", permissions("pool/kafka"));
        assertTrue(permissions("pool/state").endsWith("---"), "Kafka Streams lets the group read there");
        assertEquals("rw-------", permissions("pool/broker.properties"));
    }

    private String permissions(String file) throws Exception {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(directory.resolve(file)));
    }
}
