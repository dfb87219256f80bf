package io.fairstream.reports.signers;

import io.fairstream.reports.columns.Columns;
import io.fairstream.reports.columns.Report;
import io.fairstream.reports.records.Row;
import io.fairstream.reports.records.TopicReader;
import io.fairstream.schemas.SignerKey;
import io.fairstream.schemas.Topic;
import io.fairstream.schemas.Topics;
import io.fairstream.schemas.signing.SignedBy;
import io.fairstream.schemas.signing.Verifier;
import io.fairstream.schemas.signing.VerifyingKey;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The keys that are known, by id. */
public final class Signers {
    private final Map<String, SignerKey> rows;
    private final Map<String, Verifier> verifiers = new HashMap<>();

    /** A record with the bytes of its value, over which it may be signed. */
    public static final class Bytes<V> {
        private final Row<V> row;
        private final byte @Nullable [] value;

        public Bytes(Row<V> row, byte @Nullable [] value) {
            this.row = row;
            this.value = value;
        }

        public Row<V> row() {
            return row;
        }

        byte @Nullable [] value() {
            return value;
        }

        public boolean isSigned() {
            return SignedBy.of(row.headers()) != null;
        }
    }

    /** A key and its row. */
    public record Known(String id, SignerKey key) {}

    Signers(Map<String, SignerKey> rows) {
        this.rows = new TreeMap<>(rows);
    }

    /** None. */
    public static Signers none() {
        return new Signers(Map.of());
    }

    /** Those of a cluster. Rows that cannot be read are none. */
    public static Signers read(TopicReader reader) {
        Map<String, SignerKey> rows = new HashMap<>();
        reader.readReadable(Topics.KEYS, row -> {
            if (row.key() != null && row.value() == null) {
                rows.remove(row.key());
            } else if (row.key() != null) {
                rows.put(row.key(), row.value());
            }
        });
        return new Signers(rows);
    }

    /** Those of an id, or of a signer; by signer, then by id. */
    public List<Known> named(String idOrSigner) {
        return all().stream()
                .filter(known ->
                        known.id().equals(idOrSigner) || known.key().getSigner().equals(idOrSigner))
                .toList();
    }

    /** All, by signer, then by id. */
    public List<Known> all() {
        return rows.entrySet().stream()
                .map(row -> new Known(row.getKey(), row.getValue()))
                .sorted(Comparator.comparing((Known known) -> known.key().getSigner())
                        .thenComparing(Known::id))
                .toList();
    }

    /** A row for each key. */
    public static Report<Known> report(List<Known> keys) {
        return new Columns<Known>()
                .text("signer", known -> known.key().getSigner())
                .text("id", Known::id)
                .text("topics", known -> String.join(",", known.key().getTopics()))
                .text("keys", known -> String.join(",", known.key().getKeys()))
                .time("from", known -> known.key().getFrom())
                .time("until", known -> known.key().getUntil())
                .time("revoked", known -> known.key().getRevoked())
                .text("publicKey", known -> known.key().getPublicKey())
                .unshown()
                .report(keys);
    }

    /**
     * Who signed a record of the topic, checked; empty if nobody did, or nobody who is known and may write there. Whether the key was good at
     * the time is not looked at: what the topology refused stands in the rejections.
     */
    public Optional<String> signer(Topic<?> topic, Bytes<?> record) {
        SignedBy signed = SignedBy.of(record.row().headers());
        SignerKey row = signed == null ? null : rows.get(signed.id());
        if (signed == null || row == null || !row.getTopics().contains(topic.name())) {
            return Optional.empty();
        }
        String key = record.row().key();
        byte[] keyBytes = key == null ? null : key.getBytes(StandardCharsets.UTF_8);
        return verifier(signed.id(), row)
                .filter(verifier -> verifier.hasSigned(topic.name(), keyBytes, record.value(), signed))
                .map(verifier -> row.getSigner());
    }

    private Optional<Verifier> verifier(String id, SignerKey row) {
        Verifier known = verifiers.get(id);
        if (known != null) {
            return Optional.of(known);
        }
        try {
            VerifyingKey key = VerifyingKey.parse(row.getPublicKey());
            if (key.id().equals(id)) {
                verifiers.put(id, new Verifier(key));
            }
        } catch (GeneralSecurityException e) {
            return Optional.empty();
        }
        return Optional.ofNullable(verifiers.get(id));
    }
}
