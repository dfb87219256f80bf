package io.fairstream.streams.errors;

import io.fairstream.streams.avro.AvroOut.NotFiniteException;
import io.fairstream.streams.errors.DeadLetter.Reasons;
import io.fairstream.streams.errors.UnreadableRecord.UnreadableRecordException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.errors.DefaultProductionExceptionHandler;
import org.apache.kafka.streams.errors.DeserializationExceptionHandler;
import org.apache.kafka.streams.errors.ErrorHandlerContext;
import org.apache.kafka.streams.errors.ProcessingExceptionHandler;
import org.apache.kafka.streams.errors.ProductionExceptionHandler;
import org.apache.kafka.streams.processor.TimestampExtractor;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Handlers that Kafka Streams calls for timestamps, unreadable bytes, failures of processing and unwritable rows. */
public final class ErrorHandlers {
    private ErrorHandlers() {}

    /** Logs a record and builds its dead letter. */
    private static List<ProducerRecord<byte[], byte[]>> letter(
            @Nullable Object to, ConsumerRecord<byte[], byte[]> record, Exception exception) {
        BadRecordLog.OF_PROCESS.deadLetter(record.topic(), record.partition(), record.offset(), exception);
        String topic = Objects.requireNonNull(to, "configure comes first").toString();
        return List.of(DeadLetter.of(topic, record, exception, System.currentTimeMillis()));
    }

    /**
     * Sends records that cannot be read or do not fit their topic to the dead letters. Any other exception is a bug of ours or a failure of
     * the broker: the transaction is aborted, and a record that caused a bug is {@linkplain PoisonRecords set aside} when it is read again.
     */
    public static final class FailedRecordHandler implements ProcessingExceptionHandler {
        /** Header of re-partitioned records: {@code topic/partition/offset} of the original. */
        public static final String ORIGIN = "fairstream.origin";

        /** Header with a record's own timestamp, if the {@link SafeTimestampExtractor} replaced it. */
        public static final String SENT = "fairstream.sent";

        private static final Logger LOG = LoggerFactory.getLogger(FailedRecordHandler.class);
        private static final int LONGEST_REASON = 300;
        private static final String REPARTITIONED = "-repartition";
        private static final Pattern STAMP = Pattern.compile("(.+)/(\\d{1,9})/(\\d{1,18})");

        private @Nullable Object deadLetters;
        private PoisonRecords setAside = PoisonRecords.of(Map.of());

        @Override
        public void configure(Map<String, ?> configs) {
            deadLetters = configs.get(StreamsConfig.ERRORS_DEAD_LETTER_QUEUE_TOPIC_NAME_CONFIG);
            setAside = PoisonRecords.of(configs);
        }

        @Override
        public ProcessingExceptionHandler.Response handleError(
                ErrorHandlerContext context, Record<?, ?> record, Exception exception) {
            if (exception instanceof UnfitRecordException) {
                Exception shown = exception instanceof UnreadableRecordException
                        ? new SerializationException(exception.getMessage())
                        : exception;
                return ProcessingExceptionHandler.Response.resume(letter(deadLetters, original(context), shown));
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
            return ProcessingExceptionHandler.Response.fail();
        }

        /**
         * Returns the original record, with its position before repartitioning. The header is trusted in internal topics only, since
         * producers of other topics may set it to anything.
         */
        private static ConsumerRecord<byte[], byte[]> original(ErrorHandlerContext context) {
            Header header =
                    context.topic().endsWith(REPARTITIONED) ? context.headers().lastHeader(ORIGIN) : null;
            Matcher origin = STAMP.matcher(header == null ? "" : new String(header.value(), StandardCharsets.UTF_8));
            boolean isStamped = origin.matches();
            Header sent = context.headers().lastHeader(SENT);
            Headers headers = new RecordHeaders(context.headers())
                    .remove(UnreadableRecord.HEADER)
                    .remove(SENT);
            return new ConsumerRecord<>(
                    isStamped ? origin.group(1) : context.topic(),
                    isStamped ? Integer.parseInt(origin.group(2)) : context.partition(),
                    isStamped ? Long.parseLong(origin.group(3)) : context.offset(),
                    sent == null || sent.value() == null || sent.value().length != Long.BYTES
                            ? context.timestamp()
                            : ByteBuffer.wrap(sent.value()).getLong(),
                    TimestampType.CREATE_TIME,
                    0,
                    0,
                    context.sourceRawKey(),
                    context.sourceRawValue(),
                    headers,
                    Optional.empty());
        }
    }

    /**
     * Extractor of the time at which a record was sent: its timestamp. An implausible timestamp, which is missing (-1), negative or far in
     * the future, is replaced by the time of reading, the latest possible one, and kept in a header for dead letters. So derived rows
     * always have a valid timestamp; brokers refuse timestamps in the future.
     */
    public static final class SafeTimestampExtractor implements TimestampExtractor {
        /** Tolerance for clock differences; brokers refuse timestamps more than an hour ahead of theirs. */
        static final Duration AHEAD = Duration.ofMinutes(10);

