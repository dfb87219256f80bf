package io.fairstream.streams.avro;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.rules.match.MatchEvent.MatchChange;
import io.fairstream.rules.priority.Edit;
import io.fairstream.rules.priority.Edit.CustomerEdit;
import io.fairstream.rules.priority.Edit.Decision;
import io.fairstream.schemas.AccountEdit;
import io.fairstream.schemas.AvroSerde;
import io.fairstream.schemas.CancelLease;
import io.fairstream.schemas.ChargeBlock;
import io.fairstream.schemas.GeneratedRecords;
import io.fairstream.schemas.JobEvent;
import io.fairstream.schemas.MatchEvent;
import io.fairstream.schemas.Matched;
import io.fairstream.schemas.Observed;
import io.fairstream.schemas.SetAccumulatedUsage;
import io.fairstream.schemas.SetBeginUsage;
import io.fairstream.schemas.SetCeiling;
import io.fairstream.schemas.SetFactor;
import io.fairstream.schemas.SetFloor;
import io.fairstream.schemas.SetLastUsage;
import io.fairstream.schemas.SetPriority;
import io.fairstream.schemas.Unmatched;
import io.fairstream.schemas.registry.SchemaRegistry;
import io.fairstream.schemas.registry.SchemaRegistry.InMemorySchemaRegistry;
import io.fairstream.schemas.registry.SchemaRegistry.RegistryException;
import io.fairstream.streams.avro.FastAvroReader.FastAvroDeserializer;
import io.fairstream.streams.avro.FastAvroWriter.FastAvroSerializer;
import io.fairstream.streams.job.JobStage;
import io.fairstream.streams.journal.ChargeBlockBuilder.ChargeBlockFormat;
import io.fairstream.streams.match.MatchStage;
import io.fairstream.streams.priority.PriorityStage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.specific.SpecificDatumWriter;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.errors.SerializationException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Values that Avro writes are read by hand, and no others. */
class FastAvroReadersTest {
    private static final int ROUNDS = 400;

    private final InMemorySchemaRegistry registry = new InMemorySchemaRegistry();
    private final Values values = new Values(20231115);
    private final AvroSerde<SpecificRecord> avro = new AvroSerde<>(SpecificRecord.class, registry);

    /** A reader by hand beside the class that it replaces. */
    record Reading(FastAvroReader<?> reader, Class<? extends SpecificRecord> type) {}

    static Stream<Reading> readers() {
        return Stream.of(
                new Reading(MatchStage.MATCH_EVENT, MatchEvent.class),
                new Reading(PriorityStage.ACCOUNT_EDIT, AccountEdit.class),
                new Reading(JobStage.JOB_EVENT, JobEvent.class),
                new Reading(new ChargeBlockFormat(), ChargeBlock.class));
    }

    @Test
    void matchEvents() {
        FastAvroDeserializer<io.fairstream.rules.match.MatchEvent> reader =
                new FastAvroDeserializer<>(MatchStage.MATCH_EVENT, registry);
        for (int i = 0; i < ROUNDS; i++) {
            MatchEvent record = values.record(MatchEvent.class);
            assertEquals(matchEvent(record), reader.deserialize("topic", bytes(record)));
        }
    }

    /** A value that was read equals the written one, since it is written the same. */
    @Test
    void jobEvents() {
        var format = JobStage.JOB_EVENT;
        FastAvroDeserializer<io.fairstream.rules.job.JobEvent> reader = new FastAvroDeserializer<>(format, registry);
        FastAvroSerializer<io.fairstream.rules.job.JobEvent> writer = new FastAvroSerializer<>(format, registry);
        for (int i = 0; i < ROUNDS; i++) {
            byte[] bytes = bytes(values.record(JobEvent.class));
            assertArrayEquals(
                    bytes, writer.serialize("topic", Objects.requireNonNull(reader.deserialize("topic", bytes))));
        }
    }

    @Test
    void accountEdits() {
        FastAvroDeserializer<CustomerEdit> reader = new FastAvroDeserializer<>(PriorityStage.ACCOUNT_EDIT, registry);
        for (int i = 0; i < ROUNDS; i++) {
            AccountEdit record = values.record(AccountEdit.class);
            CustomerEdit expected = new CustomerEdit(
                    record.getCustomer(), entry(record.getAt().toEpochMilli(), record.getBy(), record.getEdit()));
            assertEquals(expected, reader.deserialize("topic", bytes(record)));
        }
    }

