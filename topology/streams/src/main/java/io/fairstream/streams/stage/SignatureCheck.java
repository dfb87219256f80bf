package io.fairstream.streams.stage;

import io.fairstream.rules.Names;
import io.fairstream.rules.Reason;
import io.fairstream.rules.Refused;
import io.fairstream.rules.signing.Signatures;
import io.fairstream.rules.signing.SignerKey;
import io.fairstream.schemas.signing.SignedBy;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/** Whether records of one topic are signed by who may write them. */
public final class SignatureCheck {
    /** Header of re-partitioned records that were refused before: the reason, a line feed and the detail. */
    private static final String REFUSED = "fairstream.refused";

    private final String topic;
    private final Signatures signatures;
    private final Deserializer<SignerKey> format;
    private @Nullable SignerKeys keys;

    /**
     * To be {@linkplain #init opened}.
     *
     * @param topic without its prefix
     * @param format of the rows of {@code keys}
     */
    public SignatureCheck(String topic, Signatures signatures, Deserializer<SignerKey> format) {
        this.topic = topic;
        this.signatures = signatures;
        this.format = format;
    }

    void init(ProcessorContext<?, ?> context) {
        keys = new SignerKeys(context.getStateStore(SignerKeys.STORE), format);
    }

    /**
     * The refusal of a record, or null.
     *
     * @param sent its timestamp, milliseconds since 1970
     */
    @Nullable
    Refused refusal(@Nullable String key, SignedValue<?> value, long sent) {
        SignedBy signed = value.signed();
        if (signed == null) {
            return signatures.refusalOfUnsigned(topic);
        }
        SignerKeys.Signer signer = keys == null ? null : keys.signer(signed.id());
        if (signer == null) {
            return wrong("signer: \"" + Names.shown(signed.id()) + "\" (expected: the id of a key in the topic keys)");
        }
        Refused refused = signer.may().refusal(topic, key, sent);
        if (refused != null) {
            return refused;
        }
        byte[] keyBytes = key == null ? null : key.getBytes(StandardCharsets.UTF_8);
        return signer.verifier().hasSigned(topic, keyBytes, value.bytes(), signed)
                ? null
                : wrong("signature: not by " + Names.shown(signer.may().signer()) + ", key " + signed.id()
                        + " (expected: by that key, of this topic, key and value)");
    }

    private static Refused wrong(String detail) {
        return new Refused(Reason.WRONG_SIGNER, detail);
    }

    /** Says in headers, which only the topology writes, that a record is refused. */
    static void stamp(Headers headers, @Nullable Refused refused) {
        if (refused != null) {
            headers.add(REFUSED, (refused.reason() + "\n" + refused.detail()).getBytes(StandardCharsets.UTF_8));
        }
    }

    /** What was said of a record before it was partitioned anew. */
    static @Nullable Refused stamped(Record<?, ?> record) {
        Header header = record.headers().lastHeader(REFUSED);
        if (header == null) {
            return null;
        }
        String[] parts = new String(header.value(), StandardCharsets.UTF_8).split("\n", 2);
        return new Refused(Reason.valueOf(parts[0]), parts[1]);
    }
}
