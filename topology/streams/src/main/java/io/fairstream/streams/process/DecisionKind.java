package io.fairstream.streams.process;

import io.fairstream.rules.Refused;
import io.fairstream.schemas.Topic;
import io.fairstream.streams.wire.FastAvroWriter;
import io.fairstream.streams.wire.JsonDump;
import io.fairstream.streams.wire.Origin;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Decisions of a compacted topic; a record without a value takes the decision of its key back.
 *
 * @param key what its keys are, for people
 * @param name the key that a decision's record must have
 * @param refusal that of a decision for what it says, or null
 * @param format for showing what was refused
 */
record DecisionKind<T>(
        Topic<?> topic,
        String key,
        Function<T, String> name,
        Function<T, @Nullable Refused> refusal,
        FastAvroWriter<T> format) {
    /** The refusal of a record that stands in the wrong place or cannot be meant, or null. */
    @Nullable
    Refused refusal(Inputs inputs, @Nullable String given, @Nullable T decision, Origin origin) {
        String expected = decision == null ? given : name.apply(decision);
        Refused refused = inputs.refusal(given, key, expected, origin);
        return refused != null || decision == null ? refused : refusal.apply(decision);
    }

    /** The decision as it is told when it is refused. */
    String original(@Nullable T decision) {
        return decision == null ? "" : JsonDump.json(format, decision);
    }
}
