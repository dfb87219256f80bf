package io.fairstream.schemas.signing;

import io.fairstream.schemas.Topic;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.Serializer;
import org.bouncycastle.math.ec.rfc8032.Ed25519;
import org.jspecify.annotations.Nullable;

/**
 * Makes the records of a topic, as bytes, and signs them if there is a key to sign with. For several threads, if the serializer is.
 *
 * @param <V> the values
 */
public final class RecordWriter<V> {
    private final Topic<?> topic;
    private final String fullName;
    private final Serializer<V> values;
    private final Optional<SigningKey> key;

    /** @param prefix of the topic's full name */
    public RecordWriter(Topic<?> topic, String prefix, Serializer<V> values, Optional<SigningKey> key) {
        this.topic = topic;
        this.fullName = topic.in(prefix);
        this.values = values;
        this.key = key;
    }

    /**
     * A key and its value.
     *
     * @param value null to take back what the key has
     */
    public record Entry<V>(String key, @Nullable V value) {}

    /** A record of its own. */
    public ProducerRecord<byte[], byte[]> record(String recordKey, @Nullable V value) {
        return records(List.of(new Entry<>(recordKey, value))).get(0);
    }

    /** Records that are signed together, which costs whoever checks them one verification. */
    public List<ProducerRecord<byte[], byte[]>> records(List<Entry<V>> entries) {
        List<ProducerRecord<byte[], byte[]>> records =
                entries.stream().map(this::bytes).toList();
        key.ifPresent(by -> sign(by, records));
        return records;
    }

    private ProducerRecord<byte[], byte[]> bytes(Entry<V> entry) {
        ProducerRecord<byte[], byte[]> record =
                new ProducerRecord<>(fullName, entry.key().getBytes(StandardCharsets.UTF_8), null);
        byte[] value = values.serialize(fullName, record.headers(), entry.value());
        return new ProducerRecord<>(fullName, null, null, record.key(), value, record.headers());
    }

    private void sign(SigningKey by, List<ProducerRecord<byte[], byte[]>> records) {
        List<byte[]> digests = records.stream()
                .map(record -> RecordDigest.of(topic.name(), record.key(), record.value()))
                .toList();
        List<byte[]> ways = RecordDigest.ways(digests);
        byte[] signature = by.sign(RecordDigest.root(digests.get(0), ways.get(0), 0));
        byte[] id = by.verifying().id().getBytes(StandardCharsets.US_ASCII);
        IntStream.range(0, records.size())
                .forEach(i -> records.get(i)
                        .headers()
                        .add(SignedBy.SIGNER, id)
                        .add(SignedBy.SIGNATURE, joined(signature, ways.get(i))));
    }

    private static byte[] joined(byte[] signature, byte[] way) {
        byte[] both = Arrays.copyOf(signature, Ed25519.SIGNATURE_SIZE + way.length);
        System.arraycopy(way, 0, both, Ed25519.SIGNATURE_SIZE, way.length);
        return both;
    }
}
