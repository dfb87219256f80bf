package io.fairstream.streams.wire;

import io.fairstream.rules.ledger.EndedBy;
import io.fairstream.rules.ledger.FinishedMatch;
import io.fairstream.rules.ledger.OpenMatch;
import io.fairstream.schemas.MatchRecord;
import org.apache.avro.Schema;

/** Match records. */
public final class MatchRecordWire implements FastAvroWriter<MatchRow> {
    private static final Symbols<EndedBy> ENDS =
            new Symbols<>(EndedBy.class, io.fairstream.schemas.EndedBy.getClassSchema());

    @Override
    public Schema schema() {
        return MatchRecord.getClassSchema();
    }

    @Override
    public void write(MatchRow row, AvroOut out) {
        FinishedMatch finished = row.record().finished();
        OpenMatch match = finished.match();
        out.writeString(row.resource());
        out.writeString(match.pool());
        out.writeString(match.customer());
        out.writeDouble(match.slotWeight());
        out.writeLong(match.start());
        out.writeLong(finished.end());
        out.writeString(match.matchId());
        out.writeLong(ENDS.index(finished.endedBy()));
        out.writeLong(row.record().revision());
    }
}
