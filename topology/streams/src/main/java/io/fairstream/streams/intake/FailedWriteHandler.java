package io.fairstream.streams.intake;

import java.util.Map;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.streams.errors.DefaultProductionExceptionHandler;
import org.apache.kafka.streams.errors.ErrorHandlerContext;
import org.apache.kafka.streams.errors.ProductionExceptionHandler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says of what cannot be written from which record it follows, and stops: a transaction is written whole or not at all. */
public final class FailedWriteHandler implements ProductionExceptionHandler {
    private static final Logger LOG = LoggerFactory.getLogger(FailedWriteHandler.class);
    private static final int LONGEST_REASON = 1000;

    private final ProductionExceptionHandler whenWriting = new DefaultProductionExceptionHandler();

    @Override
    public void configure(Map<String, ?> configs) {
        // there is nothing to choose
    }

    @Override
    public Response handleError(
            ErrorHandlerContext context, ProducerRecord<byte[], byte[]> record, Exception exception) {
        return said(whenWriting.handleError(context, record, exception), context, record.topic(), exception);
    }

    @Override
    @SuppressWarnings("rawtypes") // as it is declared
    public Response handleSerializationError(
            ErrorHandlerContext context,
            ProducerRecord record,
            Exception exception,
            SerializationExceptionOrigin origin) {
        return said(Response.fail(), context, record.topic(), exception);
    }

    private static Response said(Response response, ErrorHandlerContext context, String to, Exception exception) {
        if (response.result() != Result.FAIL) {
            return response;
        }
        LOG.error(
                "cannot write to {} what follows from {} partition {} offset {} or was due at that commit: {}",
                to,
                context.topic(),
                context.partition(),
                context.offset(),
                Reasons.of(exception, LONGEST_REASON));
        return response;
    }
}
