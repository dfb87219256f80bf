package io.fairstream.benchmarks.flink;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.app.config.Keys;
import io.fairstream.app.config.Settings;
import io.fairstream.rules.decay.HalfLife;
import io.fairstream.rules.journal.Charge;
import io.fairstream.rules.journal.Charge.Cause;
import io.fairstream.rules.journal.Entry.RateChange;
import io.fairstream.rules.match.MatchEvent;
import io.fairstream.rules.match.MatchEvent.MatchChange;
import io.fairstream.rules.match.MatchLedger;
import io.fairstream.rules.priority.AccountState;
import io.fairstream.rules.priority.PriorityAccount;
import io.fairstream.schemas.Priority;
import io.fairstream.schemas.Topics;
import io.fairstream.schemas.registry.SchemaRegistries;
import io.fairstream.streams.avro.SerdeFactory;
import io.fairstream.streams.match.MatchStage;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.runtime.state.hashmap.HashMapStateBackend;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.KeyedOneInputStreamOperatorTestHarness;
import org.junit.jupiter.api.Test;

@SuppressWarnings("try") // the harness can be interrupted when it is closed
class HopsTest {
    private static final long NOON = 1_800_000_000_000L;
    private static final long MINUTE = 60_000;
    private static final Map<String, String> ENTRIES =
            Map.of("bootstrap.servers", "localhost:9092", SchemaRegistries.URL, "mock://hops", "topic.prefix", "hops.");
    private static final Settings SETTINGS = Settings.parseForCluster(ENTRIES);
    private static final HalfLife HALF_LIFE = new HalfLife(SETTINGS.get(Keys.PRIORITY_HALFLIFE));

    /** Two resources; the second one's events come when the first one's have gone further. */
    private static final List<MatchEvent> EVENTS = List.of(
            matched("slot1", 0, "alice", 2),
            unmatched("slot1", 30),
            matched("slot1", 31, "bob", 1),
            matched("slot2", 5, "alice", 4),
            matched("slot2", 40, "bob", 4),
            unmatched("slot1", 50),
            unmatched("slot1", 55),
            matched("slot1", 60, "alice", 8));

    private static MatchEvent matched(String resource, long minute, String customer, double weight) {
        return new MatchEvent(resource, "", NOON + minute * MINUTE, new MatchChange.Matched(customer, weight, ""));
    }

    private static MatchEvent unmatched(String resource, long minute) {
        return new MatchEvent(resource, "", NOON + minute * MINUTE, new MatchChange.Unmatched(""));
    }

    @Test
    void changesOfUseAreThoseOfTheLedger() throws Exception {
        Map<String, MatchLedger> ledgers = new HashMap<>();
        List<UseChange> expected = new ArrayList<>();
        int records = 0;
        for (MatchEvent event : EVENTS) {
            var outcome = ledgers.computeIfAbsent(event.resource(), name -> new MatchLedger())
                    .apply(event, new Cause("matches", 0, 0, event.at()));
            for (Charge charge : outcome.charges()) {
                RateChange change = (RateChange) charge.entry();
                expected.add(new UseChange(
                        charge.account().name(), change.at(), change.resources(), change.weight(), event.at()));
            }
            records += outcome.results().size();
        }
        try (var resources = resources()) {
            resources.prepareSnapshotPreBarrier(1);
            assertEquals(expected, resources.extractOutputValues());
            Map<String, Integer> rows = new HashMap<>();
            for (StreamRecord<Row> row : rows(resources)) {
                rows.merge(row.getValue().topic(), 1, Integer::sum);
            }
            assertEquals(records, rows.get("hops.match-records"));
            assertEquals(ledgers.size(), rows.get("hops.open-matches"));
            assertTrue(Objects.requireNonNull(rows.get("hops.charges")) <= 2, "a block for each customer's partition");
        }
    }

    @Test
    void prioritiesAreThoseOfTheAccount() throws Exception {
        Map<String, PriorityAccount> accounts = new HashMap<>();
        try (var resources = resources();
                var customers = customers()) {
            for (UseChange change : resources.extractOutputValues()) {
                accounts.computeIfAbsent(change.customer(), name -> new PriorityAccount(HALF_LIFE))
                        .add(new RateChange(change.at(), change.resources(), change.weight(), change.at()));
                customers.processElement(new StreamRecord<>(change));
            }
            customers.prepareSnapshotPreBarrier(1);
            assertEquals(accounts.size(), customers.extractOutputValues().size());
            for (Row row : customers.extractOutputValues()) {
                String customer = new String(row.key(), StandardCharsets.UTF_8);
                PriorityAccount account = Objects.requireNonNull(accounts.get(customer));
                account.applyLateEntries();
                assertIs(account.state(), read(row));
            }
        }
    }

