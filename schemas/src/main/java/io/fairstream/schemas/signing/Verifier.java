package io.fairstream.schemas.signing;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.bouncycastle.math.ec.rfc8032.Ed25519;
import org.jspecify.annotations.Nullable;

/**
 * Checks what one key signed. Records that were signed together cost one verification as long as they come within a few of the same
 * signer. Not for several threads.
 */
public final class Verifier {
    private static final int REMEMBERED = 4;

    private final VerifyingKey key;
    private final Map<ByteBuffer, byte[]> roots = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<ByteBuffer, byte[]> eldest) {
            return size() > REMEMBERED;
        }
    };

    public Verifier(VerifyingKey key) {
        this.key = key;
    }

    public VerifyingKey key() {
        return key;
    }

    /**
     * Whether the key signed a record.
     *
     * @param topic without its prefix
     */
    public boolean hasSigned(String topic, byte @Nullable [] recordKey, byte @Nullable [] value, SignedBy signed) {
        if (!signed.isOfLegalLength()) {
            return false;
        }
        byte[] digest = RecordDigest.of(topic, recordKey, value);
        if (!signed.isOfMany()) {
            return key.verifies(digest, signed.signature());
        }
        byte[] root = RecordDigest.root(digest, signed.signature(), Ed25519.SIGNATURE_SIZE);
        byte[] signature = Arrays.copyOf(signed.signature(), Ed25519.SIGNATURE_SIZE);
        ByteBuffer known = ByteBuffer.wrap(root);
        if (Arrays.equals(signature, roots.get(known))) {
            return true;
        }
        boolean isGood = key.verifies(root, signature);
        if (isGood) {
            roots.put(known, signature);
        }
        return isGood;
    }
}
