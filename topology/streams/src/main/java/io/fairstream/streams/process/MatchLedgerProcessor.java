package io.fairstream.streams.process;

import io.fairstream.rules.Pages;
import io.fairstream.rules.Refused;
import io.fairstream.rules.journal.Ledger;
import io.fairstream.rules.ledger.MatchCharge;
import io.fairstream.rules.ledger.MatchEvent;
import io.fairstream.rules.ledger.MatchLedger;
import io.fairstream.rules.ledger.MatchOutcome;
import io.fairstream.rules.ledger.MatchPage;
import io.fairstream.rules.ledger.MatchRow;
import io.fairstream.rules.ledger.RevisedMatch;
import io.fairstream.schemas.Topics;
import io.fairstream.streams.state.ResourceLedger;
import io.fairstream.streams.state.WriteBackStore;
import io.fairstream.streams.wire.HeldMatch;
import io.fairstream.streams.wire.MatchEventWire;
import io.fairstream.streams.wire.Origin;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/** Turns match events into charges, open matches and match records: a ledger for each resource. */
public final class MatchLedgerProcessor extends LedgerProcessor<MatchEvent, ResourceLedger, MatchPage> {
    private static final int SWEPT_PER_COMMIT = 2000;
    private static final int PAGES_PER_CLEANING = 8;

    /** The nodes to which results go. */
    public record Sinks(String charges, String openMatches, String matchRecords, String rejections, String tallies) {}

    private final Sinks sinks;
    private Journal journal;
    private Sweep sweep;

    @SuppressWarnings("NullAway.Init") // what keeps state is there from start on
    public MatchLedgerProcessor(Accounting accounting, String storeName, Sinks sinks) {
        super(
                accounting,
                storeName,
                new Input<>(Topics.MATCHES, accounting.partitions().matches(), "resource", new MatchEventWire()),
                new Outcomes.Sinks(sinks.rejections(), sinks.tallies()));
        this.sinks = sinks;
    }

    @Override
    WriteBackStore.Flush<ResourceLedger> start() {
        journal = new Journal(accounting(), context(), sinks.charges(), Ledger.MATCH);
        sweep = new Sweep(accounting().times().history(), SWEPT_PER_COMMIT);
        return new Flush();
    }

    @Override
    String key(MatchEvent event, @Nullable String given) {
        return event.resource();
    }

    @Override
    long at(MatchEvent event) {
        return event.at();
    }

    @Override
    @Nullable
    Refused refusal(MatchEvent event, long sent, long newest) {
        return event.refusal(accounting().times(), sent, newest);
    }

    @Override
    @Nullable
    Refused apply(MatchEvent said, Record<String, MatchEvent> record, Origin origin) {
        long timestamp = record.timestamp();
        MatchEvent event = accounting().discountSuspended() ? said : said.chargingSuspended();
        WriteBackStore.CacheEntry<ResourceLedger> slot = store().slot(event.resource());
        MatchLedger ledger = slot.state().ledger();
        while (!ledger.remembers(event.at())) {
            ledger.recall(store().recall(slot.key(), ledger.pages()));
        }
        MatchOutcome outcome = ledger.apply(event.sharing(slot.key()));
        store().changed(slot, timestamp);
        tally().sees(event.at(), timestamp);
        tally().counts(outcome);
        for (MatchCharge charge : outcome.entries()) {
            journal.write(charge.charge(event.resource(), origin.cause(record.timestamp())));
        }
        for (RevisedMatch finished : outcome.records()) {
            MatchRow row = MatchRow.of(event.resource(), finished);
            forward(event.resource(), row, timestamp, sinks.matchRecords());
        }
        return null;
    }

    private final class Flush implements WriteBackStore.Flush<ResourceLedger> {
        @Override
        public void publish(WriteBackStore.CacheEntry<ResourceLedger> slot) {
            MatchLedger ledger = slot.state().ledger();
            if (slot.state().takeUnpublished()) {
                HeldMatch row = ledger.held() == null ? null : new HeldMatch(slot.key(), ledger.held());
                forward(slot.key(), row, slot.timestamp(), sinks.openMatches());
            }
            for (MatchPage page = ledger.spill(); page != null; page = ledger.spill()) {
                store().keep(slot.key(), ledger.pages(), page);
                if (ledger.pages().next() % PAGES_PER_CLEANING == 0) {
                    forgetBefore(oldest(), slot);
                }
            }
        }

        private void forgetBefore(long oldest, WriteBackStore.CacheEntry<ResourceLedger> slot) {
            MatchLedger ledger = slot.state().ledger();
            Pages pages = ledger.pages();
            while (!pages.isEmpty()) {
                MatchPage page = store().oldest(slot.key(), pages);
                if (page.newest() >= oldest) {
                    break;
                }
                store().forgetOldest(slot.key(), pages);
                ledger.forget(page);
            }
            ledger.forgetRevisionsBefore(oldest);
        }

        @Override
        public void finish() {
            sweep.next(tally().newest(), store(), this::dropIfQuiet);
            journal.flush();
            outcomes().finish();
        }

        /** When exactly that happens changes no result: events that old are refused. */
        private void dropIfQuiet(WriteBackStore.CacheEntry<ResourceLedger> slot) {
            MatchLedger ledger = slot.state().ledger();
            if (ledger.isQuietSince(oldest())) {
                store().drop(slot, ledger.pages(), slot.timestamp());
            }
        }
    }
}
