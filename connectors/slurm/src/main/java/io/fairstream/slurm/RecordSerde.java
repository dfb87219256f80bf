package io.fairstream.slurm;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import io.fairstream.reading.MalformedException;
import io.fairstream.schemas.JsonException;
import java.io.IOException;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;

/**
 * Serde of Slurm's JSON. An unreadable record causes Kafka's {@code SerializationException}, so that it goes to the dead-letter
 * topic.
 *
 * @param clusterIfNone cluster of records without one
 */
record RecordSerde(@Nullable String clusterIfNone) implements Serde<BridgedRecord> {
    /** Size limit of a forwarded record, so that it fits into Kafka's default limit of 1 MiB. */
    private static final int MOST = 512 * 1024;

    private static final ObjectReader JSON =
            new ObjectMapper().reader().with(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    @Override
    public Serializer<BridgedRecord> serializer() {
        return (topic, bridged) -> bridged.json();
    }

    @Override
    public Deserializer<BridgedRecord> deserializer() {
        return (topic, bytes) -> read(bytes);
    }

    BridgedRecord read(byte @Nullable [] bytes) {
        if (bytes == null) {
            throw new SerializationException("empty (expected: a record of jobcomp/kafka)");
        }
        if (bytes.length > MOST) {
            throw new SerializationException(bytes.length + " bytes (expected: at most " + MOST + ")");
        }
        try {
            return new BridgedRecord(bytes, JobcompRecord.parse(JSON.readTree(bytes), clusterIfNone));
        } catch (MalformedException e) {
            throw new SerializationException(e.getMessage());
        } catch (JsonProcessingException e) {
            throw new SerializationException("no JSON: " + JsonException.words(e));
        } catch (IOException e) {
            throw new SerializationException("no JSON: " + e.getMessage());
        }
    }
}
