package io.fairstream.streams.errors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.schemas.registry.SchemaRegistry.RegistryException;
import io.fairstream.streams.errors.ErrorHandlers.UnreadableBytesHandler;
import java.io.EOFException;
import java.net.ConnectException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.errors.DeserializationExceptionHandler.Response;
import org.apache.kafka.streams.errors.DeserializationExceptionHandler.Result;
import org.apache.kafka.streams.errors.internals.DefaultErrorHandlerContext;
import org.apache.kafka.streams.processor.TaskId;
import org.junit.jupiter.api.Test;

class UnreadableBytesHandlerTest {
    private static final byte[] BYTES = "no avro".getBytes(StandardCharsets.UTF_8);

    @Test
    void badBytesBecomeADeadLetterAndTheWorkGoesOn() {
        Response response = handle(new SerializationException("malformed", new EOFException()));
        assertEquals(Result.RESUME, response.result());
        assertEquals(
                "site.dead-letters", response.deadLetterQueueRecords().get(0).topic());
    }

    @Test
    void aRegistryThatCannotBeAskedStopsTheWorkInsteadOfLosingGoodBytes() {
        assertEquals(Result.FAIL, handle(new RegistryException(500, "down")).result());
        assertEquals(
                Result.FAIL,
                handle(new SerializationException("no schema", new ConnectException("refused")))
                        .result());
    }

    @Test
    void aReaderThatFailsOnTheBytesIsAboutTheBytes() {
        assertEquals(Result.RESUME, handle(new ArithmeticException("overflow")).result());
        assertEquals(Result.RESUME, handle(new NullPointerException()).result());
    }

    @Test
    void anAnswerOfTheRegistryIsAnAnswerWhoseverClientAsks() {
        assertEquals(
                Result.RESUME,
                handle(new RegistryException(RegistryException.SCHEMA_NOT_FOUND, "none"))
                        .result());
        assertEquals(
                Result.RESUME,
                handle(theirs("Schema -5 not found; error code: 40403")).result());
        assertEquals(
                Result.RESUME,
                handle(theirs("Unprocessable; error code: 42201")).result());
        assertEquals(
                Result.FAIL, handle(theirs("Unauthorized; error code: 401")).result());
        assertEquals(
                Result.FAIL,
                handle(theirs("Error in the backend; error code: 50001")).result());
        assertEquals(
                Result.FAIL,
                handle(theirs("HTTP 404 Not Found; error code: 404")).result());
        assertEquals(Result.FAIL, handle(theirs("what?")).result());
    }

    @Test
    void theLastWordOnASchemaCountsWhateverWasAnsweredFirst() {
        RegistryException odd = new RegistryException(500, "answered 200: <html>");
        RegistryException answer = new RegistryException(RegistryException.INVALID_SCHEMA, "odd", odd);
        assertEquals(
                Result.RESUME,
                handle(new SerializationException("no schema", answer)).result());
    }

    @Test
    void aRecordWithoutATimestampBecomesADeadLetterToo() {
        var letter = handle(new SerializationException("bad"))
                .deadLetterQueueRecords()
                .get(0);
        assertTrue(letter.timestamp() > 0);
    }

    /** As Confluent's deserializer wraps it. */
    private static SerializationException theirs(String message) {
        return new SerializationException("Error retrieving Avro schema", new RestClientException(message));
    }

    private static final class RestClientException extends Exception {
        private static final long serialVersionUID = 1L;

        RestClientException(String message) {
            super(message);
        }
    }

    private static Response handle(Exception exception) {
        UnreadableBytesHandler handler = new UnreadableBytesHandler();
        handler.configure(Map.of("errors.dead.letter.queue.topic.name", "site.dead-letters"));
        var context = new DefaultErrorHandlerContext(
                null, "matches", 0, 17, new RecordHeaders(), "source", new TaskId(0, 0), 0, BYTES, BYTES);
        return handler.handleError(context, new ConsumerRecord<>("matches", 0, 17, BYTES, BYTES), exception);
    }
}
