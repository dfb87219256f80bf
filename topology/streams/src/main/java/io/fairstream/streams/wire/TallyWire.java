package io.fairstream.streams.wire;

import io.fairstream.rules.EventTimes;
import io.fairstream.schemas.Tally;
import org.apache.avro.Schema;

/** Tallies. */
public final class TallyWire implements FastAvroWriter<TallyRow> {
    @Override
    public Schema schema() {
        return Tally.getClassSchema();
    }

    @Override
    public void write(TallyRow row, AvroOut out) {
        out.writeString(row.topic());
        out.writeLong(row.partition());
        out.writeLong(row.read());
        out.writeLong(row.applied());
        out.writeLong(row.duplicates());
        out.writeLong(row.withoutEffect());
        out.writeLong(row.rejected());
        out.writeLong(row.waiting());
        out.writeNullable(row.newest() == EventTimes.NONE ? null : (Long) row.newest());
        out.writeNullable(row.ambiguous() == 0 ? null : (Long) row.ambiguous());
    }
}
