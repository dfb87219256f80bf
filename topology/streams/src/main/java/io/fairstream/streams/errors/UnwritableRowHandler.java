package io.fairstream.streams.errors;

import io.fairstream.streams.avro.AvroOut.NotFiniteException;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.streams.errors.DefaultProductionExceptionHandler;
import org.apache.kafka.streams.errors.ErrorHandlerContext;
import org.apache.kafka.streams.errors.ProductionExceptionHandler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Holds back a row that holds NaN or infinity; all else that cannot be written stops the instance, as by default.
 *
 * <p>Inputs are bounded so that no sum of theirs becomes such a number; if one does, it is a defect of ours, of one key. Readers keep
 * the key's last right row, the other keys go on, and Kafka Streams counts the row in {@code dropped-records-total}. To stop would hold
 * up all keys, at each start again; to write it would break whoever adds it up.
 */
public final class UnwritableRowHandler implements ProductionExceptionHandler {
    private static final Logger LOG = LoggerFactory.getLogger(UnwritableRowHandler.class);

    private final AtomicLong heldBack = new AtomicLong();
    private final ProductionExceptionHandler others = new DefaultProductionExceptionHandler();

    @Override
    public void configure(Map<String, ?> configs) {
        others.configure(configs);
    }

    @Override
    public Response handleError(
            ErrorHandlerContext context, ProducerRecord<byte[], byte[]> record, Exception exception) {
        return said(others.handleError(context, record, exception), context, record.topic(), exception);
    }

    @Override
    @SuppressWarnings("rawtypes") // as the interface has it
    public Response handleSerializationError(
            ErrorHandlerContext context,
            ProducerRecord record,
            Exception exception,
            SerializationExceptionOrigin origin) {
        if (!(exception instanceof NotFiniteException)) {
            Response response = others.handleSerializationError(context, record, exception, origin);
            return said(response, context, record.topic(), exception);
        }
        long count = heldBack.incrementAndGet();
        if (Long.bitCount(count) == 1) {
            LOG.error("held back, {} so far: {}, key {}", count, exception.getMessage(), record.key());
        }
        return Response.resume();
    }

    /** Kafka Streams names the topic only; from which record it follows tells where to look. */
    private static Response said(Response response, ErrorHandlerContext context, String to, Exception exception) {
        if (response.result() == Result.FAIL) {
            LOG.error(
                    "cannot write to {} what follows from {} partition {} offset {} or was due at that commit: {}",
                    to,
                    context.topic(),
                    context.partition(),
                    context.offset(),
                    exception.toString());
        }
        return response;
    }
}
