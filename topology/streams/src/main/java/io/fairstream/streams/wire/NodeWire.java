package io.fairstream.streams.wire;

import io.fairstream.rules.ledger.session.NodeTime;
import io.fairstream.schemas.Node;
import org.apache.avro.Schema;

/** Rows of nodes. */
public final class NodeWire implements FastAvroWriter<NodeRow> {
    @Override
    public Schema schema() {
        return Node.getClassSchema();
    }

    @Override
    public void write(NodeRow row, AvroOut out) {
        NodeTime time = row.time();
        out.writeString(row.cluster());
        out.writeString(row.node());
        out.writeLong(time.processors());
        out.writeLong(time.sessionsMicros());
        out.writeLong(time.systemMicros());
        out.writeLong(time.idleMicros());
        out.writeLong(time.downMicros());
        out.writeLong(time.capacityMicros());
        out.writeLong(time.coveredFrom());
        out.writeLong(time.coveredUntil());
        out.writeLong(row.silenceMicros());
    }
}
