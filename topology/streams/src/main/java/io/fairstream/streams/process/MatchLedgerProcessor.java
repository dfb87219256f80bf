package io.fairstream.streams.process;

import io.fairstream.rules.EventTimes;
import io.fairstream.rules.Pages;
import io.fairstream.rules.Refused;
import io.fairstream.rules.ledger.MatchEvent;
import io.fairstream.rules.ledger.MatchLedger;
import io.fairstream.rules.ledger.MatchOutcome;
import io.fairstream.rules.ledger.MatchPage;
import io.fairstream.rules.ledger.RateChange;
import io.fairstream.rules.ledger.RevisedMatch;
import io.fairstream.schemas.Topics;
import io.fairstream.streams.state.ResourceLedger;
import io.fairstream.streams.state.WriteBackStore;
import io.fairstream.streams.wire.HeldMatch;
import io.fairstream.streams.wire.JournalEntry;
import io.fairstream.streams.wire.MatchEventWire;
import io.fairstream.streams.wire.MatchRow;
import io.fairstream.streams.wire.Origin;
import io.fairstream.streams.wire.Plain;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/** Turns match events into charges, open matches and match records: a ledger for each resource. */
public final class MatchLedgerProcessor implements Processor<String, MatchEvent, String, Object> {
    private static final int SWEPT_PER_COMMIT = 2000;
    private static final int PAGES_PER_CLEANING = 8;

    /** The nodes to which results go. */
    public record Sinks(String charges, String openMatches, String matchRecords, String rejections, String tallies) {}

    private final Accounting accounting;
    private final String storeName;
    private final Sinks sinks;
    private final Inputs inputs;
    private ProcessorContext<String, Object> context;
    private WriteBackStore<ResourceLedger, MatchPage> store;
    private Outcomes outcomes;
    private Sweep sweep;

    @SuppressWarnings("NullAway.Init") // the context is there from init on
    public MatchLedgerProcessor(Accounting accounting, String storeName, Sinks sinks) {
        this.accounting = accounting;
        this.storeName = storeName;
        this.sinks = sinks;
        this.inputs = new Inputs(accounting.partitions().matches(), accounting.repartition());
    }

    @Override
    public void init(ProcessorContext<String, Object> processorContext) {
        context = processorContext;
        store = context.getStateStore(storeName);
        outcomes = new Outcomes(
                context,
                store,
                accounting.topic(Topics.MATCHES),
                new Outcomes.Sinks(sinks.rejections(), sinks.tallies()));
        sweep = new Sweep(accounting.times().history(), SWEPT_PER_COMMIT);
        store.onFlush(context, new Flush());
    }

    @Override
    public void process(Record<String, MatchEvent> record) {
        Origin origin = inputs.origin(context, record.headers());
        MatchEvent event = record.value();
        Refused refused = refusal(record, event, origin);
        if (refused == null) {
            apply(accounting.discountSuspended() ? event : event.chargingSuspended(), record.timestamp(), origin);
        } else {
            Long at = event == null ? null : (Long) event.at();
            String original = event == null ? "" : Plain.json(new MatchEventWire(), event);
            outcomes.reject(record, origin, at, refused, original);
        }
        store.spare();
    }

    private @Nullable Refused refusal(Record<String, MatchEvent> record, @Nullable MatchEvent event, Origin origin) {
        Refused refused = inputs.refusal(record.key(), "resource", event == null ? null : event.resource(), origin);
        if (refused != null || event == null) {
            return refused;
        }
        return event.refusal(
                accounting.times(), record.timestamp(), outcomes.tally().newest());
    }

    private void apply(MatchEvent event, long timestamp, Origin origin) {
        WriteBackStore.Slot<ResourceLedger> slot = store.slot(event.resource());
        MatchLedger ledger = slot.state().ledger();
        while (!ledger.remembers(event.at())) {
            ledger.recall(store.recall(slot.key(), ledger.pages()));
        }
        MatchOutcome outcome = ledger.apply(event.sharing(slot.key()));
        store.changed(slot, timestamp);
        outcomes.tally().sees(event.at(), timestamp);
        outcomes.tally().counts(outcome);
        for (RateChange entry : outcome.entries()) {
            JournalEntry charge = new JournalEntry(entry, event.resource(), origin);
            context.forward(new Record<>(entry.customer(), charge, timestamp), sinks.charges());
        }
        for (RevisedMatch finished : outcome.records()) {
            MatchRow row = new MatchRow(event.resource(), finished);
            context.forward(new Record<>(event.resource(), row, timestamp), sinks.matchRecords());
        }
    }

    private final class Flush implements WriteBackStore.Flush<ResourceLedger> {
        @Override
        public void publish(WriteBackStore.Slot<ResourceLedger> slot) {
            MatchLedger ledger = slot.state().ledger();
            if (slot.state().takeUnpublished()) {
                HeldMatch row = ledger.held() == null ? null : new HeldMatch(slot.key(), ledger.held());
                context.forward(new Record<>(slot.key(), row, slot.timestamp()), sinks.openMatches());
            }
            for (MatchPage page = ledger.spill(); page != null; page = ledger.spill()) {
                store.keep(slot.key(), ledger.pages(), page);
                if (ledger.pages().next() % PAGES_PER_CLEANING == 0) {
                    forgetBefore(oldest(), slot);
                }
            }
        }

        private void forgetBefore(long oldest, WriteBackStore.Slot<ResourceLedger> slot) {
            MatchLedger ledger = slot.state().ledger();
            Pages pages = ledger.pages();
            while (!pages.isEmpty()) {
                MatchPage page = store.oldest(slot.key(), pages);
                if (page.newest() >= oldest) {
                    break;
                }
                store.forgetOldest(slot.key(), pages);
                ledger.forget(page);
            }
            ledger.forgetRevisionsBefore(oldest);
        }

        @Override
        public void finish() {
            sweep.next(outcomes.tally().newest(), store, this::dropIfQuiet);
            outcomes.finish();
        }

        /** When exactly that happens changes no result: events that old are refused. */
        private void dropIfQuiet(WriteBackStore.Slot<ResourceLedger> slot) {
            MatchLedger ledger = slot.state().ledger();
            if (ledger.isQuietSince(oldest())) {
                store.drop(slot, ledger.pages(), slot.timestamp());
            }
        }

        private long oldest() {
            long newest = outcomes.tally().newest();
            return newest == EventTimes.NONE ? newest : accounting.times().oldest(newest);
        }
    }
}
