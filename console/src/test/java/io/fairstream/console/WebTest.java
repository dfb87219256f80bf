package io.fairstream.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.testing.NeededProgram;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The tests of the pages' scripts, by Node's own runner of tests. */
class WebTest {
    private static final int LEAST_NODE = 20;
    private static final long LONGEST_SECONDS = 120;
    private static final Path TESTS = Path.of("src", "test", "web");

    private record Ended(int exitCode, String output) {}

    @Test
    void theScriptsKeepTheirWord() throws IOException, InterruptedException {
        NeededProgram.NODE.assumeInstalled(nodeVersion() >= LEAST_NODE, WebTest.class);
        List<String> command = new ArrayList<>(List.of("node", "--test", "--test-reporter=tap"));
        try (Stream<Path> files = Files.list(TESTS)) {
            files.map(Path::toString)
                    .filter(file -> file.endsWith(".test.mjs"))
                    .sorted()
                    .forEach(command::add);
        }
        assertTrue(command.size() > 3, "no tests in " + TESTS.toAbsolutePath());
        Ended tests = run(command);
        assertEquals(0, tests.exitCode(), tests::output);
        assertTrue(tests.output().contains("# fail 0"), tests::output);
    }

    /** 0 if there is none. */
    private static int nodeVersion() throws InterruptedException {
        try {
            String version = run(List.of("node", "--version")).output().strip();
            return version.matches("v[0-9]+\\..*") ? Integer.parseInt(version.substring(1, version.indexOf('.'))) : 0;
        } catch (IOException e) {
            return 0;
        }
    }

    private static Ended run(List<String> command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (!process.waitFor(LONGEST_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new AssertionError(command + ": still running\n" + output);
        }
        return new Ended(process.exitValue(), output);
    }
}
