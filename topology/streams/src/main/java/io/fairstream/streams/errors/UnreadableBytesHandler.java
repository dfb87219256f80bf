package io.fairstream.streams.errors;

import io.fairstream.streams.errors.DeadLetter.Reasons;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.errors.DeserializationExceptionHandler;
import org.apache.kafka.streams.errors.ErrorHandlerContext;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends bytes that cannot be read to the dead letters, whatever is wrong with them; only when the registry gives no answer, so that
 * they cannot be read <em>now</em>, or when they are the topology's own, the instance waits and reads them again.
 */
public final class UnreadableBytesHandler implements DeserializationExceptionHandler {
    private static final Logger LOG = LoggerFactory.getLogger(UnreadableBytesHandler.class);
    private static final int LONGEST_REASON = 1000;

    private @Nullable String deadLetters;

    @Override
    public void configure(Map<String, ?> configs) {
        Object topic = configs.get(StreamsConfig.ERRORS_DEAD_LETTER_QUEUE_TOPIC_NAME_CONFIG);
        deadLetters = topic == null ? null : topic.toString();
    }

    @Override
    public Response handleError(
            ErrorHandlerContext context, ConsumerRecord<byte[], byte[]> record, Exception exception) {
        if (RegistryUnavailable.isCauseOf(exception)) {
            LOG.error(
                    "{} partition {} offset {} cannot be read now: {}",
                    record.topic(),
                    record.partition(),
                    record.offset(),
                    Reasons.of(exception, LONGEST_REASON));
            return Response.fail();
        }
        BadRecordLog.OF_PROCESS.deadLetter(record.topic(), record.partition(), record.offset(), exception);
        return Response.resume(List.of(DeadLetter.of(
                Objects.requireNonNull(deadLetters, "configure comes first"),
                record,
                exception,
                System.currentTimeMillis())));
    }
}
