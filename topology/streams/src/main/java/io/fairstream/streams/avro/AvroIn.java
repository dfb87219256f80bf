package io.fairstream.streams.avro;

import io.fairstream.rules.BinaryIn;
import org.apache.kafka.common.errors.SerializationException;

/** Reader of Avro's binary encoding for Kafka. Unreadable bytes raise {@link SerializationException}. */
public class AvroIn extends BinaryIn {
    public AvroIn(byte[] bytes, int position) {
        super(bytes, position);
    }

    @Override
    protected SerializationException unreadable(String problem) {
        return new SerializationException(problem);
    }
}
