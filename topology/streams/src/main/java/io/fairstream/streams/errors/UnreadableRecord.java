package io.fairstream.streams.errors;

import io.fairstream.streams.errors.DeadLetter.Reasons;
import io.fairstream.streams.errors.ErrorHandlers.UnfitRecordException;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.Deserializer;
import org.jspecify.annotations.Nullable;

/**
 * Mark of a record that cannot be read. It passes to the first processor, marked by a header, and becomes a dead letter there. Kafka
 * Streams deserializes records before their turn: a dead letter written at that time may be committed without the record's position, and
 * after a failure the record would be read again, and perhaps count since the registry knows its schema by then.
 */
public final class UnreadableRecord {
    /** Header with the reason; deserializers of keys, which come first, remove those of producers. */
    static final String HEADER = "fairstream.unreadable";

    private static final int LONGEST_REASON = 1000;

    private UnreadableRecord() {}

    /**
     * Checks that a record could be read; the first processor of a source calls it before anything else.
     *
     * @throws UnreadableRecordException if not
     */
    public static void check(Headers headers) {
        Header mark = headers.lastHeader(HEADER);
        if (mark != null) {
            throw new UnreadableRecordException(new String(mark.value(), StandardCharsets.UTF_8));
        }
    }

    /** Marks a record, unless its bytes cannot be read <em>now</em>, or it is the topology's own: then it is no dead letter. */
    static void mark(Headers headers, RuntimeException failure) {
        if (RegistryUnavailable.isCauseOf(failure)) {
            throw failure;
        }
        headers.add(HEADER, Reasons.of(failure, LONGEST_REASON).getBytes(StandardCharsets.UTF_8));
    }

    /** Failure of an unreadable record, whose message is the reason. */
    static final class UnreadableRecordException extends UnfitRecordException {
        private static final long serialVersionUID = 1L;

        UnreadableRecordException(String reason) {
            super(reason);
        }
    }

    /** Deserializer of values that marks unreadable records, on which {@code values} fails; the value of one is null. */
    public record MarkingDeserializer<T>(Deserializer<T> values) implements Deserializer<T> {
        @Override
        public @Nullable T deserialize(String topic, byte @Nullable [] data) {
            return values.deserialize(topic, data);
        }

        @Override
        public @Nullable T deserialize(String topic, Headers headers, byte @Nullable [] data) {
            try {
                return values.deserialize(topic, headers, data);
            } catch (RuntimeException e) {
                mark(headers, e);
                return null;
            }
        }

        @Override
        public void close() {
            values.close();
        }
    }
}
