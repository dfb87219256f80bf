package io.fairstream.query.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.app.TopologyConfigs;
import io.fairstream.query.records.GivenRecords;
import io.fairstream.query.records.Row;
import io.fairstream.query.tables.AcceptedEdits;
import io.fairstream.rules.journal.Charge;
import io.fairstream.rules.journal.Charge.Cause;
import io.fairstream.rules.journal.Charge.Ledger;
import io.fairstream.rules.journal.Entry.RateChange;
import io.fairstream.rules.priority.Edit.CustomerEdit;
import io.fairstream.schemas.AccountEdit;
import io.fairstream.schemas.ChargeBlock;
import io.fairstream.schemas.MatchEvent;
import io.fairstream.schemas.Matched;
import io.fairstream.schemas.ResetUsage;
import io.fairstream.schemas.Topic;
import io.fairstream.schemas.Topics;
import io.fairstream.schemas.Unmatched;
import io.fairstream.streams.AccountingTopology;
import io.fairstream.streams.avro.AvroRecords;
import io.fairstream.streams.journal.ChargeBlockBuilder;
import io.fairstream.streams.journal.ChargeBlockBuilder.ChargeBlockFormat;
import io.fairstream.streams.runtime.InMemoryStages;
import io.fairstream.streams.runtime.Output;
import io.fairstream.streams.runtime.Stage.StageSpec;
import io.fairstream.streams.runtime.TopologyConfig;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Two matches of ann, from 0:00 to 10:00 and from 20:00 to 30:00, and between them, at 15:00, a reset of her usage. */
class ChargeReconciliationTest {
    private static final String NAME = "charges = events";
    private static final String CUSTOMER = "ann@pool";
    private static final Instant BEGIN = Instant.parse("2026-03-02T00:00:00Z");

    private final GivenRecords records = new GivenRecords();
    private final TopologyConfig config = TopologyConfigs.inMemory(records.settings());
    private final List<Charge> charges = new ArrayList<>();
    private final Map<Topic<?>, Map<String, SpecificRecord>> tables = new HashMap<>();

    private static Instant at(int hour) {
        return BEGIN.plus(Duration.ofHours(hour));
    }

    /** Writes all topics as a topology does that reads a changed journal. */
    private void write(UnaryOperator<List<Charge>> change) {
        List<StageSpec<?>> specs = AccountingTopology.stages(config);
        InMemoryStages stages = InMemoryStages.ofJournal(
                specs,
                config,
                new InMemoryStages.Rows() {
                    @Override
                    public <R> void write(Output<R> to, @Nullable String key, @Nullable R row, long timestamp) {
                        publish(to, key, row);
                    }
                },
                charges::add);
        AccountEdit edit = new AccountEdit(CUSTOMER, at(15), "admin", new ResetUsage(), null);
        records.with(Topics.ACCOUNT_EDITS, CUSTOMER, edit);
        CustomerEdit reset =
                Objects.requireNonNull(AcceptedEdits.of(new Row<>(CUSTOMER, edit, 0, 0, new RecordHeaders())));
        stages.take(Topics.ACCOUNT_EDITS, CUSTOMER, reset, at(15).toEpochMilli());
        List.of(
                        event(0, new Matched(CUSTOMER, 2.0, "")),
                        event(10, new Unmatched("")),
                        event(20, new Matched(CUSTOMER, 2.0, "")),
                        event(30, new Unmatched("")))
                .forEach(event -> {
                    records.with(Topics.MATCHES, "slot1", event);
                    Row<MatchEvent> row = new Row<>("slot1", event, 0, 0, new RecordHeaders());
                    specs.stream()
                            .filter(spec -> Topics.MATCHES.equals(spec.reads()))
                            .forEach(spec -> Recomputation.take(stages, Objects.requireNonNull(spec.input()), row));
                });
        List<Charge> written = change.apply(charges);
        ChargeBlockBuilder block = new ChargeBlockBuilder(0, Ledger.MATCH);
        written.forEach(charge -> {
            stages.charge(charge);
            block.add(charge);
        });
        stages.commit();
        tables.forEach(this::add);
        records.with(Topics.CHARGES, "MATCH/0", AvroRecords.record(new ChargeBlockFormat(), block, ChargeBlock.class));
    }

