package io.fairstream.schemas.signing;

import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.bouncycastle.math.ec.rfc8032.Ed25519;
import org.jspecify.annotations.Nullable;

/** What a record's headers say of who signed it, unchecked. */
public final class SignedBy {
    /** Header with the id of the key, ASCII. */
    public static final String SIGNER = "fairstream-signer";

    /** Header with the signature. */
    public static final String SIGNATURE = "fairstream-signature";

    /** More than four billion records are not signed together. */
    private static final int MOST_STEPS = 32;

    private static final int LONGEST_ID = 64;

    private final String id;
    private final byte[] signature;

    private SignedBy(String id, byte[] signature) {
        this.id = id;
        this.signature = signature;
    }

    /** Those of a record, or null if it is not signed: if one of the headers is missing. */
    public static @Nullable SignedBy of(Headers headers) {
        Header signer = headers.lastHeader(SIGNER);
        Header signature = headers.lastHeader(SIGNATURE);
        if (signer == null || signature == null || signer.value() == null || signature.value() == null) {
            return null;
        }
        byte[] id = signer.value();
        return new SignedBy(
                new String(id, 0, Math.min(id.length, LONGEST_ID), StandardCharsets.US_ASCII), signature.value());
    }

    /** That of the key. */
    public String id() {
        return id;
    }

    /** 64 bytes, and the way to the root of what was signed together. */
    byte[] signature() {
        return signature;
    }

    /** Whether other records were signed with it. */
    boolean isOfMany() {
        return signature.length > Ed25519.SIGNATURE_SIZE;
    }

    boolean isOfLegalLength() {
        int steps = signature.length - Ed25519.SIGNATURE_SIZE;
        return steps >= 0 && steps % RecordDigest.STEP == 0 && steps / RecordDigest.STEP <= MOST_STEPS;
    }
}
