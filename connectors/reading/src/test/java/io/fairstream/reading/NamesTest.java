package io.fairstream.reading;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NamesTest {
    private static final List<String> LINES = List.of(
            "# who is who",
            "",
            "asmith@pool.local = alice",
            "group_*.bob@* = bob".replace("@*", "@pool.local"),
            "*@pool.local = *",
            "hpc-* = *@hpc # the other site");

    @ParameterizedTest
    @CsvSource({
        "asmith@pool.local, alice",
        "group_physics.bob@pool.local, bob",
        "carol@pool.local, carol",
        "@pool.local, @pool.local",
        "carol@pool.locals, carol@pool.locals",
        "hpc-dave, dave@hpc",
        "dave, dave",
        "'', ''",
    })
    void theFirstLineThatMatchesHolds(String theirs, String ours) throws Exception {
        assertEquals(ours, Names.of("names", LINES).ours(theirs));
    }

    @Test
    void withoutLinesNamesStay() {
        assertEquals("alice@pool.local", Names.none().ours("alice@pool.local"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "alice | names:1: \"alice\" (expected: THEIRS = OURS)",
                "alice = | names:1: \"alice =\" (expected: THEIRS = OURS)",
                "= bob | names:1: \"= bob\" (expected: THEIRS = OURS)",
                "a = b = c | names:1: \"a = b = c\" (expected: THEIRS = OURS)",
                "*@* = * | names:1: \"*@*\" (expected: at most one *)",
                "bob = * | names:1: \"bob = *\" (expected: a * on the left as well)",
            })
    void linesThatAreNoneAreRefused(String line, String refusal) {
        assertEquals(
                refusal,
                assertThrows(MalformedException.class, () -> Names.of("names", List.of(line)))
                        .getMessage());
    }

    @Test
    void readsAFile(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("names"), "*@a = *\r\n");
        assertEquals("bob", Names.read(file).ours("bob@a"));
    }

    /** Any text is a name. */
    @Test
    void anyNameHasOne() throws Exception {
        Random random = new Random(1);
        Names names = Names.of("names", LINES);
        for (int i = 0; i < 10_000; i++) {
            StringBuilder name = new StringBuilder();
            for (int length = 1 + random.nextInt(11); length > 0; length--) {
                name.append("@.plo_ca*$\\=#é".charAt(random.nextInt(14)));
            }
            String bare = name.toString();
            assertEquals(bare, names.ours(bare + "@pool.local"));
        }
    }
}