    @Test
    void publishesOnlyWhoHasChanged() throws Exception {
        try (var customers = customers()) {
            customers.processElement(new StreamRecord<>(new UseChange("alice", NOON, 1, 1, NOON)));
            customers.processElement(new StreamRecord<>(new UseChange("bob", NOON, 1, 1, NOON)));
            customers.prepareSnapshotPreBarrier(1);
            customers.processElement(new StreamRecord<>(new UseChange("bob", NOON + MINUTE, -1, -1, NOON)));
            customers.prepareSnapshotPreBarrier(2);
            assertEquals(
                    List.of("alice", "bob", "bob"),
                    customers.extractOutputValues().stream()
                            .map(row -> new String(row.key(), StandardCharsets.UTF_8))
                            .toList());
        }
    }

    @Test
    void stateOutlivesTheTask() throws Exception {
        UseChange begin = new UseChange("alice", NOON, 1, 1, NOON);
        UseChange end = new UseChange("alice", NOON + MINUTE, -1, -1, NOON);
        try (var before = customers();
                var after = newCustomers()) {
            before.processElement(new StreamRecord<>(begin));
            before.prepareSnapshotPreBarrier(1);
            after.initializeState(before.snapshot(1, NOON));
            after.open();
            after.processElement(new StreamRecord<>(end));
            after.prepareSnapshotPreBarrier(2);
            Priority row = read(after.extractOutputValues().get(0));
            assertEquals(0, row.getResourcesInUse());
            assertEquals(60, row.getAccumulatedUsage());
        }
    }

    private static void assertIs(AccountState expected, Priority row) {
        assertEquals(expected.realPriority(), row.getRealPriority(), 1e-9, row.getCustomer());
        assertEquals(expected.resourcesInUse(), row.getResourcesInUse());
        assertEquals(expected.weightInUse(), row.getWeightInUse());
        assertEquals(expected.accumulatedUsage(), row.getAccumulatedUsage());
        assertEquals(expected.weightedAccumulatedUsage(), row.getWeightedAccumulatedUsage());
        assertEquals(
                expected.beginUsage(),
                Objects.requireNonNull(row.getBeginUsage()).toEpochMilli());
        assertEquals(expected.asOf(), row.getAsOf().toEpochMilli());
    }

    private static Priority read(Row row) {
        var reader = Topics.PRIORITIES
                .serde(SchemaRegistries.from(SETTINGS.registry()))
                .deserializer();
        return Objects.requireNonNull(reader.deserialize(row.topic(), row.value()));
    }

    /** The first hop after all events, each sent when it happened. */
    private static KeyedOneInputStreamOperatorTestHarness<String, RawMatch, UseChange> resources() throws Exception {
        var resources = new KeyedOneInputStreamOperatorTestHarness<String, RawMatch, UseChange>(
                new ResourceHop(ENTRIES), RawMatch::resource, Types.STRING);
        resources.setStateBackend(new HashMapStateBackend());
        resources.open();
        var writer = new SerdeFactory(SETTINGS.registry()).writes(MatchStage.MATCH_EVENT);
        long offset = 0;
        for (MatchEvent event : EVENTS) {
            byte[] value = Objects.requireNonNull(writer.serialize("hops.matches", event));
            resources.processElement(
                    new StreamRecord<>(new RawMatch(event.resource(), value, 0, offset++, event.at())));
        }
        return resources;
    }

    private static Queue<StreamRecord<Row>> rows(KeyedOneInputStreamOperatorTestHarness<?, ?, ?> resources) {
        return resources.getSideOutput(ResourceHop.ROWS);
    }

    private static KeyedOneInputStreamOperatorTestHarness<String, UseChange, Row> customers() throws Exception {
        var customers = newCustomers();
        customers.open();
        return customers;
    }

    private static KeyedOneInputStreamOperatorTestHarness<String, UseChange, Row> newCustomers() throws Exception {
        var customers = new KeyedOneInputStreamOperatorTestHarness<String, UseChange, Row>(
                new CustomerHop(ENTRIES), UseChange::customer, Types.STRING);
        customers.setStateBackend(new HashMapStateBackend());
        return customers;
    }
}
