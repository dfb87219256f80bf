package io.fairstream.query.whatif;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.query.records.Failure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DemandTest {
    @TempDir
    private Path directory;

    private String file(String... lines) throws IOException {
        return Files.write(directory.resolve("demand.jsonl"), List.of(lines)).toString();
    }

    @Test
    void whatIsNotSaidIsUsual() throws IOException {
        assertEquals(
                Map.of("alice", new Demand(100, false, 0), "bob", new Demand(0.5, true, 5)),
                Demand.read(file(
                        "{\"submitter\":\"alice\",\"demand\":100}",
                        "",
                        "{\"submitter\":\"bob\",\"demand\":0.5,\"skip\":true,\"jobPriority\":5}")));
    }

    @Test
    void aSubmitterIsGivenOnce() throws IOException {
        String file = file("{\"submitter\":\"a\",\"demand\":1}", "{\"submitter\":\"a\",\"demand\":1}");
        Failure failure = assertThrows(Failure.class, () -> Demand.read(file));
        assertEquals(file + ":2: submitter: \"a\" (expected: no submitter given before)", failure.getMessage());
    }

    @ParameterizedTest(name = "{1}")
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"submitter\":\"alice\"}                  | :1: demand: missing (expected: slot weight",
                "{\"submitter\":\"alice\",\"demand\":-1}    | :1: demand: -1 (expected: slot weight",
                "{\"demand\":1}                             | :1: submitter: missing (expected: a customer's name)",
                "{\"submitter\":\"alice\",\"demand\":1,\"x\":2} | :1: x: unknown (expected: one of submitter, demand",
                "{\"submitter\":\"alice\",\"demand\":1,\"skip\":\"no\"} | :1: skip: \"no\" (expected: true or false)",
                "{\"submitter\":\"alice\",\"demand\":1,\"jobPriority\":1.5} | :1: jobPriority: 1.5 (expected: a whole number)",
                "{\"submitter\":\"\",\"demand\":1}     | :1: submitter: \"\" (expected: a customer's name)",
                "[1]                                        | :1: not a JSON object",
                "alice                                      | :1: no JSON",
                "{\"submitter\":\"alice\"                    | :1: no JSON: Unexpected end-of-input",
            })
    void aBadDemandIsNamed(String line, String problem) throws Exception {
        String file = file(line);
        Failure failure = assertThrows(Failure.class, () -> Demand.read(file));
        assertTrue(String.valueOf(failure.getMessage()).startsWith(file + problem), failure.getMessage());
        assertFalse(String.valueOf(failure.getMessage()).contains("start marker"), failure.getMessage());
    }

    @Test
    void demandsThatAreNoTextAreAFailureLikeOthers() throws Exception {
        Path file = Files.createTempFile(directory, "demand", ".jsonl");
        Files.write(file, new byte[] {(byte) 0xff, (byte) 0xfe, '\n'});
        Failure failure = assertThrows(Failure.class, () -> Demand.read(file.toString()));
        assertTrue(String.valueOf(failure.getMessage()).startsWith(file + ":1: not UTF-8"), failure.getMessage());
    }
}
