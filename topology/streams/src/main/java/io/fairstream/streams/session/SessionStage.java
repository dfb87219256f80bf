package io.fairstream.streams.session;

import io.fairstream.rules.Pages;
import io.fairstream.rules.Rejection;
import io.fairstream.rules.journal.Charge;
import io.fairstream.rules.journal.Charge.Cause;
import io.fairstream.rules.journal.Charge.Ledger;
import io.fairstream.rules.journal.ChargeSums;
import io.fairstream.rules.journal.Outcome;
import io.fairstream.rules.journal.Outcome.Effect;
import io.fairstream.rules.session.Coverage;
import io.fairstream.rules.session.NodeTime;
import io.fairstream.rules.session.NodeTime.NodeRow;
import io.fairstream.rules.session.SessionDelta;
import io.fairstream.rules.session.SessionDelta.Segment;
import io.fairstream.rules.session.SessionLedger;
import io.fairstream.rules.session.SessionLedger.RejectedParts;
import io.fairstream.schemas.Topics;
import io.fairstream.streams.avro.Format;
import io.fairstream.streams.avro.RecordFormat;
import io.fairstream.streams.runtime.Maintenance;
import io.fairstream.streams.runtime.Output;
import io.fairstream.streams.runtime.SnapshotCodec;
import io.fairstream.streams.runtime.SnapshotCodec.Layout;
import io.fairstream.streams.runtime.Stage;
import io.fairstream.streams.runtime.StageInput;
import io.fairstream.streams.runtime.StateCodec;
import io.fairstream.streams.runtime.TopologyConfig;
import io.fairstream.streams.runtime.WriteBackStore.CacheEntry;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Turns session deltas into charges and the times of nodes, with one ledger for each node. */
public final class SessionStage extends Stage<SessionDelta, SessionStage.NodeLedger, Void> {
    public static final Format<SessionDelta> SESSION_DELTA =
            new RecordFormat<>(SessionDelta.class, Topics.SESSION_DELTAS);

    public static final Output<NodeRow> NODES = Output.of(Topics.NODES, NodeRow.class);

    private static final int ROWS = 1;

    private final TopologyConfig config;
    private final ChargeSums days = new ChargeSums(Ledger.SESSION);

    public SessionStage(TopologyConfig config) {
        this.config = config;
    }

    /** Input of session deltas, with their checks. The key is {@code cluster/node}; a matching key is reused, which avoids a new string. */
    public static StageInput<SessionDelta> input(TopologyConfig config) {
        return new StageInput<>(
                Topics.SESSION_DELTAS,
                SESSION_DELTA,
                new StageInput.Key<>(
                        "cluster/node", (delta, given) -> given != null && delta.hasKey(given) ? given : delta.key()),
                (delta, sent, newest) -> delta.refusal(config.times(), sent, newest),
                SessionDelta::to,
                new StageInput.Partitioning(config.partitions().sessions(), config.repartition(), null));
    }

    private record Configuration(int rows, long nodeSilenceMicros) {}

    @Override
    public StateCodec<NodeLedger, Void> codec() {
        return NodeLedger.codec();
    }

    @Override
    protected Maintenance<NodeLedger> maintenance() {
        return new Maintenance<NodeLedger>()
                .expire(config.times().maxLateness(), this::expire)
                .migrate(
                        new Configuration(ROWS, TimeUnit.MICROSECONDS.convert(config.nodeSilence())),
                        state -> write(state, out().wallClock()))
                .atCommit(() -> out().charge(days.take()));
    }

