package io.fairstream.streams.stage;

import io.fairstream.rules.signing.SignerKey;
import io.fairstream.schemas.signing.Verifier;
import io.fairstream.schemas.signing.VerifyingKey;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.Stores;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The topic {@code keys} as one task sees it. All tasks of an instance share its rows, as bytes, on the heap. */
public final class SignerKeys {
    /** Of each instance. */
    public static final String STORE = "signer-keys";

    private static final Logger LOG = LoggerFactory.getLogger(SignerKeys.class);

    private final KeyValueStore<String, byte[]> rows;
    private final Deserializer<SignerKey> format;
    private final Map<String, Known> known = new HashMap<>();

    /** A row that was read before; without a verifier if it is none. */
    private static final class Known {
        private final byte[] row;
        private final @Nullable SignerKey may;
        private final @Nullable Verifier verifier;

        Known(byte[] row, @Nullable SignerKey may, @Nullable Verifier verifier) {
            this.row = row;
            this.may = may;
            this.verifier = verifier;
        }
    }

    /** What a key may do, and what it signed. */
    record Signer(SignerKey may, Verifier verifier) {}

    SignerKeys(KeyValueStore<String, byte[]> rows, Deserializer<SignerKey> format) {
        this.rows = rows;
        this.format = format;
    }

    /** The store. */
    public static StoreBuilder<KeyValueStore<String, byte[]>> store() {
        return Stores.keyValueStoreBuilder(Stores.inMemoryKeyValueStore(STORE), Serdes.String(), Serdes.ByteArray())
                .withLoggingDisabled();
    }

    /** Keeps the rows as they come; what is wrong with one is seen when its key is used. */
    public static final class Keep extends ContextualProcessor<String, byte[], Void, Void> {
        @Override
        public void process(Record<String, byte[]> record) {
            if (record.key() != null) {
                KeyValueStore<String, byte[]> rows = context().getStateStore(STORE);
                rows.put(record.key(), record.value());
            }
        }
    }

    /** The signer of that id, or null if there is none. */
    @Nullable
    Signer signer(String id) {
        byte[] row = rows.get(id);
        if (row == null) {
            return null;
        }
        Known before = known.get(id);
        if (before == null || !Arrays.equals(before.row, row)) {
            before = read(id, row);
            known.put(id, before);
        }
        return before.may == null || before.verifier == null ? null : new Signer(before.may, before.verifier);
    }

    private Known read(String id, byte[] row) {
        try {
            SignerKey may = format.deserialize("", row);
            VerifyingKey key = VerifyingKey.parse(may.publicKey());
            if (!key.id().equals(id)) {
                throw new GeneralSecurityException("the key's id is " + key.id());
            }
            return new Known(row, may, new Verifier(key));
        } catch (SerializationException | GeneralSecurityException e) {
            LOG.warn("key {}: {} (expected: a row by the command keys); nobody can sign with it", id, e.getMessage());
            return new Known(row, null, null);
        }
    }
}
