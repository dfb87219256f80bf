package io.fairstream.streams.errors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.streams.errors.ErrorHandlers.FailedRecordHandler;
import io.fairstream.streams.errors.PoisonRecords.KeyDeserializer;
import io.fairstream.streams.errors.PoisonRecords.MarkSetAside;
import io.fairstream.streams.errors.UnreadableRecord.UnreadableRecordException;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.errors.ProcessingExceptionHandler.Result;
import org.apache.kafka.streams.errors.internals.DefaultErrorHandlerContext;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.processor.api.Record;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

/** From the failure to the second reading. */
class PoisonRecordsTest {
    @Test
    void aRecordOnWhichWeFailIsADeadLetterWhenItIsReadAgain(TestInfo test) {
        Map<String, Object> streams = streams(test);
        FailedRecordHandler handler = handler(streams);
        assertEquals(Result.FAIL, fail(handler, 17, new ArithmeticException("long overflow")));
        assertTrue(PoisonRecords.of(streams).explainsAFailure());
        assertFalse(PoisonRecords.of(streams).explainsAFailure());

        MarkSetAside interceptor = new MarkSetAside();
        interceptor.configure(Map.of("group.id", test.getDisplayName(), "bootstrap.servers", List.of("a:1", "b:2")));
        ConsumerRecord<byte[], byte[]> good = record(16);
        ConsumerRecord<byte[], byte[]> bad = record(17);
        interceptor.onConsume(
                new ConsumerRecords<>(Map.of(new TopicPartition("charges", 0), List.of(good, bad)), Map.of()));
        KeyDeserializer keys = new KeyDeserializer();
        assertEquals("k", keys.deserialize("charges", good.headers(), good.key()));
        keys.deserialize("charges", bad.headers(), bad.key());
        var refusal = assertThrows(UnreadableRecordException.class, () -> UnreadableRecord.check(bad.headers()));
        assertEquals("failed: java.lang.ArithmeticException: long overflow", refusal.getMessage());
    }

    @Test
    void aRecordOnWhichWeFailThoughItIsSetAsideStopsUs(TestInfo test) {
        FailedRecordHandler handler = handler(streams(test));
        fail(handler, 17, new ArithmeticException());
        fail(handler, 17, new ArithmeticException());
        assertTrue(PoisonRecords.of(streams(test)).explainsAFailure());
        assertFalse(PoisonRecords.of(streams(test)).explainsAFailure());
    }

    @Test
    void whatTheBrokerDoesIsNotTheRecordsFault(TestInfo test) {
        fail(handler(streams(test)), 17, new TimeoutException("no broker"));
        assertFalse(PoisonRecords.of(streams(test)).explainsAFailure());
        assertNull(PoisonRecords.of(streams(test)).reason("charges", 0, 17));
    }

    @Test
    void thereIsAnEndToIt(TestInfo test) {
        FailedRecordHandler handler = handler(streams(test));
        for (int offset = 0; offset < 200; offset++) {
            fail(handler, offset, new ArithmeticException());
        }
        int explained = 0;
        while (PoisonRecords.of(streams(test)).explainsAFailure()) {
            explained++;
        }
        assertEquals(100, explained);
    }

    private static Map<String, Object> streams(TestInfo test) {
        return Map.of(
                "application.id",
                test.getDisplayName(),
                "bootstrap.servers",
                "a:1,b:2",
                "errors.dead.letter.queue.topic.name",
                "dead-letters");
    }

    private static FailedRecordHandler handler(Map<String, Object> streams) {
        FailedRecordHandler handler = new FailedRecordHandler();
        handler.configure(streams);
        return handler;
    }

    private static Result fail(FailedRecordHandler handler, long offset, Exception exception) {
        var context = new DefaultErrorHandlerContext(
                null, "charges", 0, offset, new RecordHeaders(), "node", new TaskId(0, 0), 0, new byte[1], new byte[1]);
        return handler.handleError(context, new Record<>("k", "v", 0), exception)
                .result();
    }

    private static ConsumerRecord<byte[], byte[]> record(long offset) {
        return new ConsumerRecord<>("charges", 0, offset, new byte[] {'k'}, new byte[] {'v'});
    }
}