    @Override
    protected @Nullable Rejection apply(CacheEntry<NodeLedger> state, SessionDelta delta, Cause cause) {
        SessionLedger ledger = state.state().ledger;
        int waiting = ledger.waitingParts();
        Segment part = new Segment(delta, cause.partition(), cause.offset());
        Outcome<Charge, RejectedParts> outcome = ledger.apply(part, cause);
        out().changed(state, cause.sent());
        out().counts().noteEvent(delta.to(), cause.sent());
        out().counts().count(Effect.WAITING, ledger.waitingParts() - waiting);
        if (outcome.effect() == Effect.DUPLICATE) {
            out().counts().count(Effect.DUPLICATE);
        } else if (outcome.effect() == Effect.APPLIED) {
            out().counts().count(Effect.APPLIED, delta.parts());
            out().charge(outcome.charges());
            SessionLedger.addTo(days, outcome.charges());
        }
        reject(state.key(), outcome.results(), cause.sent());
        return null;
    }

    private void reject(String key, List<RejectedParts> refusals, long timestamp) {
        for (RejectedParts refusal : refusals) {
            for (Segment part : refusal.parts()) {
                String topic = config.topic(Topics.SESSION_DELTAS);
                Cause record = new Cause(topic, part.partition(), part.offset(), timestamp);
                out().reject(key, part.delta(), record, refusal.refused());
            }
        }
    }

    @Override
    protected void rows(CacheEntry<NodeLedger> state) {
        if (state.state().takeUnpublished()) {
            write(state, state.timestamp());
        }
    }

    private void write(CacheEntry<NodeLedger> state, long timestamp) {
        SessionLedger ledger = state.state().ledger;
        if (!ledger.time().isNone()) {
            long silence = ledger.time().silenceMicros(config.nodeSilence());
            out().write(NODES, state.key(), NodeRow.of(state.key(), ledger.time(), silence), timestamp);
        }
    }

    private void expire(CacheEntry<NodeLedger> state) {
        SessionLedger ledger = state.state().ledger;
        long timestamp = out().streamTime();
        int waiting = ledger.waitingParts();
        int intervals = ledger.coverage().stretches().size();
        reject(state.key(), ledger.forgetBefore(out().oldest()), timestamp);
        out().counts().count(Effect.WAITING, ledger.waitingParts() - waiting);
        if (ledger.isEmpty()) {
            out().store().drop(state, new Pages(), timestamp);
        } else if (ledger.waitingParts() < waiting
                || ledger.coverage().stretches().size() < intervals) {
            out().changed(state, timestamp);
        }
    }

    /** Ledger of a node, and its last published times. Mutable; one owner. */
    static final class NodeLedger {
        private static final Layout<NodeLedger, Snapshot> LAYOUT =
                new Layout<>("session ledger", 1, Snapshot.class, NodeLedger::snapshot, NodeLedger::of);

        final SessionLedger ledger;
        private NodeTime published;

        /** Complete stored state of a ledger, whose times had been published. The parts lack the names of cluster and node, the key. */
        private record Snapshot(NodeTime time, Coverage coverage, List<Segment> waiting) {}

        NodeLedger(SessionLedger ledger) {
            this.ledger = ledger;
            this.published = ledger.time();
        }

        static StateCodec<NodeLedger, Void> codec() {
            return new SnapshotCodec<>(() -> new NodeLedger(new SessionLedger()), LAYOUT, null);
        }

        private static NodeLedger of(String key, Snapshot kept) {
            int slash = key.indexOf('/');
            String cluster = key.substring(0, Math.max(0, slash));
            String node = key.substring(slash + 1);
            List<Segment> waiting =
                    kept.waiting.stream().map(part -> part.on(cluster, node)).toList();
            return new NodeLedger(new SessionLedger(kept.time, kept.coverage, waiting));
        }

        private Snapshot snapshot() {
            List<Segment> waiting =
                    ledger.waiting().stream().map(part -> part.on("", "")).toList();
            return new Snapshot(ledger.time(), ledger.coverage(), waiting);
        }

        /** Returns true if the row of the node must be written; afterwards the row counts as written. */
        boolean takeUnpublished() {
            boolean isStale = !published.equals(ledger.time());
            published = ledger.time();
            return isStale;
        }
    }
}
