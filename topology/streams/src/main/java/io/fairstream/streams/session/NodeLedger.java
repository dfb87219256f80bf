package io.fairstream.streams.session;

import io.fairstream.rules.session.Coverage;
import io.fairstream.rules.session.NodeTime;
import io.fairstream.rules.session.SessionDelta.Segment;
import io.fairstream.rules.session.SessionLedger;
import io.fairstream.streams.runtime.SnapshotCodec;
import io.fairstream.streams.runtime.SnapshotCodec.Layout;
import io.fairstream.streams.runtime.StateCodec;
import java.util.List;

/** Ledger of a node, and its last published times. Mutable; one owner. */
final class NodeLedger {
    private static final Layout<NodeLedger, Snapshot> LAYOUT =
            new Layout<>("session ledger", 1, Snapshot.class, NodeLedger::snapshot, NodeLedger::of);

    private final SessionLedger ledger;
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

    SessionLedger ledger() {
        return ledger;
    }

    /** Returns true if the row of the node must be written; afterwards the row counts as written. */
    boolean takeUnpublished() {
        boolean isStale = !published.equals(ledger.time());
        published = ledger.time();
        return isStale;
    }
}
