package io.fairstream.embedded;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ReadmeTest {
    private static final String FENCE = "```";

    /** The example in the README is this test, but for the package and the imports. */
    @Test
    void theExampleIsATestOfThisModule() throws IOException {
        String readme = Files.readString(Path.of("README.md"));
        int start = readme.indexOf(FENCE + "java\n") + FENCE.length() + "java\n".length();
        String example = readme.substring(start, readme.indexOf(FENCE, start));
        String source = Files.readString(Path.of("src/test/java/io/fairstream/embedded/GreetingsTest.java"));
        assertTrue(example.startsWith("class GreetingsTest {"), example);
        assertTrue(source.endsWith(example), example);
    }
}
