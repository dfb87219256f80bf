package io.fairstream.steering.schedulers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.fairstream.steering.SchedulerException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ToolTest {
    private final Tool tool = new Tool(List.of(), Duration.ofMinutes(5));

    @Test
    void inputAndBothOutputsPassWhateverTheirSize() throws Exception {
        String input = "é line\n".repeat(200_000);
        Output output = tool.run(List.of("bash", "-c", "tee /dev/stderr; exit 3"), input);
        assertEquals(new Output(3, input, input), output);
        assertEquals("$HOME *\n", new Tool(List.of("printf"), tool.limit()).answer(List.of("%s\\n", "$HOME *")));
    }

    @Test
    void aFailureIsOneLine() {
        assertEquals(
                "bash: exit 4: why",
                failure(tool, "bash", "-c", "echo out; echo first >&2; echo why >&2; echo >&2; exit 4"));
        assertEquals("bash: exit 4: out", failure(tool, "bash", "-c", "echo out; exit 4"));
        assertEquals("no-such-command: not found", failure(tool, "no-such-command"));
    }

    @Test
    void whatTakesTooLongIsEndedWithItsChildren(@TempDir Path directory) throws Exception {
        Path id = directory.resolve("id");
        assertEquals(
                "bash: no answer within 500 ms",
                failure(tool.within(Duration.ofMillis(500)), "bash", "-c", "sleep 100 & echo $! > " + id + "; wait"));
        long child = Long.parseLong(Files.readString(id).strip());
        for (int i = 0; i < 50 && isAlive(child); i++) {
            Thread.sleep(20);
        }
        assertFalse(isAlive(child));
    }

    @Test
    void aProgramFindsItsArgument() throws Exception {
        String program = new Program("print(argument[0], len(argument))\n").with(List.of("a'''\"\n\\", 2));
        assertEquals("a'''\"\n\\ 2\n", tool.answer(List.of("python3", "-"), program));
    }

    /** A process that has ended and that nobody has waited for has no command. */
    private static boolean isAlive(long id) {
        return ProcessHandle.of(id).flatMap(child -> child.info().command()).isPresent();
    }

    private static String failure(Tool tool, String... command) {
        return String.valueOf(assertThrows(SchedulerException.class, () -> tool.answer(List.of(command)))
                .getMessage());
    }
}
