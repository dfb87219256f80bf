package io.fairstream.streams.match;

import io.fairstream.rules.EventHistory;
import io.fairstream.rules.Pages;
import io.fairstream.rules.Rejection;
import io.fairstream.rules.journal.Charge;
import io.fairstream.rules.journal.Charge.Cause;
import io.fairstream.rules.journal.Outcome;
import io.fairstream.rules.match.MatchEvent;
import io.fairstream.rules.match.MatchLedger;
import io.fairstream.rules.match.OpenMatch;
import io.fairstream.rules.match.OpenMatch.MatchRow;
import io.fairstream.schemas.Topics;
import io.fairstream.streams.avro.Format;
import io.fairstream.streams.match.ResourceLedger.ResourceLedgerCodec;
import io.fairstream.streams.runtime.Maintenance;
import io.fairstream.streams.runtime.Output;
import io.fairstream.streams.runtime.Stage;
import io.fairstream.streams.runtime.StageInput;
import io.fairstream.streams.runtime.StateCodec;
import io.fairstream.streams.runtime.TopologyConfig;
import io.fairstream.streams.runtime.WriteBackStore;
import io.fairstream.streams.runtime.WriteBackStore.CacheEntry;
import org.jspecify.annotations.Nullable;

/** Turns match events into charges, open matches and match records, with one ledger for each resource. */
public final class MatchStage extends Stage<MatchEvent, ResourceLedger, EventHistory.Page<OpenMatch, MatchEvent>> {
    public static final Format<MatchEvent> MATCH_EVENT = new MatchEventFormat();

    public static final Output<OpenMatchRow> OPEN_MATCHES = Output.of(Topics.OPEN_MATCHES, OpenMatchRow.class);

    public static final Output<MatchRow> MATCH_RECORDS = Output.of(Topics.MATCH_RECORDS, MatchRow.class);

    private static final int PAGES_PER_CLEANING = 8;

    private final TopologyConfig accounting;

    public MatchStage(TopologyConfig accounting) {
        this.accounting = accounting;
    }

    public static StageInput<MatchEvent> input(TopologyConfig config) {
        return new StageInput<>(
                Topics.MATCHES,
                MATCH_EVENT,
                StageInput.Key.of("resource", MatchEvent::resource),
                (event, sent, newest) -> event.refusal(config.times(), sent, newest),
                MatchEvent::at,
                new StageInput.Partitioning(config.partitions().matches(), config.repartition(), null));
    }

    @Override
    public StateCodec<ResourceLedger, EventHistory.Page<OpenMatch, MatchEvent>> codec() {
        return new ResourceLedgerCodec();
    }

    @Override
    protected Maintenance<ResourceLedger> maintenance() {
        return new Maintenance<ResourceLedger>().expire(accounting.times().maxLateness(), this::expire);
    }

    @Override
    protected @Nullable Rejection apply(CacheEntry<ResourceLedger> state, MatchEvent received, Cause cause) {
        long timestamp = cause.sent();
        MatchEvent event = accounting.chargesSuspended() ? received.chargingSuspended() : received;
        MatchLedger ledger = state.state().ledger();
        while (!ledger.isInMemory(event.at())) {
            out().store().loadPage(state, ledger);
        }
        Outcome<Charge, MatchRow> outcome = ledger.apply(event.sharing(state.key()), cause);
        out().changed(state, timestamp);
        out().counts().sees(event.at(), timestamp);
        out().counts().count(outcome.effect());
        out().charge(outcome.charges());
        for (MatchRow finished : outcome.results()) {
            out().write(MATCH_RECORDS, event.resource(), finished, timestamp);
        }
        return null;
    }

    @Override
    protected void rows(CacheEntry<ResourceLedger> state) {
        MatchLedger ledger = state.state().ledger();
        if (state.state().takeUnpublished()) {
            OpenMatchRow row = ledger.held() == null ? null : new OpenMatchRow(state.key(), ledger.held());
            out().write(OPEN_MATCHES, state.key(), row, state.timestamp());
        }
        int before = ledger.pages().next() / PAGES_PER_CLEANING;
        out().store().evictPages(state, ledger);
        if (ledger.pages().next() / PAGES_PER_CLEANING > before) {
            forgetBefore(out().oldest(), state);
        }
    }

    private void forgetBefore(long oldest, CacheEntry<ResourceLedger> state) {
        MatchLedger ledger = state.state().ledger();
        WriteBackStore.forgetBefore(out().store(), oldest, state, ledger, ledger::forget);
        ledger.forgetRevisionsBefore(oldest);
    }

    private void expire(CacheEntry<ResourceLedger> state) {
        Pages pages = state.state().ledger().pages();
        if (state.state().ledger().isQuietSince(out().oldest())) {
            out().store().drop(state, pages, state.timestamp());
        }
    }

    public record OpenMatchRow(String resource, OpenMatch match) {}
}
