package io.fairstream.boinc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LinesTest {
    @ParameterizedTest
    @ValueSource(strings = {"secret", "alice secret", "a secret b c", "alice secret7secret7secret7secret7zzzz"})
    void aWrongLineIsNamedButNotShown(String line) {
        String problem = assertThrows(IllegalArgumentException.class, () -> Logins.of(List.of("", line)))
                .getMessage();
        assertEquals("line 2: ", String.valueOf(problem).substring(0, 8));
        assertFalse(String.valueOf(problem).contains("secret"), problem);
    }

    @Test
    void aNameOrAnAccountIsGivenOnce() {
        String login = "alice " + Sample.HASH;
        assertThrows(IllegalArgumentException.class, () -> Logins.of(List.of(login, login + " bob")));
        assertThrows(IllegalArgumentException.class, () -> ProjectAccounts.of(List.of("a * 1", "a * 2")));
    }

    @Test
    void namesAndHashesAreReadInWhateverCase() {
        assertEquals(
                Optional.of("alice"),
                Logins.of(List.of("alice " + Sample.HASH))
                        .user("ALICE", Sample.HASH.toUpperCase(java.util.Locale.ROOT)));
    }
}
