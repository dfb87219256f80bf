package io.fairstream.streams.wire;

import io.fairstream.rules.Reason;
import io.fairstream.schemas.Rejection;
import io.fairstream.schemas.RejectionReason;
import org.apache.avro.Schema;

/** Rejections. */
public final class RejectionWire implements FastAvroWriter<RejectionRow> {
    private static final Symbols<Reason> REASONS = new Symbols<>(Reason.class, RejectionReason.getClassSchema());

    @Override
    public Schema schema() {
        return Rejection.getClassSchema();
    }

    @Override
    public void write(RejectionRow row, AvroOut out) {
        out.writeString(row.origin().topic());
        out.writeLong(row.origin().partition());
        out.writeLong(row.origin().offset());
        out.writeNullable(row.at());
        out.writeLong(REASONS.index(row.refused().reason()));
        out.writeString(row.refused().detail());
        out.writeString(row.original());
    }
}
