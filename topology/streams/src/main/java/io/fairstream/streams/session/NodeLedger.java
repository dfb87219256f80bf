package io.fairstream.streams.session;

import io.fairstream.rules.session.Coverage;
import io.fairstream.rules.session.Coverage.Interval;
import io.fairstream.rules.session.NodeTime;
import io.fairstream.rules.session.SessionDelta.Segment;
import io.fairstream.rules.session.SessionLedger;
import io.fairstream.streams.state.SnapshotCodec;
import io.fairstream.streams.state.SnapshotCodec.Layout;
import io.fairstream.streams.state.StateCodec;
import java.util.List;

/** A node's ledger and what was last published of it. Mutable; one owner. */
final class NodeLedger {
    private static final Layout<NodeLedger, Snapshot> LAYOUT = new Layout<>(
            "session ledger", 1, Snapshot.class, NodeLedger::snapshot, (node, kept) -> NodeLedger.of(kept));

    private final SessionLedger ledger;
    private NodeTime published;

    /** All there is to a ledger, to keep it: the times were published then. */
    private record Snapshot(NodeTime time, List<Interval> stretches, boolean hasForgotten, List<Segment> waiting) {}

    /** A ledger as it was kept: its times were published then. */
    NodeLedger(SessionLedger ledger) {
        this.ledger = ledger;
        this.published = ledger.time();
    }

    /** Codec of ledgers. */
    static StateCodec<NodeLedger, Void> codec() {
        return new SnapshotCodec<>(() -> new NodeLedger(new SessionLedger()), LAYOUT, null);
    }

    private static NodeLedger of(Snapshot kept) {
        Coverage coverage = new Coverage(kept.stretches, kept.hasForgotten);
        return new NodeLedger(new SessionLedger(kept.time, coverage, kept.waiting));
    }

    private Snapshot snapshot() {
        Coverage coverage = ledger.coverage();
        return new Snapshot(ledger.time(), coverage.stretches(), coverage.hasForgotten(), ledger.waiting());
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
