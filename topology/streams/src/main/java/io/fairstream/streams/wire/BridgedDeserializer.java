package io.fairstream.streams.wire;

import java.io.IOException;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.generic.IndexedRecord;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.Deserializer;
import org.jspecify.annotations.Nullable;

/** Reads with a deserializer named by configuration, whose Avro records it turns into domain values. */
public final class BridgedDeserializer<T> implements Deserializer<T> {
    private final FastAvroReader<T> reader;
    private final Deserializer<?> configured;

    public BridgedDeserializer(FastAvroReader<T> reader, Deserializer<?> configured) {
        this.reader = reader;
        this.configured = configured;
    }

    @Override
    public @Nullable T deserialize(String topic, byte @Nullable [] data) {
        if (data != null && data.length > FastAvroDeserializer.MOST) {
            throw new SerializationException(topic + ": value of " + data.length + " bytes (expected: at most "
                    + FastAvroDeserializer.MOST + ")");
        }
        Object record = record(topic, data);
        if (record == null) {
            return null;
        }
        if (!(record instanceof IndexedRecord avro)
                || !avro.getSchema().getFullName().equals(reader.schema().getFullName())) {
            throw new SerializationException(topic + ": " + record.getClass().getName() + " (expected: a "
                    + reader.schema().getFullName() + ")");
        }
        try {
            return reader.read(new AvroIn(inOurLayout(avro), 0));
        } catch (IOException | AvroRuntimeException e) {
            throw new SerializationException(topic + ": " + e.getMessage(), e);
        }
    }

    private @Nullable Object record(String topic, byte @Nullable [] data) {
        try {
            return configured.deserialize(topic, data);
        } catch (StackOverflowError e) {
            throw new SerializationException(topic + ": it nests too deep");
        }
    }

    private byte[] inOurLayout(IndexedRecord record) throws IOException {
        byte[] bytes = AvroBytes.of(record);
        return AvroBytes.areAlike(record.getSchema(), reader.schema())
                ? bytes
                : AvroBytes.resolved(bytes, 0, record.getSchema(), reader.schema());
    }

    @Override
    public void close() {
        configured.close();
    }
}
