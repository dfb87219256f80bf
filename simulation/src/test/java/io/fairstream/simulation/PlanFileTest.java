package io.fairstream.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlanFileTest {
    private static final String PLAN = "{\"seed\":1,\"partitions\":1,\"instances\":1,\"faults\":0,\"settings\":[{}],"
            + "\"records\":[{\"topic\":\"matches\",\"partition\":0,\"timestamp\":1}]}";

    @TempDir
    private Path directory;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"instances\":1 | \"instances\":0        | instances: 0 (expected: >= 1)",
                "\"faults\":0    | \"faults\":-1          | faults: -1 (expected: >= 0)",
                "\"faults\":0    | \"faults\":\"many\"    | faults: \"many\" is no whole number",
                "\"faults\":0,   | \"other\":0,           | faults is missing",
                "[{}]            | []                     | settings: 0 (expected: >= 1)",
                "matches         | priority               | no topic \"priority\"",
                "\"partition\":0 | \"partition\":1        | partition 1 of 1",
            })
    void saysWhatIsWrong(String good, String wrong, String problem) throws IOException {
        assertTrue(PLAN.contains(good));
        Path file = file(PLAN.replace(good, wrong));
        IOException failure = assertThrows(IOException.class, () -> PlanFile.read(file));
        assertEquals(file + ": " + problem + " (expected: a plan as simulate writes it)", failure.getMessage());
    }

    @Test
    void saysThatAFileIsNotJson() throws IOException {
        Path file = file("slot1 alice");
        IOException failure = assertThrows(IOException.class, () -> PlanFile.read(file));
        assertTrue(String.valueOf(failure.getMessage()).startsWith(file + ": "), failure.toString());
        assertEquals(1, String.valueOf(failure.getMessage()).lines().count());
    }

    private Path file(String text) throws IOException {
        return Files.writeString(directory.resolve("plan.json"), text);
    }
}
