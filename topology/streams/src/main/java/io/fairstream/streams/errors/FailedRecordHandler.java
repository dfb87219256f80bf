package io.fairstream.streams.errors;

import io.fairstream.streams.errors.DeadLetter.Reasons;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.errors.ErrorHandlerContext;
import org.apache.kafka.streams.errors.ProcessingExceptionHandler;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends records that do not fit their topic to the dead letters. Any other exception is a mistake of ours, or the broker's trouble: the
 * transaction is undone, and a record on which we fail is {@linkplain PoisonRecords set aside} when it is read again.
 */
public final class FailedRecordHandler implements ProcessingExceptionHandler {
    /** Header of re-partitioned records: {@code topic/partition/offset} of the original. */
    public static final String ORIGIN = "fairstream.origin";

    private static final Logger LOG = LoggerFactory.getLogger(FailedRecordHandler.class);
    private static final int LONGEST_REASON = 300;
    private static final String REPARTITIONED = "-repartition";
    private static final Pattern STAMP = Pattern.compile("(.+)/(\\d{1,9})/(\\d{1,18})");

    private @Nullable String deadLetters;
    private PoisonRecords setAside = PoisonRecords.of(Map.of());

    @Override
    public void configure(Map<String, ?> configs) {
        Object topic = configs.get(StreamsConfig.ERRORS_DEAD_LETTER_QUEUE_TOPIC_NAME_CONFIG);
        deadLetters = topic == null ? null : topic.toString();
        setAside = PoisonRecords.of(configs);
    }

    @Override
    public Response handleError(ErrorHandlerContext context, Record<?, ?> record, Exception exception) {
        if (exception instanceof UnfitRecordException) {
            return Response.resume(List.of(letter(context, exception)));
        }
        if (!(exception instanceof KafkaException)
                && setAside.add(
                        context.topic(),
                        context.partition(),
                        context.offset(),
                        "failed: " + Reasons.of(exception, LONGEST_REASON))) {
            LOG.error(
                    "failed on {} partition {} offset {}, which is set aside; please report this",
                    context.topic(),
                    context.partition(),
                    context.offset(),
                    exception);
        }
        return Response.fail();
    }

    private ProducerRecord<byte[], byte[]> letter(ErrorHandlerContext context, Exception exception) {
        ConsumerRecord<byte[], byte[]> unfit = original(context);
        BadRecordLog.OF_PROCESS.deadLetter(unfit.topic(), unfit.partition(), unfit.offset(), exception);
        return DeadLetter.of(
                Objects.requireNonNull(deadLetters, "configure comes first"),
                unfit,
                exception,
                System.currentTimeMillis());
    }

    /** The record as it came; where it stood before it was partitioned anew, if it was. Whoever writes elsewhere may say anything. */
    private static ConsumerRecord<byte[], byte[]> original(ErrorHandlerContext context) {
        Header header =
                context.topic().endsWith(REPARTITIONED) ? context.headers().lastHeader(ORIGIN) : null;
        Matcher origin = STAMP.matcher(header == null ? "" : new String(header.value(), StandardCharsets.UTF_8));
        boolean isStamped = origin.matches();
        return new ConsumerRecord<>(
                isStamped ? origin.group(1) : context.topic(),
                isStamped ? Integer.parseInt(origin.group(2)) : context.partition(),
                isStamped ? Long.parseLong(origin.group(3)) : context.offset(),
                context.timestamp(),
                TimestampType.CREATE_TIME,
                0,
                0,
                context.sourceRawKey(),
                context.sourceRawValue(),
                context.headers(),
                Optional.empty());
    }

    /**
     * A record could be read and can still not be what its topic is for. It is raised before anything was done for the record, which goes
     * to the dead letters.
     */
    public static final class UnfitRecordException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        public UnfitRecordException(String problem) {
            super(problem, null, false, false);
        }
    }
}