        private final Clock clock;

        public SafeTimestampExtractor() {
            this(Clock.systemUTC());
        }

        SafeTimestampExtractor(Clock clock) {
            this.clock = clock;
        }

        @Override
        public long extract(ConsumerRecord<Object, Object> record, long partitionTime) {
            long time = of(record.timestamp(), clock.millis());
            if (!record.topic().endsWith(FailedRecordHandler.REPARTITIONED)) {
                record.headers().remove(FailedRecordHandler.SENT);
                if (time != record.timestamp()) {
                    byte[] own = ByteBuffer.allocate(Long.BYTES)
                            .putLong(record.timestamp())
                            .array();
                    record.headers().add(FailedRecordHandler.SENT, own);
                }
            }
            return time;
        }

        static long of(long timestamp, long now) {
            return timestamp < 0 || timestamp - AHEAD.toMillis() > now ? now : timestamp;
        }
    }

    /**
     * Stops processing at a record that cannot be read <em>now</em>, because the registry does not answer or because the record is the
     * topology's own: the instance waits and reads again. Any other unreadable record of the topology is {@linkplain UnreadableRecord
     * marked}; one of the bridge goes to the dead letters from here.
     */
    public static final class UnreadableBytesHandler implements DeserializationExceptionHandler {
        private static final Logger LOG = LoggerFactory.getLogger(UnreadableBytesHandler.class);
        private static final int LONGEST_REASON = 1000;

        private @Nullable Object deadLetters;

        @Override
        public void configure(Map<String, ?> configs) {
            deadLetters = configs.get(StreamsConfig.ERRORS_DEAD_LETTER_QUEUE_TOPIC_NAME_CONFIG);
        }

        @Override
        public DeserializationExceptionHandler.Response handleError(
                ErrorHandlerContext context, ConsumerRecord<byte[], byte[]> record, Exception exception) {
            if (!RegistryUnavailable.isCauseOf(exception)) {
                return DeserializationExceptionHandler.Response.resume(letter(deadLetters, record, exception));
            }
            LOG.error(
                    "{} partition {} offset {} cannot be read now: {}",
                    record.topic(),
                    record.partition(),
                    record.offset(),
                    Reasons.of(exception, LONGEST_REASON));
            return DeserializationExceptionHandler.Response.fail();
        }
    }

    /**
     * Drops a row that holds NaN or infinity; any other write failure stops the instance, as by default.
     *
     * <p>Inputs are bounded so that no sum can become such a number; if one does, it is a bug of ours that affects one key. Readers keep
     * the key's last correct row, the other keys continue, and Kafka Streams counts the row in {@code dropped-records-total}. A stop would
     * block all keys, again at each restart; writing the row would break the sums of its readers.
     */
    public static final class UnwritableRowHandler implements ProductionExceptionHandler {
        private static final Logger LOG = LoggerFactory.getLogger(UnwritableRowHandler.class);

        private final AtomicLong heldBack = new AtomicLong();
        private final ProductionExceptionHandler others = new DefaultProductionExceptionHandler();

        @Override
        public void configure(Map<String, ?> configs) {
            others.configure(configs);
        }

        @Override
        public ProductionExceptionHandler.Response handleError(
                ErrorHandlerContext context, ProducerRecord<byte[], byte[]> record, Exception exception) {
            return logged(others.handleError(context, record, exception), context, record.topic(), exception);
        }

        @Override
        @SuppressWarnings("rawtypes") // signature of the interface
        public ProductionExceptionHandler.Response handleSerializationError(
                ErrorHandlerContext context,
                ProducerRecord record,
                Exception exception,
                SerializationExceptionOrigin origin) {
            if (!(exception instanceof NotFiniteException)) {
                ProductionExceptionHandler.Response response =
                        others.handleSerializationError(context, record, exception, origin);
                return logged(response, context, record.topic(), exception);
            }
            long count = heldBack.incrementAndGet();
            if (Long.bitCount(count) == 1) {
                LOG.error("Row held back ({} so far): {}, key {}", count, exception.getMessage(), record.key());
            }
            return ProductionExceptionHandler.Response.resume();
        }

        /** Logs the input record of the failed row; Kafka Streams names the topic only. */
        private static ProductionExceptionHandler.Response logged(
                ProductionExceptionHandler.Response response,
                ErrorHandlerContext context,
                String to,
                Exception exception) {
            if (response.result() == ProductionExceptionHandler.Result.FAIL) {
                LOG.error(
                        "Failed to write to {} (input {}-{} at offset {}, or rows flushed at the same commit): {}",
                        to,
                        context.topic(),
                        context.partition(),
                        context.offset(),
                        exception.toString());
            }
            return response;
        }
    }

    /**
     * Failure of a readable record that is invalid for its topic. It is thrown before the record has any effect; the record goes to the
     * dead letters.
     */
    public static class UnfitRecordException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        public UnfitRecordException(String problem) {
            super(problem, null, false, false);
        }
    }
}
