package io.fairstream.streams.session;

import io.fairstream.rules.Amounts;
import io.fairstream.rules.session.Coverage;
import io.fairstream.rules.session.Coverage.Interval;
import io.fairstream.rules.session.NodeTime;
import io.fairstream.rules.session.SessionDelta;
import io.fairstream.rules.session.SessionDelta.Segment;
import io.fairstream.rules.session.SessionDelta.SessionKind;
import io.fairstream.rules.session.SessionLedger;
import io.fairstream.streams.state.SnapshotCodec;
import io.fairstream.streams.state.SnapshotCodec.Layout;
import io.fairstream.streams.state.StateCodec;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Ledger of a node, and its last published times. Mutable; one owner. */
final class NodeLedger {
    private static final Layout<NodeLedger, Snapshot> LAYOUT =
            new Layout<>("session ledger", 1, Snapshot.class, NodeLedger::snapshot, NodeLedger::of);

    private final SessionLedger ledger;
    private NodeTime published;

    /** Complete stored state of a ledger, whose times had been published. */
    private record Snapshot(NodeTime time, List<Interval> stretches, boolean hasForgotten, List<Part> waiting) {}

    /** Stored part that waits, without the names of cluster and node, which are the key. */
    private record Part(
            String incarnation,
            long sequence,
            int parts,
            long session,
            SessionKind kind,
            long jobId,
            @Nullable Long userId,
            String user,
            long from,
            long to,
            long userCpuMicros,
            long systemCpuMicros,
            Amounts usedBesides,
            int nodeProcessors,
            long nodeEnergyMillijoules,
            int partition,
            long offset) {
        static Part of(Segment segment) {
            SessionDelta delta = segment.delta();
            return new Part(
                    delta.incarnation(),
                    delta.sequence(),
                    delta.parts(),
                    delta.session(),
                    delta.kind(),
                    delta.jobId(),
                    delta.userId(),
                    delta.user(),
                    delta.from(),
                    delta.to(),
                    delta.userCpuMicros(),
                    delta.systemCpuMicros(),
                    delta.usedBesides(),
                    delta.nodeProcessors(),
                    delta.nodeEnergyMillijoules(),
                    segment.partition(),
                    segment.offset());
        }

        Segment segment(String cluster, String node) {
            SessionDelta delta = new SessionDelta(
                    cluster,
                    node,
                    incarnation,
                    sequence,
                    parts,
                    session,
                    kind,
                    jobId,
                    userId,
                    user,
                    from,
                    to,
                    userCpuMicros,
                    systemCpuMicros,
                    usedBesides,
                    nodeProcessors,
                    nodeEnergyMillijoules);
            return new Segment(delta, partition, offset);
        }
    }

    /** Restores a stored ledger, whose times had been published. */
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
        Coverage coverage = new Coverage(kept.stretches, kept.hasForgotten);
        return new NodeLedger(new SessionLedger(
                kept.time,
                coverage,
                kept.waiting.stream().map(part -> part.segment(cluster, node)).toList()));
    }

    private Snapshot snapshot() {
        Coverage coverage = ledger.coverage();
        return new Snapshot(
                ledger.time(),
                coverage.stretches(),
                coverage.hasForgotten(),
                ledger.waiting().stream().map(Part::of).toList());
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
