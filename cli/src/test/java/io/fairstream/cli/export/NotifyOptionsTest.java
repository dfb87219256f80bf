package io.fairstream.cli.export;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.cli.Console;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NotifyOptionsTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''                                            | nobody gets notices (expected: --smtp, --webhook or --exec)",
                "--to ann@example.org                          | (expected: with --smtp)",
                "--smtp mx                                     | --from:  (expected: an address such as",
                "--smtp mx --from fairstream                   | --from: fairstream (expected: an address such as",
                "--smtp mx:0 --from fs@example.org             | --smtp: mx:0 (expected: HOST or HOST:PORT)",
                "--smtp :25 --from fs@example.org              | --smtp: :25 (expected: HOST or HOST:PORT)",
                "--smtp mx --from fs@example.org --to ann      | --to: ann (expected: an address such as",
                "--smtp mx --from fs@example.org --no-contacts | nobody gets mails (expected: --to ADDRESS)",
                "--smtp mx --from fs@example.org --smtp-user u | (expected: both or none)",
                "--smtp mx --smtp-security ssl                 | (expected: one of starttls, tls, none)",
                "--webhook ftp://example.org/                  | (expected: a URL of http or https)",
                "--webhook https:///path                       | (expected: a URL of http or https)",
                "--exec true --webhook-secret-file f           | (expected: with --webhook)",
                "--webhook-secret-file f --exec ''             | --webhook",
                "--exec true --timeout 0s                      | above 0",
            })
    void whatDoesNotFitIsWrongUsage(String options, String refusal) {
        Console console = Console.run(("notify --directory d --bootstrap-server localhost:1 " + options)
                .strip()
                .split(" +"));
        assertEquals(2, console.exitCode(), console.toString());
        assertTrue(console.err().get(0).contains(refusal), console.toString());
    }
}
