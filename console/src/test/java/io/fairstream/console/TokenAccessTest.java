package io.fairstream.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Owners of tokens, from the lines of a file. */
class TokenAccessTest {
    private static final String ALICE = "alices-token-by-chance-1";
    private static final String ROOT = "roots-token-by-chance-12";
    private static final String LINES = ALICE + " alice user\n" + ROOT + "\troot   administrator\n";
    private static final Viewer A_USER = new Viewer("alice", Viewer.Role.USER);

    @TempDir
    @SuppressWarnings("NullAway.Init") // by JUnit
    private Path directory;

    private long writes;

    private Path file() {
        return directory.resolve("tokens");
    }

    private TokenAccess access(String text) throws IOException {
        write(text);
        return new TokenAccess(file());
    }

    /** Each time at another time, however fast this is. */
    private void write(String text) throws IOException {
        Files.writeString(file(), text);
        Files.setLastModifiedTime(file(), FileTime.from(Instant.ofEpochSecond(1_800_000_000 + writes++)));
    }

    private static Optional<Viewer> bearer(TokenAccess access, String token) {
        return Asking.who(access, "Authorization: Bearer " + token);
    }

    private static Optional<Viewer> cookie(TokenAccess access, String session) {
        return Asking.who(access, "Cookie: other=1; " + TokenAccess.COOKIE + "=" + session);
    }

    @Test
    void eachLineIsSomebodyAndOthersAreComments() throws IOException {
        TokenAccess access = access("# who may look\n\n  " + LINES + "   # nor is this one\n");
        assertEquals(Optional.of(A_USER), bearer(access, ALICE));
        assertEquals(Optional.of(new Viewer("root", Viewer.Role.ADMINISTRATOR)), bearer(access, ROOT));
        assertEquals(Optional.empty(), bearer(access, "#"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Authorization | Bearer alices-token-by-chance-1  | true  | as programs send it",
                "authorization | bearer alices-token-by-chance-1  | true  | words of HTTP are in whatever case",
                "Authorization | Bearer  alices-token-by-chance-1 | true  | with a space more",
                "Authorization | Bearer alices-token-by-chance-   | false | only the begin of it",
                "Authorization | Bearer ALICES-TOKEN-BY-CHANCE-1  | false | a token is to the letter",
                "Authorization | Bearer                           | false | none",
                "Authorization | Basic alices-token-by-chance-1   | false | another way",
                "Authorization | alices-token-by-chance-1         | false | no way at all",
                "Cookie | fairstream-session=alices-token-by-chance-1 | false | a token is no session",
                "X-Token | alices-token-by-chance-1               | false | another header",
            })
    void aRequestIsKnownByItsToken(String header, String value, boolean isKnown, String reason) throws IOException {
        Optional<Viewer> viewer = Asking.who(access(LINES), header + ": " + value);
        assertEquals(isKnown ? Optional.of(A_USER) : Optional.empty(), viewer, reason);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "alice                                ; 1: 1 words (expected: TOKEN NAME user|administrator)",
                "alices-token-by-chance-1 alice       ; 1: 2 words (expected: TOKEN NAME user|administrator)",
                "alices-token-by-chance-1 a b user    ; 1: 4 words (expected: TOKEN NAME user|administrator)",
                "alices-token alice user              ; 1: a token of 12 characters (expected: at least 20, by chance)",
                "alices-token-by-chance-1 alice admin ; 1: \"admin\" (expected: user or administrator)",
                "alices-token-by-chance-1 alice USER  ; 1: \"USER\" (expected: user or administrator)",
                "# only a comment                     ;  no token (expected: lines TOKEN NAME user|administrator)",
            })
    void aWrongLineIsNamedWithoutItsToken(String line, String problem) {
        String message = String.valueOf(assertThrows(IllegalArgumentException.class, () -> access(line + "\n"))
                .getMessage());
        assertEquals(file() + ":" + (problem.startsWith("no") ? " " : "") + problem, message);
        assertFalse(message.contains("chance-1"), message);
    }

    @Test
    void aFileThatIsNotThereIsRefused() {
        assertThrows(NoSuchFileException.class, () -> new TokenAccess(file()));
    }

    @Test
    void whoSignsInIsKnownByASessionThatIsNoToken() throws IOException {
        TokenAccess access = access(LINES);
        String session = access.session(" " + ALICE + "\n").orElseThrow();
        String another = access.session(ALICE).orElseThrow();
        assertFalse(session.contains("alice") || session.equals(another), session);
        assertEquals(Optional.of(A_USER), cookie(access, session));
        assertEquals(Optional.of(A_USER), cookie(access, another));
        assertEquals(Optional.empty(), cookie(access, session + "x"));
        assertEquals(Optional.empty(), access.session("not-a-token-that-anybody-has"));
        assertEquals(Optional.empty(), access.session(""));
    }

    @Test
    void anotherFileIsReadWithinASecond() throws IOException, InterruptedException {
        TokenAccess access = access(LINES);
        String session = access.session(ALICE).orElseThrow();
        write(ROOT + " root user\n");
        await(access);
        assertEquals(Optional.empty(), bearer(access, ALICE));
        assertEquals(Optional.empty(), cookie(access, session), "a session ends with its line");
        assertEquals(Optional.of(new Viewer("root", Viewer.Role.USER)), bearer(access, ROOT), "another role");
        write("");
        await(access);
        assertEquals(Optional.empty(), bearer(access, ROOT), "a file without a line is for nobody");
        write(LINES);
        await(access);
        assertEquals(Optional.of(A_USER), cookie(access, session), "a line that is back has its session again");
        for (String wrong : new String[] {LINES + "and a line that is wrong\n", "short alice user\n"}) {
            write(wrong);
            await(access);
            assertEquals(Optional.of(A_USER), bearer(access, ALICE), "who has made a mistake locks nobody out");
        }
        Files.delete(file());
        await(access);
        assertEquals(Optional.of(A_USER), bearer(access, ALICE), "nor does a file that is being replaced");
    }

    /** The file is looked at once a second at most, when somebody asks. */
    private static void await(TokenAccess access) throws InterruptedException {
        Thread.sleep(1050);
        assertTrue(access.takesTokens());
    }
}
