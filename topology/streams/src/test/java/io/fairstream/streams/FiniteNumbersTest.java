package io.fairstream.streams;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.fairstream.rules.decay.HalfLife;
import io.fairstream.rules.priority.AccountState;
import io.fairstream.rules.priority.AccountState.CompensatedSum;
import io.fairstream.rules.priority.AccountState.InUse;
import io.fairstream.rules.priority.PriorityRow;
import io.fairstream.schemas.Priority;
import io.fairstream.schemas.Rejection;
import io.fairstream.schemas.SetFactor;
import io.fairstream.schemas.Topics;
import io.fairstream.schemas.registry.SchemaRegistries;
import io.fairstream.streams.avro.AvroOut.NotFiniteException;
import io.fairstream.streams.avro.FastAvroWriter.FastAvroSerializer;
import io.fairstream.streams.errors.ErrorHandlers.UnwritableRowHandler;
import io.fairstream.streams.priority.PriorityStage;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.errors.ErrorHandlerContext;
import org.apache.kafka.streams.errors.ProductionExceptionHandler.Result;
import org.apache.kafka.streams.errors.ProductionExceptionHandler.SerializationExceptionOrigin;
import org.apache.kafka.streams.errors.internals.DefaultErrorHandlerContext;
import org.apache.kafka.streams.processor.TaskId;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** No row is published that holds NaN or infinity, whatever comes in. */
class FiniteNumbersTest {
    private final Pipeline pipeline = new Pipeline();

    @AfterEach
    void close() {
        pipeline.close();
    }

    @Test
    void weightsThatTogetherAreInfiniteAreRefusedWithTheBound() {
        pipeline.matched("slot1", "mallory", 1.7e308, 0)
                .matched("slot2", "mallory", 1.7e308, 0)
                .matched("slot3", "mallory", 1e9, 0)
                .matched("slot4", "alice", 1, 0)
                .edit("mallory", 10, SetFactor.newBuilder().setFactor(1e300).build());
        assertEquals(
                List.of(
                        "slotWeight: 1.7E308 (expected: 0 to 1e9)",
                        "slotWeight: 1.7E308 (expected: 0 to 1e9)",
                        "factor: 1.0E300 (expected: 1 to 1e15)"),
                pipeline.values(Topics.REJECTIONS).stream()
                        .map(Rejection::getDetail)
                        .toList());
        Map<String, Priority> rows = pipeline.table(Topics.PRIORITIES);
        assertEquals(1e9, Objects.requireNonNull(rows.get("mallory")).getWeightInUse());
        assertEquals(1, Objects.requireNonNull(rows.get("alice")).getWeightInUse());
    }

    @Test
    void aRowThatIsNotFiniteIsNotWritten() {
        FastAvroSerializer<PriorityRow> serializer = new FastAvroSerializer<>(
                PriorityStage.PRIORITIES.format(), SchemaRegistries.from(Pipeline.SERDE_CONFIG));
        AccountState poisoned = poisoned();
        PriorityRow row = PriorityRow.of("mallory", poisoned, Pipeline.FACTORS, new HalfLife(3600));
        NotFiniteException held = assertThrows(NotFiniteException.class, () -> serializer.serialize("priorities", row));
        assertEquals("priorities: a number that is not finite (expected: finite numbers only)", held.getMessage());
    }

    @Test
    void aRowThatIsNotFiniteIsHeldBackAndAllElseThatCannotBeWrittenStops() {
        UnwritableRowHandler handler = new UnwritableRowHandler();
        handler.configure(Map.of(StreamsConfig.APPLICATION_ID_CONFIG, "x"));
        FastAvroSerializer<PriorityRow> serializer = new FastAvroSerializer<>(
                PriorityStage.PRIORITIES.format(), SchemaRegistries.from(Pipeline.SERDE_CONFIG));
        PriorityRow row = PriorityRow.of("mallory", poisoned(), Pipeline.FACTORS, new HalfLife(3600));
        NotFiniteException held = assertThrows(NotFiniteException.class, () -> serializer.serialize("priorities", row));
        assertEquals(Result.RESUME, result(handler, held));
        assertEquals(Result.FAIL, result(handler, new SerializationException("the registry refuses the schema")));
    }

    private static Result result(UnwritableRowHandler handler, Exception exception) {
        ErrorHandlerContext context = new DefaultErrorHandlerContext(
                null,
                "charges",
                0,
                7,
                new RecordHeaders(),
                "priorities",
                new TaskId(0, 0),
                0,
                new byte[0],
                new byte[0]);
        return handler.handleSerializationError(
                        context,
                        new ProducerRecord<>("priorities", "mallory", "row"),
                        exception,
                        SerializationExceptionOrigin.VALUE)
                .result();
    }

    private static AccountState poisoned() {
        AccountState unknown = AccountState.UNKNOWN;
        InUse used = new InUse(1, new CompensatedSum(Double.POSITIVE_INFINITY, Double.NaN));
        return new AccountState(
                0, Double.NaN, used, InUse.EMPTY, unknown.usage(), true, unknown.cutoffs(), unknown.decisions());
    }
}