    @Test
    void accountEditsOfASchemaWithoutReasonsAndReasonsMakeNoDifference() throws IOException {
        Schema now = AccountEdit.getClassSchema();
        List<Schema.Field> without = now.getFields().stream()
                .filter(field -> !field.name().equals("reason"))
                .map(field -> new Schema.Field(field, field.schema()))
                .toList();
        Schema older = Schema.createRecord(now.getName(), now.getDoc(), now.getNamespace(), false, without);
        FastAvroDeserializer<CustomerEdit> reader = new FastAvroDeserializer<>(PriorityStage.ACCOUNT_EDIT, registry);
        int id = registry.register("account-edits-value", older);
        for (int i = 0; i < ROUNDS; i++) {
            AccountEdit record = values.record(AccountEdit.class);
            CustomerEdit expected = reader.deserialize("topic", bytes(record));
            AccountEdit other = AccountEdit.newBuilder(record)
                    .setReason(record.getReason() == null ? "because" : null)
                    .build();
            assertEquals(expected, reader.deserialize("topic", bytes(other)));
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            out.write(ByteBuffer.allocate(5).put((byte) 0).putInt(id).array());
            BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(out, null);
            new SpecificDatumWriter<AccountEdit>(older, GeneratedRecords.model()).write(record, encoder);
            encoder.flush();
            byte[] whole = out.toByteArray();
            assertEquals(expected, reader.deserialize("topic", whole));
            byte[] longer = Arrays.copyOf(whole, whole.length + 1);
            assertThrows(SerializationException.class, () -> reader.deserialize("topic", longer));
        }
    }

    @ParameterizedTest
    @MethodSource("readers")
    void nothingIsRead(Reading reading) {
        assertNull(new FastAvroDeserializer<>(reading.reader(), registry).deserialize("topic", null));
    }

    @ParameterizedTest
    @MethodSource("readers")
    void bytesCutOffAnywhereAreNoRecord(Reading reading) {
        FastAvroDeserializer<?> reader = new FastAvroDeserializer<>(reading.reader(), registry);
        for (int i = 0; i < 50; i++) {
            byte[] whole = bytes(values.record(reading.type()));
            for (int length = 0; length < whole.length; length++) {
                byte[] cut = Arrays.copyOf(whole, length);
                assertThrows(SerializationException.class, () -> reader.deserialize("topic", cut));
            }
            assertThrows(
                    SerializationException.class,
                    () -> reader.deserialize("topic", Arrays.copyOf(whole, whole.length + 1)));
        }
    }

