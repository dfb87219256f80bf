package io.fairstream.streams.runtime;

import io.fairstream.rules.journal.Charge.Cause;
import io.fairstream.streams.errors.ErrorHandlers.FailedRecordHandler;
import io.fairstream.streams.errors.UnreadableRecord;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.jspecify.annotations.Nullable;

/** Positions of input records, which headers carry through internal topics. */
public final class Origins {
    /** Header of re-partitioned records: {@code topic/partition/offset} of the original. */
    public static final String ORIGIN = FailedRecordHandler.ORIGIN;

    /** Header of the topology's own records in topics that it reads back. */
    public static final String OWN = "fairstream.own";

    /** Header of re-partitioned records whose original had no key. */
    static final String NO_KEY = "fairstream.no-key";

    private Origins() {}

    public static Cause read(ProcessorContext<?, ?> context, long sent) {
        RecordMetadata metadata = context.recordMetadata().orElseThrow();
        return new Cause(metadata.topic(), metadata.partition(), metadata.offset(), sent);
    }

    /** Position of a record, before repartitioning if it was repartitioned. */
    public static Cause read(ProcessorContext<?, ?> context, Record<?, ?> record, boolean isRepartitioned) {
        Header stamped = isRepartitioned ? record.headers().lastHeader(ORIGIN) : null;
        if (stamped == null) {
            return read(context, record.timestamp());
        }
        String[] parts = new String(stamped.value(), StandardCharsets.UTF_8).split("/", 3);
        return new Cause(parts[0], Integer.parseInt(parts[1]), Long.parseLong(parts[2]), record.timestamp());
    }

    /** Headers of records that the topology writes and reads back. */
    public static Headers own() {
        return new RecordHeaders().add(OWN, new byte[0]);
    }

    /**
     * Adds a record's position as a header before repartitioning, and removes all other headers, which may be many or forged, except a
     * replaced timestamp. A record without a key, which repartitioning would drop, gets an empty one until {@link RestoreNullKey}.
     */
    public static final class OriginStamp<V> extends ContextualProcessor<String, V, String, V> {
        @Override
        public void process(Record<String, V> record) {
            UnreadableRecord.check(record.headers());
            Cause origin = read(context(), 0);
            String place = origin.topic() + "/" + origin.partition() + "/" + origin.offset();
            Headers headers = new RecordHeaders().add(ORIGIN, place.getBytes(StandardCharsets.UTF_8));
            if (record.key() == null) {
                headers.add(NO_KEY, new byte[0]);
            }
            Header sent = record.headers().lastHeader(FailedRecordHandler.SENT);
            if (sent != null) {
                headers.add(sent);
            }
            String key = record.key() == null ? "" : record.key();
            context().forward(new Record<>(key, record.value(), record.timestamp(), headers));
        }
    }

    /** Forwards repartitioned records, and removes the key of those that had none originally. */
    public static final class RestoreNullKey<V, I> extends ContextualProcessor<String, V, @Nullable String, I> {
        private final Function<@Nullable V, I> input;

        /** @param input converts a value to the input of the stage */
        public RestoreNullKey(Function<@Nullable V, I> input) {
            this.input = input;
        }

        @Override
        public void process(Record<String, V> record) {
            UnreadableRecord.check(record.headers());
            boolean hadNone = record.headers().lastHeader(Origins.NO_KEY) != null;
            Record<String, I> next = record.withValue(input.apply(record.value()));
            context().forward(hadNone ? next.withKey(null) : next);
        }
    }
}