    private <R> void publish(Output<R> to, @Nullable String key, @Nullable R row) {
        Map<String, SpecificRecord> table = tables.computeIfAbsent(to.topic(), topic -> new HashMap<>());
        if (row == null) {
            table.remove(key);
        } else {
            SpecificRecord record = (SpecificRecord)
                    AvroRecords.record(to.format(), row, to.topic().value().asSubclass(SpecificRecord.class));
            table.put(to.topic().equals(Topics.MATCH_RECORDS) ? key + "@" + table.size() : key, record);
        }
    }

    @SuppressWarnings("unchecked") // the rows of a topic have its type
    private <V> void add(Topic<V> topic, Map<String, SpecificRecord> rows) {
        rows.forEach((key, row) -> records.with(topic, key, (V) row));
    }

    private static MatchEvent event(int hour, Object change) {
        return MatchEvent.newBuilder()
                .setResource("slot1")
                .setAt(at(hour))
                .setChange(change)
                .build();
    }

    /** The charges as they are, with the topic's whole name in their causes. */
    private Charge named(Charge charge) {
        Cause cause = charge.cause();
        String topic = Topics.MATCHES.in(records.settings().topicPrefix());
        return new Charge(
                charge.account(),
                charge.ledger(),
                charge.thing(),
                charge.dimensions(),
                charge.entry(),
                new Cause(topic, cause.partition(), cause.offset(), cause.sent()));
    }

    private List<Charge> asMade(List<Charge> made) {
        return made.stream().map(this::named).toList();
    }

    /** The charges, with the end of the first match five hours earlier. */
    private List<Charge> moved(List<Charge> made) {
        return asMade(made).stream()
                .map(charge -> charge.entry() instanceof RateChange change && change.at() == at(10).toEpochMilli()
                        ? charge.with(new RateChange(
                                at(5).toEpochMilli(), change.resources(), change.weight(), change.since()))
                        : charge)
                .toList();
    }

    private List<Check> failed() {
        return Audit.of(records).checks().stream()
                .filter(check -> !check.holds())
                .toList();
    }

    private String detail() {
        return Audit.of(records).checks().stream()
                .filter(check -> check.name().equals(NAME))
                .findFirst()
                .orElseThrow()
                .detail();
    }

    @Test
    void theJournalOfATopologyHolds() {
        write(this::asMade);
        assertEquals(4, charges.size());
        assertEquals(List.of(), failed());
        assertEquals("of matches, job-events, session-deltas, host-reports", detail());
    }

    @Test
    void aChargeMovedBeforeAResetUsageIsFound() {
        write(this::moved);
        String use = "customer \"ann@pool\" for \"slot1\", RateChange at ";
        assertEquals(
                List.of(
                        new Check(
                                NAME,
                                false,
                                use
                                        + "2026-03-02T05:00:00Z since 2026-03-02T00:00:00Z: taken back 1 times (expected: charged 0 times, by its events); "
                                        + use
                                        + "2026-03-02T10:00:00Z since 2026-03-02T00:00:00Z: charged 0 times (expected: taken back 1 times, by its events)")),
                failed());
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "rejections, 'of no input, not of matches, job-events, session-deltas, host-reports'",
        "dead-letters, 'of no input, not of matches, job-events, session-deltas, host-reports'",
        "matches, 'of job-events, session-deltas, host-reports, not of matches'",
        "charges, not checked: older records of charges are deleted",
    })
    void withoutOlderRecordsOfTheTopicNothingIsFound(String topic, String detail) {
        write(this::moved);
        records.withoutOlder(Topics.named(topic).orElseThrow());
        assertTrue(failed().stream().noneMatch(check -> check.name().equals(NAME)));
        assertEquals(detail, detail());
    }
}
