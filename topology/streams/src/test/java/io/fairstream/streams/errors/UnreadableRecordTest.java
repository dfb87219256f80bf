package io.fairstream.streams.errors;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.schemas.registry.SchemaRegistry.RegistryException;
import io.fairstream.streams.errors.ErrorHandlers.FailedRecordHandler;
import io.fairstream.streams.errors.ErrorHandlers.SafeTimestampExtractor;
import io.fairstream.streams.errors.PoisonRecords.KeyDeserializer;
import io.fairstream.streams.errors.UnreadableRecord.MarkingDeserializer;
import io.fairstream.streams.errors.UnreadableRecord.UnreadableRecordException;
import java.io.EOFException;
import java.net.ConnectException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.streams.errors.ProcessingExceptionHandler.Response;
import org.apache.kafka.streams.errors.ProcessingExceptionHandler.Result;
import org.apache.kafka.streams.errors.internals.DefaultErrorHandlerContext;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.processor.api.Record;
import org.junit.jupiter.api.Test;

class UnreadableRecordTest {
    private static final byte[] BYTES = "no avro".getBytes(StandardCharsets.UTF_8);

    @Test
    void badBytesBecomeADeadLetterWhenItIsTheirTurnAndTheWorkGoesOn() {
        Headers headers = new RecordHeaders().add("trace", new byte[] {1});
        read(headers, new SerializationException("malformed", new EOFException()));
        Exception failure = assertThrows(UnreadableRecordException.class, () -> UnreadableRecord.check(headers));
        FailedRecordHandler handler = new FailedRecordHandler();
        handler.configure(Map.of("errors.dead.letter.queue.topic.name", "site.dead-letters"));
        var context = new DefaultErrorHandlerContext(
                null, "matches", 0, 17, headers, "source", new TaskId(0, 0), 0, BYTES, BYTES);
        Response response = handler.handleError(context, new Record<>("key", null, 0), failure);
        assertEquals(Result.RESUME, response.result());
        ProducerRecord<byte[], byte[]> letter =
                response.deadLetterQueueRecords().get(0);
        assertEquals("site.dead-letters", letter.topic());
        assertEquals("malformed", header(letter, DeadLetter.MESSAGE));
        assertEquals(SerializationException.class.getName(), header(letter, DeadLetter.EXCEPTION));
        assertEquals(null, letter.headers().lastHeader(DeadLetter.HEADERS_LEFT_OUT));
    }

    /** The first timestamp is missing, the second is plausible, and its producer pretends another. */
    @Test
    void aDeadLetterSaysTheTimestampOfTheRecordItself() {
        assertEquals("-1", timestampOfLetter(-1, new RecordHeaders()));
        assertEquals("5", timestampOfLetter(5, new RecordHeaders().add("fairstream.sent", BYTES)));
    }

    private static String timestampOfLetter(long timestamp, Headers headers) {
        var extractor = new SafeTimestampExtractor(Clock.fixed(Instant.ofEpochMilli(1_000), ZoneOffset.UTC));
        var record = new ConsumerRecord<Object, Object>(
                "matches", 0, 17, timestamp, TimestampType.CREATE_TIME, 0, 0, "key", "", headers, Optional.empty());
        long corrected = extractor.extract(record, 0);
        FailedRecordHandler handler = new FailedRecordHandler();
        handler.configure(Map.of("errors.dead.letter.queue.topic.name", "site.dead-letters"));
        var context = new DefaultErrorHandlerContext(
                null, "matches", 0, 17, headers, "source", new TaskId(0, 0), corrected, BYTES, BYTES);
        Response response =
                handler.handleError(context, new Record<>("key", null, 0), new UnreadableRecordException("malformed"));
        return header(response.deadLetterQueueRecords().get(0), DeadLetter.TIMESTAMP);
    }

    private static String header(ProducerRecord<byte[], byte[]> letter, String name) {
        return new String(letter.headers().lastHeader(name).value(), StandardCharsets.UTF_8);
    }

    @Test
    void aMarkByTheProducerSaysNothing() {
        Headers headers = new RecordHeaders().add(UnreadableRecord.HEADER, BYTES);
        assertEquals(
                "key", new KeyDeserializer().deserialize("matches", headers, "key".getBytes(StandardCharsets.UTF_8)));
        assertDoesNotThrow(() -> UnreadableRecord.check(headers));
    }

    @Test
    void aKeyThatIsNoTextMarksItsRecord() {
        Headers headers = new RecordHeaders();
        assertEquals(null, new KeyDeserializer().deserialize("matches", headers, new byte[] {(byte) 0xff}));
        assertThrows(UnreadableRecordException.class, () -> UnreadableRecord.check(headers));
    }

    @Test
    void aRegistryThatCannotBeAskedStopsTheWorkInsteadOfLosingGoodBytes() {
        assertFalse(isMarked(new RegistryException(500, "down")));
        assertFalse(isMarked(new SerializationException("no schema", new ConnectException("refused"))));
    }

    @Test
    void aReaderThatFailsOnTheBytesIsAboutTheBytes() {
        assertTrue(isMarked(new ArithmeticException("overflow")));
        assertTrue(isMarked(new NullPointerException()));
    }

    @Test
    void anAnswerOfTheRegistryIsAnAnswerWhoseverClientAsks() {
        assertTrue(isMarked(new RegistryException(RegistryException.SCHEMA_NOT_FOUND, "none")));
        assertTrue(isMarked(theirs("Schema -5 not found; error code: 40403")));
        assertTrue(isMarked(theirs("Unprocessable; error code: 42201")));
        assertFalse(isMarked(theirs("Unauthorized; error code: 401")));
        assertFalse(isMarked(theirs("Error in the backend; error code: 50001")));
        assertFalse(isMarked(theirs("HTTP 404 Not Found; error code: 404")));
        assertFalse(isMarked(theirs("what?")));
    }

    @Test
    void theLastWordOnASchemaCountsWhateverWasAnsweredFirst() {
        RegistryException odd = new RegistryException(500, "answered 200: <html>");
        RegistryException answer = new RegistryException(RegistryException.INVALID_SCHEMA, "odd", odd);
        assertTrue(isMarked(new SerializationException("no schema", answer)));
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

    /** False if the failure is thrown on. */
    private static boolean isMarked(RuntimeException failure) {
        Headers headers = new RecordHeaders();
        try {
            read(headers, failure);
        } catch (RuntimeException e) {
            assertEquals(failure, e);
            return false;
        }
        return headers.lastHeader(UnreadableRecord.HEADER) != null;
    }

    private static void read(Headers headers, RuntimeException failure) {
        new MarkingDeserializer<String>((topic, data) -> {
                    throw failure;
                })
                .deserialize("matches", headers, BYTES);
    }
}
