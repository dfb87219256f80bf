package io.fairstream.streams.session;

import io.fairstream.rules.session.Coverage;
import io.fairstream.rules.session.Interval;
import io.fairstream.rules.session.NodeTime;
import io.fairstream.rules.session.Segment;
import io.fairstream.rules.session.SessionDelta;
import io.fairstream.rules.session.SessionKind;
import io.fairstream.rules.session.SessionLedger;
import io.fairstream.streams.state.StateBytes.StateIn;
import io.fairstream.streams.state.StateBytes.StateOut;
import io.fairstream.streams.state.StateCodec;
import io.fairstream.streams.state.StateCodec.PagelessCodec;
import io.fairstream.streams.state.UsageParts;
import java.util.ArrayList;
import java.util.List;

/** A node's ledger and what was last published of it. Mutable; one owner. */
final class NodeLedger {
    private final SessionLedger ledger;
    private NodeTime published;

    /** A ledger as it was kept: its times were published then. */
    public NodeLedger(SessionLedger ledger) {
        this.ledger = ledger;
        this.published = ledger.time();
    }

    public SessionLedger ledger() {
        return ledger;
    }

    /** Returns true if the row of the node must be written; afterwards the row counts as written. */
    public boolean takeUnpublished() {
        boolean isStale = !published.equals(ledger.time());
        published = ledger.time();
        return isStale;
    }

    /** Keeps session ledgers. Not safe for several threads. */
    public static final class NodeLedgerCodec implements PagelessCodec<NodeLedger> {
        private static final int VERSION = 1;

        private final StateOut out = new StateOut();

        @Override
        public NodeLedger create() {
            return new NodeLedger(new SessionLedger());
        }

        @Override
        public byte[] write(NodeLedger state) {
            SessionLedger ledger = state.ledger();
            out.begin(VERSION);
            writeTime(ledger.time());
            writeCoverage(ledger.coverage());
            List<Segment> waiting = ledger.waiting();
            out.writeLong(waiting.size());
            waiting.forEach(this::writePart);
            return out.toByteArray();
        }

        @Override
        public NodeLedger read(String key, byte[] bytes) {
            StateIn in = new StateIn(bytes);
            if (in.version() != VERSION) {
                throw StateCodec.unknown("session ledger", in.version());
            }
            return new NodeLedger(new SessionLedger(readTime(in), readCoverage(in), readParts(key, in)));
        }

        private void writeTime(NodeTime time) {
            out.writeLong(time.processors());
            out.writeLong(time.mostProcessors());
            out.writeLong(time.sessionsMicros());
            out.writeLong(time.systemMicros());
            out.writeLong(time.idleMicros());
            out.writeLong(time.downMicros());
            out.writeLong(time.capacityMicros());
            out.writeLong(time.coveredFrom());
            out.writeLong(time.coveredUntil());
            out.writeLong(time.lastMillis());
        }

        private static NodeTime readTime(StateIn in) {
            return new NodeTime(
                    in.readInt(),
                    in.readInt(),
                    in.readLong(),
                    in.readLong(),
                    in.readLong(),
                    in.readLong(),
                    in.readLong(),
                    in.readLong(),
                    in.readLong(),
                    in.readLong());
        }

        private void writeCoverage(Coverage coverage) {
            out.writeBoolean(coverage.hasForgotten());
            out.writeLong(coverage.stretches().size());
            long before = 0;
            for (Interval stretch : coverage.stretches()) {
                out.writeString(stretch.incarnation());
                out.writeLong(stretch.firstSequence());
                out.writeLong(stretch.lastSequence() - stretch.firstSequence());
                out.writeLong(stretch.from() - before);
                out.writeLong(stretch.to() - stretch.from());
                out.writeLong(stretch.processors());
                before = stretch.to();
            }
        }

        private static Coverage readCoverage(StateIn in) {
            boolean hasForgotten = in.readBoolean();
            int count = in.readInt();
            List<Interval> stretches = new ArrayList<>(count);
            long before = 0;
            for (int i = 0; i < count; i++) {
                String incarnation = in.readString();
                long first = in.readLong();
                long last = first + in.readLong();
                long from = before + in.readLong();
                long to = from + in.readLong();
                stretches.add(new Interval(incarnation, first, last, from, to, in.readInt()));
                before = to;
            }
            return new Coverage(stretches, hasForgotten);
        }

        /** Without the names of cluster and node, which are the key. */
        private void writePart(Segment part) {
            SessionDelta delta = part.delta();
            out.writeLong(part.partition());
            out.writeLong(part.offset());
            out.writeString(delta.incarnation());
            out.writeLong(delta.sequence());
            out.writeLong(delta.parts());
            out.writeLong(delta.session());
            out.writeString(delta.kind().name());
            out.writeLong(delta.jobId());
            out.writeBoolean(delta.userId() != null);
            if (delta.userId() != null) {
                out.writeLong(delta.userId());
            }
            out.writeString(delta.user());
            out.writeLong(delta.from());
            out.writeLong(delta.to());
            out.writeLong(delta.userCpuMicros());
            out.writeLong(delta.systemCpuMicros());
            UsageParts.write(delta.usedBesides(), out);
            out.writeLong(delta.nodeProcessors());
            out.writeLong(delta.nodeEnergyMillijoules());
        }

        private static List<Segment> readParts(String key, StateIn in) {
            String cluster = key.substring(0, Math.max(0, key.indexOf('/')));
            String node = key.substring(key.indexOf('/') + 1);
            int count = in.readInt();
            List<Segment> parts = new ArrayList<>(count);
            for (int i = 0; i < count; i++) {
                int partition = in.readInt();
                long offset = in.readLong();
                parts.add(new Segment(readDelta(cluster, node, in), partition, offset));
            }
            return parts;
        }

        private static SessionDelta readDelta(String cluster, String node, StateIn in) {
            return new SessionDelta(
                    cluster,
                    node,
                    in.readString(),
                    in.readLong(),
                    in.readInt(),
                    in.readLong(),
                    SessionKind.valueOf(in.readString()),
                    in.readLong(),
                    in.readBoolean() ? (Long) in.readLong() : null,
                    in.readString(),
                    in.readLong(),
                    in.readLong(),
                    in.readLong(),
                    in.readLong(),
                    UsageParts.readAmounts(in),
                    in.readInt(),
                    in.readLong());
        }
    }
}
