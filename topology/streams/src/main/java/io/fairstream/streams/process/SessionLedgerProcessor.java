package io.fairstream.streams.process;

import io.fairstream.rules.EventTimes;
import io.fairstream.rules.Pages;
import io.fairstream.rules.Refused;
import io.fairstream.rules.ledger.session.Part;
import io.fairstream.rules.ledger.session.RefusedParts;
import io.fairstream.rules.ledger.session.SessionCharge;
import io.fairstream.rules.ledger.session.SessionDelta;
import io.fairstream.rules.ledger.session.SessionLedger;
import io.fairstream.rules.ledger.session.SessionOutcome;
import io.fairstream.schemas.Topics;
import io.fairstream.streams.state.NodeLedger;
import io.fairstream.streams.state.WriteBackStore;
import io.fairstream.streams.wire.NodeRow;
import io.fairstream.streams.wire.Origin;
import io.fairstream.streams.wire.Plain;
import io.fairstream.streams.wire.SessionDeltaWire;
import io.fairstream.streams.wire.SessionEntry;
import java.time.Duration;
import java.util.List;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/** Turns session deltas into charges and the times of nodes: a ledger for each node. */
public final class SessionLedgerProcessor implements Processor<String, SessionDelta, String, Object> {
    private static final int SWEPT_PER_COMMIT = 2000;

    /** The nodes of the topology to which results go. */
    public record Sinks(String charges, String nodes, String rejections, String tallies) {}

    private final Accounting accounting;
    private final String storeName;
    private final Sinks sinks;
    private final Duration silence;
    private final Inputs inputs;
    private ProcessorContext<String, Object> context;
    private WriteBackStore<NodeLedger, Void> store;
    private Outcomes outcomes;
    private Sweep sweep;
    private Renewal<NodeLedger> renewal;

    @SuppressWarnings("NullAway.Init") // the context is there from init on
    public SessionLedgerProcessor(Accounting accounting, String storeName, Sinks sinks) {
        this.accounting = accounting;
        this.storeName = storeName;
        this.sinks = sinks;
        this.silence = accounting.nodeSilence();
        this.inputs = new Inputs(accounting.partitions().sessions(), accounting.repartition());
    }

    @Override
    public void init(ProcessorContext<String, Object> processorContext) {
        context = processorContext;
        store = context.getStateStore(storeName);
        outcomes = new Outcomes(
                context,
                store,
                accounting.topic(Topics.SESSION_DELTAS),
                new Outcomes.Sinks(sinks.rejections(), sinks.tallies()));
        sweep = new Sweep(accounting.times().history(), SWEPT_PER_COMMIT);
        renewal = new Renewal<>(store, "rows 1, silence " + silence, outcomes.isFirst());
        store.onFlush(context, new Flush());
    }

    @Override
    public void process(Record<String, SessionDelta> record) {
        Origin origin = inputs.origin(context, record.headers());
        SessionDelta delta = record.value();
        Refused refused = refusal(record, delta, origin);
        if (refused == null) {
            apply(delta, record, origin);
        } else {
            reject(record.key(), delta, origin, refused, record.timestamp());
        }
        store.spare();
    }

    private @Nullable Refused refusal(
            Record<String, SessionDelta> record, @Nullable SessionDelta delta, Origin origin) {
        String key = delta == null || delta.hasKey(record.key()) ? record.key() : delta.key();
        Refused refused = inputs.refusal(record.key(), "cluster/node", delta == null ? null : key, origin);
        if (refused != null || delta == null) {
            return refused;
        }
        return delta.refusal(
                accounting.times(), record.timestamp(), outcomes.tally().newest());
    }

    private void apply(SessionDelta delta, Record<String, SessionDelta> record, Origin origin) {
        long timestamp = record.timestamp();
        WriteBackStore.Slot<NodeLedger> slot = store.slot(record.key());
        SessionLedger ledger = slot.state().ledger();
        int waiting = ledger.waitingParts();
        SessionOutcome outcome = ledger.apply(new Part(delta, origin.partition(), origin.offset()));
        store.changed(slot, timestamp);
        Tally tally = outcomes.tally();
        tally.sees(delta.to(), timestamp);
        tally.waits(ledger.waitingParts() - waiting);
        if (outcome instanceof SessionOutcome.Duplicate) {
            tally.duplicate();
        } else if (outcome instanceof SessionOutcome.Applied applied) {
            for (int left = applied.parts(); left > 0; left--) {
                tally.applied();
            }
            charge(slot.key(), applied.charges(), origin, timestamp);
        }
        reject(slot.key(), outcome.refused(), timestamp);
    }

    private void charge(String node, List<SessionCharge> charges, Origin cause, long timestamp) {
        for (SessionCharge charge : charges) {
            SessionEntry entry = new SessionEntry(charge, node, cause);
            context.forward(new Record<>(charge.account(), entry, timestamp), sinks.charges());
        }
    }

    private void reject(String key, List<RefusedParts> refusals, long timestamp) {
        for (RefusedParts refusal : refusals) {
            for (Part part : refusal.parts()) {
                Origin origin = new Origin(accounting.topic(Topics.SESSION_DELTAS), part.partition(), part.offset());
                reject(key, part.delta(), origin, refusal.refused(), timestamp);
            }
        }
    }

    private void reject(String key, @Nullable SessionDelta delta, Origin origin, Refused refused, long timestamp) {
        Long at = delta == null ? null : (Long) delta.to();
        String original = delta == null ? "" : Plain.json(new SessionDeltaWire(), delta);
        outcomes.reject(new Record<>(key, delta, timestamp), origin, at, refused, original);
    }

    private final class Flush implements WriteBackStore.Flush<NodeLedger> {
        @Override
        public void publish(WriteBackStore.Slot<NodeLedger> slot) {
            if (slot.state().takeUnpublished()) {
                show(slot, slot.timestamp());
            }
        }

        private void show(WriteBackStore.Slot<NodeLedger> slot, long timestamp) {
            SessionLedger ledger = slot.state().ledger();
            if (!ledger.time().isNone()) {
                NodeRow row =
                        new NodeRow(slot.key(), ledger.time(), ledger.time().silenceMicros(silence));
                context.forward(new Record<>(slot.key(), row, timestamp), sinks.nodes());
            }
        }

        @Override
        public void finish() {
            renewal.next(slot -> show(slot, context.currentStreamTimeMs()), () -> {});
            sweep.next(outcomes.tally().newest(), store, this::forget);
            outcomes.finish();
        }

        /** When exactly that happens changes no table: deltas that old are refused. */
        private void forget(WriteBackStore.Slot<NodeLedger> slot) {
            SessionLedger ledger = slot.state().ledger();
            long timestamp = context.currentStreamTimeMs();
            int waiting = ledger.waitingParts();
            reject(slot.key(), ledger.forgetBefore(oldest()), timestamp);
            outcomes.tally().waits(ledger.waitingParts() - waiting);
            if (ledger.isEmpty()) {
                store.drop(slot, new Pages(), timestamp);
            } else {
                store.changed(slot, timestamp);
            }
        }

        private long oldest() {
            long newest = outcomes.tally().newest();
            return newest == EventTimes.NONE ? newest : accounting.times().oldest(newest);
        }
    }
}
