package io.fairstream.reports.records;

import io.fairstream.schemas.Topic;
import io.fairstream.schemas.signing.RecordWriter;
import io.fairstream.schemas.signing.SigningKey;
import io.fairstream.streams.config.Settings;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.Serializer;

/** Records as they are sent, signed if the settings name a key. */
public final class SignedRecords {
    private SignedRecords() {}

    /** For values of the topic. */
    public static <V> RecordWriter<V> writer(Settings settings, Topic<V> topic) {
        return writer(settings, topic, new ValueFormat(settings).writes(topic));
    }

    /**
     * For such values of the topic.
     *
     * @throws Failure if there is no key where the settings say that there is one
     */
    static <V> RecordWriter<V> writer(Settings settings, Topic<?> topic, Serializer<V> values) {
        return new RecordWriter<>(
                topic, settings.topicPrefix(), values, settings.signingKey().map(SignedRecords::key));
    }

    private static SigningKey key(Path file) {
        try {
            return SigningKey.read(file);
        } catch (NoSuchFileException e) {
            throw new Failure("signing.key: " + file + ": no such file", e);
        } catch (IOException e) {
            throw new Failure("signing.key: " + file + ": cannot be read: " + e, e);
        } catch (GeneralSecurityException e) {
            throw new Failure("signing.key: " + file + ": " + e.getMessage(), e);
        }
    }

    /** Sends them. */
    public static KafkaProducer<byte[], byte[]> producer(Map<String, Object> properties) {
        return new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer());
    }
}
