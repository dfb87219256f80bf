package io.fairstream.publish.notices;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.publish.notices.Channel.Attempt;
import io.fairstream.publish.notices.Recipient.Kind;
import io.fairstream.schemas.PlainJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExecTest {
    @TempDir
    private Path directory;

    private Attempt run(String script, Duration timeout) throws IOException, InterruptedException {
        Path file = Files.writeString(directory.resolve("script"), script);
        try (Exec exec = new Exec(timeout)) {
            return exec.attempt(Samples.to(new Recipient(Kind.EXEC, "sh  " + file + " " + directory)));
        }
    }

    @Test
    void theCommandGetsTheNoticeAndItsParts() throws Exception {
        Attempt attempt = run(
                "cat >$1/in; env | grep ^FAIRSTREAM_ | sort >$1/env; echo this is not shown", Duration.ofSeconds(20));
        assertEquals("Delivered[]", attempt.toString());
        assertEquals(PlainJson.write(Samples.physics().build()) + "\n", Files.readString(directory.resolve("in")));
        List<String> variables = Files.readAllLines(directory.resolve("env"));
        assertTrue(
                variables.containsAll(List.of(
                        "FAIRSTREAM_ID=fairstream.notices-0-17",
                        "FAIRSTREAM_KIND=REACHED",
                        "FAIRSTREAM_TARGET=/root/physics",
                        "FAIRSTREAM_THRESHOLD=80",
                        "FAIRSTREAM_AT=2026-03-02T10:00:00Z",
                        "FAIRSTREAM_UNIT=CPU s",
                        "FAIRSTREAM_BALANCE=675000.0",
                        "FAIRSTREAM_CONTACTS=ann@example.org",
                        "FAIRSTREAM_SUBJECT=80 % of allocation /root/physics is spent")),
                variables::toString);
    }

    @Test
    void anotherExitCodeIsTriedAgain() throws Exception {
        assertEquals(
                "Failed[reason=exit 3, isOfAll=false, atLeast=PT0S]",
                run("exit 3", Duration.ofSeconds(20)).toString());
    }

    @Test
    void aCommandThatHangsIsKilled() throws Exception {
        assertEquals(
                "Failed[reason=no end within 300 ms, isOfAll=false, atLeast=PT0S]",
                run("sleep 600", Duration.ofMillis(300)).toString());
    }

    @Test
    void aCommandThatIsMissingIsTriedAgain() throws Exception {
        try (Exec exec = new Exec(Duration.ofSeconds(20))) {
            Attempt attempt = exec.attempt(Samples.to(new Recipient(Kind.EXEC, "/nowhere/command")));
            assertTrue(attempt.toString().startsWith("Failed[reason=Cannot run program"), attempt.toString());
        }
    }
}
