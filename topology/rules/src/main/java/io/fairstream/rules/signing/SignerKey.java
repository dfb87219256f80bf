package io.fairstream.rules.signing;

import io.fairstream.rules.Names;
import io.fairstream.rules.Reason;
import io.fairstream.rules.Refused;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A decision: what the holder of a key may write. Times are compared with the timestamp of a record and not with any clock, so that a
 * record is refused or not whenever it is read.
 *
 * @param topics without prefix
 * @param keys of records, whole or up to a slash; empty for any
 * @param from milliseconds since 1970, or null
 * @param until as from; no longer good then
 * @param revoked as until
 */
public record SignerKey(
        String signer,
        String publicKey,
        List<String> topics,
        List<String> keys,
        @Nullable Long from,
        @Nullable Long until,
        @Nullable Long revoked) {
    public SignerKey {
        topics = List.copyOf(topics);
        keys = List.copyOf(keys);
    }

    /**
     * The refusal of a record that the key has signed, or null if it may.
     *
     * @param sent the record's timestamp, milliseconds since 1970
     */
    public @Nullable Refused refusal(String topic, @Nullable String key, long sent) {
        if (!topics.contains(topic)) {
            return refused("topic: " + topic, "one of " + topics);
        }
        if (!keys.isEmpty() && keys.stream().noneMatch(each -> mayWrite(each, key))) {
            return refused("key: " + (key == null ? "none" : "\"" + Names.shown(key) + "\""), "one of " + keys);
        }
        if (revoked != null && sent >= revoked) {
            return refused(
                    "sent: " + Instant.ofEpochMilli(sent),
                    "before " + Instant.ofEpochMilli(revoked) + ", when the key was revoked");
        }
        if (until != null && sent >= until) {
            return refused("sent: " + Instant.ofEpochMilli(sent), "before " + Instant.ofEpochMilli(until));
        }
        if (from != null && sent < from) {
            return refused("sent: " + Instant.ofEpochMilli(sent), "not before " + Instant.ofEpochMilli(from));
        }
        return null;
    }

    private static boolean mayWrite(String allowed, @Nullable String key) {
        return key != null && (allowed.endsWith("/") ? key.startsWith(allowed) : key.equals(allowed));
    }

    private Refused refused(String what, String expected) {
        return new Refused(
                Reason.WRONG_SIGNER, what + ", signed by " + Names.shown(signer) + " (expected: " + expected + ")");
    }
}
