package io.fairstream.streams.config;

import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.streams.errors.DeserializationExceptionHandler;
import org.apache.kafka.streams.errors.ErrorHandlerContext;
import org.apache.kafka.streams.errors.LogAndContinueExceptionHandler;
import org.apache.kafka.streams.errors.LogAndFailExceptionHandler;

/** Sends bytes that nobody can read to the dead letters; when it is the registry that cannot be asked, the instance stops. */
public final class UnreadableBytesHandler implements DeserializationExceptionHandler {
    private final DeserializationExceptionHandler deadLetter = new LogAndContinueExceptionHandler();
    private final DeserializationExceptionHandler stop = new LogAndFailExceptionHandler();

    @Override
    public void configure(Map<String, ?> configs) {
        deadLetter.configure(configs);
        stop.configure(configs);
    }

    @Override
    public Response handleError(
            ErrorHandlerContext context, ConsumerRecord<byte[], byte[]> record, Exception exception) {
        return (isAboutTheBytes(exception) ? deadLetter : stop).handleError(context, record, exception);
    }

    /** Other serializers than ours wrap a failed connection, too, into a SerializationException. */
    private static boolean isAboutTheBytes(Exception exception) {
        return exception instanceof SerializationException
                && Stream.<Throwable>iterate(exception, cause -> cause != null, Throwable::getCause)
                        .noneMatch(cause -> cause instanceof SocketException
                                || cause instanceof SocketTimeoutException
                                || cause instanceof UnknownHostException);
    }
}
