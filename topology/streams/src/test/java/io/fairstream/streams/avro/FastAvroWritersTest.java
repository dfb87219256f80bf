package io.fairstream.streams.avro;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fairstream.rules.match.MatchEvent;
import io.fairstream.rules.match.OpenMatch.MatchRow;
import io.fairstream.rules.priority.AccountState;
import io.fairstream.rules.priority.Edit.CustomerEdit;
import io.fairstream.rules.priority.Edit.Decision;
import io.fairstream.rules.priority.FactorRules;
import io.fairstream.schemas.AccountEdit;
import io.fairstream.schemas.AvroSerde;
import io.fairstream.schemas.EndedBy;
import io.fairstream.schemas.FactorSource;
import io.fairstream.schemas.InputCounts;
import io.fairstream.schemas.Lease;
import io.fairstream.schemas.LeaseKind;
import io.fairstream.schemas.MatchRecord;
import io.fairstream.schemas.Priority;
import io.fairstream.schemas.Rejection;
import io.fairstream.schemas.RejectionReason;
import io.fairstream.schemas.registry.SchemaRegistry.InMemorySchemaRegistry;
import io.fairstream.streams.avro.FastAvroWriter.FastAvroSerializer;
import io.fairstream.streams.match.MatchStage;
import io.fairstream.streams.match.MatchStage.OpenMatchRow;
import io.fairstream.streams.priority.PriorityStage;
import io.fairstream.streams.runtime.InputAccounting;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Values written by hand are, byte for byte, those that Avro writes of the generated record. */
public class FastAvroWritersTest {
    private static final int ROUNDS = 400;

    private final InMemorySchemaRegistry registry = new InMemorySchemaRegistry();
    private final Values values = new Values(20231114);

    @Test
    public void openMatches() {
        sameBytes(
                MatchStage.OPEN_MATCHES.format(),
                () -> new OpenMatchRow(values.text(), values.openMatch()),
                held -> new io.fairstream.schemas.OpenMatch(
                        held.resource(),
                        held.match().pool(),
                        held.match().customer(),
                        held.match().slotWeight(),
                        Instant.ofEpochMilli(held.match().start()),
                        held.match().matchId()));
    }

    @Test
    public void matchRecords() {
        sameBytes(MatchStage.MATCH_RECORDS.format(), values::matchRow, row -> row, FastAvroWritersTest::matchRecord);
    }

    @Test
    public void priorities() {
        sameBytes(
                PriorityStage.PRIORITIES.format(),
                values::priority,
                Values.Customer::row,
                FastAvroWritersTest::priority);
    }

    @Test
    public void rejections() {
        sameBytes(
                InputAccounting.REJECTIONS.format(),
                values::rejection,
                row -> new Rejection(
                        row.topic(),
                        row.partition(),
                        row.offset(),
                        time(row.at()),
                        RejectionReason.valueOf(row.refused().reason().name()),
                        row.refused().detail(),
                        row.original()));
    }

    @Test
    public void inputCounts() {
        sameBytes(
                InputAccounting.INPUT_COUNTS.format(),
                values::inputCounts,
                row -> new InputCounts(
                        row.topic(),
                        row.partition(),
                        row.applied() + row.duplicates() + row.withoutEffect() + row.rejected() + row.waiting(),
                        row.applied(),
                        row.duplicates(),
                        row.withoutEffect(),
                        row.rejected(),
                        row.waiting(),
                        time(row.newest()),
                        row.ambiguous()));
    }

    @Test
    public void matchEventsReadByHandAreWrittenAsTheyWere() throws Exception {
        var format = MatchStage.MATCH_EVENT;
        for (int i = 0; i < ROUNDS; i++) {
            SpecificRecord record = values.record(io.fairstream.schemas.MatchEvent.class);
            byte[] avro = AvroRecords.of(record);
            MatchEvent event = format.read(new AvroIn(avro, 0));
            assertArrayEquals(avro, written(format, event), record::toString);
        }
    }

