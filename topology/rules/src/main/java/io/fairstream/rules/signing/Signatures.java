package io.fairstream.rules.signing;

import io.fairstream.rules.Reason;
import io.fairstream.rules.Refused;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which records must be signed.
 *
 * @param topics that must be, without prefix, if any must; empty for all
 */
public record Signatures(Mode mode, Set<String> topics) {
    public static final Signatures OFF = new Signatures(Mode.OFF, Set.of());

    /** What is done with signatures. */
    public enum Mode {
        /** Nobody looks at them. */
        OFF,
        /** What is signed must be signed well. */
        ACCEPT,
        /** What is not signed is refused, too. */
        REQUIRE
    }

    public Signatures {
        topics = Set.copyOf(topics);
    }

    public boolean areOn() {
        return mode != Mode.OFF;
    }

    /** The refusal of a record of the topic that is not signed, or null. */
    public @Nullable Refused refusalOfUnsigned(String topic) {
        boolean isRequired = mode == Mode.REQUIRE && (topics.isEmpty() || topics.contains(topic));
        return isRequired
                ? new Refused(Reason.UNSIGNED, "signature: none (expected: one of a key that may write " + topic + ")")
                : null;
    }
}
