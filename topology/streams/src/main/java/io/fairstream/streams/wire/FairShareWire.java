package io.fairstream.streams.wire;

import io.fairstream.rules.share.Ranking;
import io.fairstream.schemas.FairShare;
import org.apache.avro.Schema;

/** Places of users in banks. */
public final class FairShareWire implements FastAvroWriter<FairShareRow> {
    @Override
    public Schema schema() {
        return FairShare.getClassSchema();
    }

    @Override
    public void write(FairShareRow row, AvroOut out) {
        Ranking.Place place = row.place();
        out.writeString(place.path());
        out.writeString(row.policy());
        out.writeDouble(place.factor());
        out.writeNullable(Double.isInfinite(place.levelShare()) ? null : (Double) place.levelShare());
        out.writeLong(place.rank());
        out.writeLong(place.of());
        out.writeDouble(row.share().usage());
        out.writeDouble(row.share().ofShares());
        out.writeDouble(row.share().ofUsage());
        out.writeLong(row.asOf());
    }
}
