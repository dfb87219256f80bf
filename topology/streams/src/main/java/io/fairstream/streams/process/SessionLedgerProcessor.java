package io.fairstream.streams.process;

import io.fairstream.rules.Pages;
import io.fairstream.rules.Refused;
import io.fairstream.rules.journal.Ledger;
import io.fairstream.rules.journal.WorkSums;
import io.fairstream.rules.ledger.session.NodeRow;
import io.fairstream.rules.ledger.session.RefusedParts;
import io.fairstream.rules.ledger.session.Segment;
import io.fairstream.rules.ledger.session.SessionDelta;
import io.fairstream.rules.ledger.session.SessionJournal;
import io.fairstream.rules.ledger.session.SessionLedger;
import io.fairstream.rules.ledger.session.SessionOutcome;
import io.fairstream.schemas.Topics;
import io.fairstream.streams.state.NodeLedger;
import io.fairstream.streams.state.WriteBackStore;
import io.fairstream.streams.wire.Origin;
import io.fairstream.streams.wire.SessionDeltaWire;
import java.time.Duration;
import java.util.List;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/** Turns session deltas into charges and the times of nodes: a ledger for each node. */
public final class SessionLedgerProcessor extends LedgerProcessor<SessionDelta, NodeLedger, Void> {
    private static final int SWEPT_PER_COMMIT = 2000;

    /** The nodes of the topology to which results go. */
    public record Sinks(String charges, String nodes, String rejections, String tallies) {}

    private final Sinks sinks;
    private final Duration silence;
    private Sweep sweep;
    private Renewal<NodeLedger> renewal;
    private Journal journal;
    private WorkSums days;

    @SuppressWarnings("NullAway.Init") // what keeps state is there from start on
    public SessionLedgerProcessor(Accounting accounting, String storeName, Sinks sinks) {
        super(
                accounting,
                storeName,
                new Input<>(
                        Topics.SESSION_DELTAS,
                        accounting.partitions().sessions(),
                        "cluster/node",
                        new SessionDeltaWire()),
                new Outcomes.Sinks(sinks.rejections(), sinks.tallies()));
        this.sinks = sinks;
        this.silence = accounting.nodeSilence();
    }

    @Override
    WriteBackStore.Flush<NodeLedger> start() {
        journal = new Journal(accounting(), context(), sinks.charges(), Ledger.SESSION);
        days = new WorkSums(Ledger.SESSION);
        sweep = new Sweep(accounting().times().history(), SWEPT_PER_COMMIT);
        renewal =
                new Renewal<>(store(), "rows 1, silence " + silence, outcomes().isFirst());
        return new Flush();
    }

    @Override
    String key(SessionDelta delta, @Nullable String given) {
        return given != null && delta.hasKey(given) ? given : delta.key();
    }

    @Override
    long at(SessionDelta delta) {
        return delta.to();
    }

    @Override
    @Nullable
    Refused refusal(SessionDelta delta, long sent, long newest) {
        return delta.refusal(accounting().times(), sent, newest);
    }

    @Override
    @Nullable
    Refused apply(SessionDelta delta, Record<String, SessionDelta> record, Origin origin) {
        long timestamp = record.timestamp();
        WriteBackStore.CacheEntry<NodeLedger> slot = store().slot(record.key());
        SessionLedger ledger = slot.state().ledger();
        int waiting = ledger.waitingParts();
        SessionOutcome outcome = ledger.apply(new Segment(delta, origin.partition(), origin.offset()));
        store().changed(slot, timestamp);
        tally().sees(delta.to(), timestamp);
        tally().waits(ledger.waitingParts() - waiting);
        if (outcome instanceof SessionOutcome.Duplicate) {
            tally().duplicate();
        } else if (outcome instanceof SessionOutcome.Applied applied) {
            for (int left = applied.parts(); left > 0; left--) {
                tally().applied();
            }
            journal.write(
                    SessionJournal.charges(slot.key(), applied.charges(), origin.cause(record.timestamp()), days));
        }
        reject(slot.key(), outcome.refused(), timestamp);
        return null;
    }

    private void reject(String key, List<RefusedParts> refusals, long timestamp) {
        for (RefusedParts refusal : refusals) {
            for (Segment part : refusal.parts()) {
                Origin origin = new Origin(accounting().topic(Topics.SESSION_DELTAS), part.partition(), part.offset());
                reject(key, part.delta(), origin, refusal.refused(), timestamp);
            }
        }
    }

    private final class Flush implements WriteBackStore.Flush<NodeLedger> {
        @Override
        public void publish(WriteBackStore.CacheEntry<NodeLedger> slot) {
            if (slot.state().takeUnpublished()) {
                show(slot, slot.timestamp());
            }
        }

        private void show(WriteBackStore.CacheEntry<NodeLedger> slot, long timestamp) {
            SessionLedger ledger = slot.state().ledger();
            if (!ledger.time().isNone()) {
                NodeRow row =
                        NodeRow.of(slot.key(), ledger.time(), ledger.time().silenceMicros(silence));
                forward(slot.key(), row, timestamp, sinks.nodes());
            }
        }

        @Override
        public void finish() {
            renewal.next(slot -> show(slot, context().currentStreamTimeMs()), () -> {});
            sweep.next(tally().newest(), store(), this::forget);
            journal.write(days.take());
            journal.flush();
            outcomes().finish();
        }

        /** When exactly that happens changes no table: deltas that old are refused. */
        private void forget(WriteBackStore.CacheEntry<NodeLedger> slot) {
            SessionLedger ledger = slot.state().ledger();
            long timestamp = context().currentStreamTimeMs();
            int waiting = ledger.waitingParts();
            reject(slot.key(), ledger.forgetBefore(oldest()), timestamp);
            tally().waits(ledger.waitingParts() - waiting);
            if (ledger.isEmpty()) {
                store().drop(slot, new Pages(), timestamp);
            } else {
                store().changed(slot, timestamp);
            }
        }
    }
}
