package io.fairstream.streams.wire;

import io.fairstream.rules.ledger.OpenMatch;
import org.apache.avro.Schema;

/** Rows of open matches. */
public final class OpenMatchWire implements FastAvroWriter<HeldMatch> {
    @Override
    public Schema schema() {
        return io.fairstream.schemas.OpenMatch.getClassSchema();
    }

    @Override
    public void write(HeldMatch held, AvroOut out) {
        OpenMatch match = held.match();
        out.writeString(held.resource());
        out.writeString(match.pool());
        out.writeString(match.customer());
        out.writeDouble(match.slotWeight());
        out.writeLong(match.start());
        out.writeString(match.matchId());
    }
}