    @Test
    public void accountEditsReadByHandAreWrittenAsTheyWere() throws Exception {
        var format = PriorityStage.ACCOUNT_EDIT;
        for (int i = 0; i < ROUNDS; i++) {
            AccountEdit record = AccountEdit.newBuilder(values.record(AccountEdit.class))
                    .setReason(null) // for people only
                    .build();
            byte[] avro = AvroRecords.of(record);
            CustomerEdit edit = format.read(new AvroIn(avro, 0));
            assertEquals(record.getCustomer(), edit.customer());
            assertEquals(record.getAt().toEpochMilli(), edit.decided().at());
            assertEquals(record.getBy(), edit.decided().by());
            assertArrayEquals(avro, written(format, edit), record::toString);
        }
    }

    private <T> void sameBytes(FastAvroWriter<T> writer, Supplier<T> value, Function<T, SpecificRecord> record) {
        sameBytes(writer, value, Function.identity(), record);
    }

    private <S, T> void sameBytes(
            FastAvroWriter<T> writer, Supplier<S> value, Function<S, T> row, Function<S, SpecificRecord> record) {
        FastAvroSerializer<T> byHand = new FastAvroSerializer<>(writer, registry);
        try (AvroSerde<SpecificRecord> byAvro = new AvroSerde<>(SpecificRecord.class, registry)) {
            for (int i = 0; i < ROUNDS; i++) {
                S one = value.get();
                byte[] expected = byAvro.serialize("topic", record.apply(one));
                assertArrayEquals(expected, byHand.serialize("topic", row.apply(one)), one::toString);
            }
        }
    }

    public static <T> byte[] written(FastAvroWriter<T> writer, T value) {
        AvroOut out = new AvroOut();
        writer.write(value, out);
        return out.toByteArray();
    }

    private static MatchRecord matchRecord(MatchRow row) {
        return new MatchRecord(
                row.resource(),
                row.pool(),
                row.customer(),
                row.slotWeight(),
                Instant.ofEpochMilli(row.start()),
                Instant.ofEpochMilli(row.end()),
                row.matchId(),
                EndedBy.valueOf(row.endedBy().name()),
                row.revision());
    }

    private static Priority priority(Values.Customer row) {
        AccountState state = row.state();
        FactorRules.Factor factor = row.factors().of(row.customer(), state);
        List<Lease> leases = new ArrayList<>();
        for (Decision.Kind kind : Decision.Kind.values()) {
            state.leases(kind).forEach(lease -> leases.add(lease(row, lease)));
        }
        return new Priority(
                row.customer(),
                state.realPriority(),
                state.realPriority() * factor.value(),
                factor.value(),
                FactorSource.valueOf(factor.source().name()),
                bound(state.inForce(Decision.Kind.CEILING), -1),
                bound(state.inForce(Decision.Kind.FLOOR), 0),
                leases,
                state.resourcesInUse(),
                state.weightInUse(),
                state.accumulatedUsage(),
                state.weightedAccumulatedUsage(),
                timeUnlessNever(state.beginUsage()),
                timeUnlessNever(state.lastUsage()),
                Instant.ofEpochMilli(state.asOf()),
                row.halfLife().seconds(),
                Values.GROUPS.isGroup(row.customer()),
                Values.GROUPS.parent(row.customer()),
                Values.GROUPS.isGroup(row.customer()) ? (Double) state.subtreeWeightInUse() : null);
    }

    private static Lease lease(Values.Customer row, Decision lease) {
        FactorRules.Factor prior = row.factors().withoutLeases(row.customer(), row.state());
        boolean isFactor = lease.kind() == Decision.Kind.FACTOR;
        Decision forGood = row.state().forGood(lease.kind());
        return new Lease(
                LeaseKind.valueOf(lease.kind().name()),
                lease.value(),
                Instant.ofEpochMilli(lease.at()),
                Instant.ofEpochMilli(lease.until()),
                isFactor ? (Double) prior.value() : bound(forGood, lease.kind() == Decision.Kind.CEILING ? -1 : 0),
                isFactor ? FactorSource.valueOf(prior.source().name()) : null);
    }

    private static @Nullable Double bound(@Nullable Decision decided, double none) {
        return decided == null || decided.value() == none ? null : (Double) decided.value();
    }

    private static @Nullable Instant timeUnlessNever(long millis) {
        return millis == AccountState.NEVER ? null : Instant.ofEpochMilli(millis);
    }

    private static @Nullable Instant time(@Nullable Long millis) {
        return millis == null ? null : Instant.ofEpochMilli(Objects.requireNonNull(millis));
    }
}
