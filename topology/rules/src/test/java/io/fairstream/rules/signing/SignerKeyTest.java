package io.fairstream.rules.signing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.fairstream.rules.Reason;
import io.fairstream.rules.Refused;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SignerKeyTest {
    private static @Nullable Refused refusal(String keys, @Nullable String key, long sent) {
        return new SignerKey("n17", "", List.of("session-deltas"), List.of(keys.split(" ", -1)), 10L, 20L, 15L)
                .refusal("session-deltas", key, sent);
    }

    @ParameterizedTest
    @CsvSource({
        "c/n17, c/n17, 10, ok",
        "c/n17, c/n17, 14, ok",
        "c/n17, c/n17, 9, not before",
        "c/n17, c/n17, 15, revoked",
        "c/n17, c/n17, 20, revoked",
        "c/n17, c/n170, 10, expected: one of [c/n17]",
        "c/n17, c/n1, 10, expected: one of",
        "c/, c/n1, 10, ok",
        "c/, c, 10, expected: one of",
        "c/, cc/n1, 10, expected: one of",
        "a/ c/n17, c/n17, 10, ok",
        "c/n17, , 10, key: none",
    })
    void aKeyMayWriteSomeRecordsForSomeTime(String keys, @Nullable String key, long sent, String expected) {
        Refused refused = refusal(keys, key, sent);
        if (expected.equals("ok")) {
            assertNull(refused);
        } else {
            assertNotNull(refused);
            assertEquals(Reason.WRONG_SIGNER, refused.reason());
            assertEquals(
                    true,
                    refused.detail().contains(expected) && refused.detail().contains("n17"),
                    refused.detail());
        }
    }

    @Test
    void withoutLimitsItMayAlwaysAndAnyKeyButNoOtherTopic() {
        SignerKey key = new SignerKey("slurm", "", List.of("matches"), List.of(), null, null, null);
        assertNull(key.refusal("matches", null, Long.MIN_VALUE));
        assertNull(key.refusal("matches", "slot1", Long.MAX_VALUE));
        assertNotNull(key.refusal("job-events", "slot1", 0));
    }

    @ParameterizedTest
    @CsvSource({
        "OFF, '', matches, false",
        "ACCEPT, '', matches, false",
        "ACCEPT, matches, matches, false",
        "REQUIRE, '', matches, true",
        "REQUIRE, matches, matches, true",
        "REQUIRE, shares, matches, false"
    })
    void whatMustBeSigned(Signatures.Mode mode, String topics, String topic, boolean isRefused) {
        Signatures signatures = new Signatures(mode, topics.isEmpty() ? Set.of() : Set.of(topics));
        Refused refused = signatures.refusalOfUnsigned(topic);
        assertEquals(isRefused, refused != null);
        assertEquals(mode != Signatures.Mode.OFF, signatures.areOn());
        if (refused != null) {
            assertEquals(Reason.UNSIGNED, refused.reason());
        }
    }
}
