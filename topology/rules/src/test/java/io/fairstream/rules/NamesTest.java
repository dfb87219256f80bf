package io.fairstream.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.rules.Rejection.Reason;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NamesTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "alice@pool",
                "two words@pool",
                "quo\"te",
                "it's",
                "José@é",
                "数学",
                "\uD83D\uDE80",
                " ",
                "\u2028",
                "a\\b"
            })
    void acceptsAnyUtf8(String name) {
        assertNull(Names.refusal("customer", name));
    }

    @Test
    void refusesAnEmptyNameWhereOneMustBe() {
        assertEquals(
                new Rejection(Reason.NAME_EMPTY, "customer: \"\" (expected: a name of 1 to 1024 bytes)"),
                Names.refusal("customer", ""));
        assertNull(Names.refusalUnlessEmpty("matchId", ""));
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\nb", "a\tb", "a\u0000b", "a\u007Fb", "a\u0085b"})
    void refusesControlCharactersAndSaysWhere(String name) {
        Rejection refused = Names.refusal("resource", name);
        assertNotNull(refused);
        assertEquals(Reason.NAME_CONTROL_CHARACTER, refused.reason());
        String wanted = String.format(
                "resource: \"a?b\" (expected: no control characters; U+%04X at position 1)", (int) name.charAt(1));
        assertEquals(wanted, refused.detail());
    }

    @Test
    void countsBytesNotCharacters() {
        assertNull(Names.refusal("pool", "x".repeat(1024)));
        assertNull(Names.refusal("pool", "é".repeat(512)));
        assertNull(Names.refusal("pool", "学".repeat(341)));
        assertEquals(
                new Rejection(
                        Reason.NAME_TOO_LONG,
                        "pool: \"" + "x".repeat(40) + "...\" of 1025 bytes (expected: at most 1024)"),
                Names.refusal("pool", "x".repeat(1025)));
        Rejection refused = Names.refusal("pool", "学".repeat(342));
        assertNotNull(refused);
        assertTrue(refused.detail().contains("1026 bytes"), refused.detail());
    }

    @Test
    void countsTheBytesThatAreWritten() {
        String all = "az\u007F\u0080é\u07FF\u0800学\uFFFF\uD83D\uDE80\uDE80\uD83D";
        for (int begin = 0; begin < all.length(); begin++) {
            for (int end = begin; end <= all.length(); end++) {
                String text = all.substring(begin, end);
                assertEquals(text.getBytes(StandardCharsets.UTF_8).length, Names.utf8Length(text), text);
            }
        }
        assertEquals(3, Names.utf8Length(List.of("é", "", "x")));
    }

    @Test
    void showsNoHalfCharacterOfALongName() {
        Rejection refused = Names.refusal("pool", "x" + "\uD83D\uDE80".repeat(300));
        assertNotNull(refused);
        int end = refused.detail().indexOf("...");
        assertTrue(!Character.isHighSurrogate(refused.detail().charAt(end - 1)), refused.detail());
    }
}