    @ParameterizedTest
    @MethodSource("readers")
    void flippedBytesAreARecordOrNoneButNeverAnotherFailure(Reading reading) {
        FastAvroDeserializer<?> reader = new FastAvroDeserializer<>(reading.reader(), registry);
        Random random = new Random(7);
        int read = 0;
        for (int i = 0; i < 20_000; i++) {
            byte[] bytes = bytes(values.record(reading.type()));
            for (int flips = 1 + random.nextInt(3); flips > 0; flips--) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
            }
            read += isRead(reader, bytes) ? 1 : 0;
        }
        assertTrue(read > 0 && read < 20_000, "read: " + read);
    }

    private static boolean isRead(FastAvroDeserializer<?> reader, byte[] bytes) {
        try {
            reader.deserialize("topic", bytes);
            return true;
        } catch (SerializationException expected) {
            return false;
        }
    }

    @Test
    void theSchemaIdMinusOneIsUnknownBeforeTheFirstRecordToo() {
        byte[] bytes = bytes(values.record(MatchEvent.class));
        Arrays.fill(bytes, 1, 5, (byte) -1);
        FastAvroDeserializer<?> fresh = new FastAvroDeserializer<>(MatchStage.MATCH_EVENT, registry);
        assertThrows(SerializationException.class, () -> fresh.deserialize("topic", bytes));
    }

    @Test
    void aHugeLengthTakesNoMemory() {
        FastAvroDeserializer<?> reader = new FastAvroDeserializer<>(MatchStage.MATCH_EVENT, registry);
        byte[] bytes = bytes(values.record(MatchEvent.class));
        for (long length : new long[] {Integer.MAX_VALUE, Integer.MAX_VALUE - 8L, Long.MAX_VALUE, -1, Long.MIN_VALUE}) {
            AvroOut out = new AvroOut();
            out.writeLong(length);
            byte[] huge = Arrays.copyOf(bytes, 5 + out.toByteArray().length);
            System.arraycopy(out.toByteArray(), 0, huge, 5, out.toByteArray().length);
            assertThrows(SerializationException.class, () -> reader.deserialize("topic", huge));
        }
    }

    @Test
    void aSchemaOfAnotherRecordIsNoRecordOfOurs() {
        FastAvroDeserializer<?> reader = new FastAvroDeserializer<>(MatchStage.MATCH_EVENT, registry);
        byte[] edit = avro.serialize("topic-of-edits", values.record(AccountEdit.class));
        SerializationException e =
                assertThrows(SerializationException.class, () -> reader.deserialize("matches", edit));
        assertTrue(e.toString().contains("(expected: io.fairstream.schemas.MatchEvent)"), e::toString);
    }

    @Test
    void aRegistryThatDoesNotAnswerSaysNothingAboutTheBytes() {
        byte[] bytes = bytes(values.record(MatchEvent.class));
        for (int code : new int[] {RegistryException.UNREACHABLE, 401, 404, 500, 50001}) {
            FastAvroDeserializer<?> reader = new FastAvroDeserializer<>(MatchStage.MATCH_EVENT, failing(code));
            RegistryException e = assertThrows(RegistryException.class, () -> reader.deserialize("topic", bytes));
            assertEquals(code, e.code());
        }
        FastAvroDeserializer<?> unknown =
                new FastAvroDeserializer<>(MatchStage.MATCH_EVENT, failing(RegistryException.SCHEMA_NOT_FOUND));
        assertThrows(SerializationException.class, () -> unknown.deserialize("topic", bytes));
    }

    private byte[] bytes(SpecificRecord record) {
        return Objects.requireNonNull(avro.serialize("topic", record));
    }

    private static SchemaRegistry failing(int code) {
        return new SchemaRegistry() {
            @Override
            public int register(String subject, Schema schema) {
                throw new RegistryException(code, "register");
            }

            @Override
            public int lookup(String subject, Schema schema) {
                throw new RegistryException(code, "lookup");
            }

            @Override
            public Schema byId(int id) {
                throw new RegistryException(code, "byId");
            }

            @Override
            public boolean compatible(String subject, Schema schema) {
                throw new RegistryException(code, "compatible");
            }
        };
    }

    private static io.fairstream.rules.match.MatchEvent matchEvent(MatchEvent record) {
        return new io.fairstream.rules.match.MatchEvent(
                record.getResource(), record.getPool(), record.getAt().toEpochMilli(), change(record.getChange()));
    }

    private static MatchChange change(Object change) {
        if (change instanceof Matched matched) {
            return new MatchChange.Matched(matched.getCustomer(), matched.getSlotWeight(), matched.getMatchId());
        }
        if (change instanceof Unmatched unmatched) {
            return new MatchChange.Unmatched(unmatched.getMatchId());
        }
        Observed observed = (Observed) change;
        return new MatchChange.Observed(
                MatchChange.Observed.State.valueOf(observed.getState().name()),
                observed.getCustomer(),
                observed.getSlotWeight(),
                observed.getSuspended());
    }

    private static Edit entry(long at, String by, Object edit) {
        if (edit instanceof SetFactor set) {
            return new Edit(at, by, new Edit.SetFactor(set.getFactor(), until(set.getUntil())));
        }
        if (edit instanceof SetCeiling set) {
            return new Edit(at, by, new Edit.SetCeiling(set.getCeiling(), until(set.getUntil())));
        }
        if (edit instanceof SetFloor set) {
            return new Edit(at, by, new Edit.SetFloor(set.getFloor(), until(set.getUntil())));
        }
        if (edit instanceof CancelLease cancel) {
            return new Edit(
                    at,
                    by,
                    new Edit.CancelLease(Decision.Kind.valueOf(cancel.getKind().name())));
        }
        if (edit instanceof SetPriority set) {
            return new Edit(at, by, new Edit.SetPriority(set.getPriority()));
        }
        if (edit instanceof SetAccumulatedUsage set) {
            return new Edit(at, by, new Edit.SetAccumulatedUsage(set.getWeightedAccumulatedUsage()));
        }
        if (edit instanceof SetBeginUsage set) {
            return new Edit(at, by, new Edit.SetBeginUsage(set.getAt().toEpochMilli()));
        }
        if (edit instanceof SetLastUsage set) {
            return new Edit(at, by, new Edit.SetLastUsage(set.getAt().toEpochMilli()));
        }
        return edit instanceof io.fairstream.schemas.ResetUsage
                ? new Edit(at, by, new Edit.ResetUsage())
                : new Edit(at, by, new Edit.Delete());
    }

    private static @Nullable Long until(@Nullable Instant until) {
        return until == null ? null : (Long) until.toEpochMilli();
    }
}
