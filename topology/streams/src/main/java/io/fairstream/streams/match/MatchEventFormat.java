package io.fairstream.streams.match;

import io.fairstream.rules.match.MatchEvent;
import io.fairstream.rules.match.MatchEvent.MatchChange;
import io.fairstream.schemas.ObservedState;
import io.fairstream.streams.avro.AvroIn;
import io.fairstream.streams.avro.AvroOut;
import io.fairstream.streams.avro.FieldFormats.Symbols;
import io.fairstream.streams.avro.Format;
import org.apache.avro.Schema;

final class MatchEventFormat implements Format<MatchEvent> {
    private static final Symbols<MatchChange.Observed.State> STATES =
            new Symbols<>(MatchChange.Observed.State.class, ObservedState.getClassSchema());

    @Override
    public Schema schema() {
        return io.fairstream.schemas.MatchEvent.getClassSchema();
    }

    @Override
    public MatchEvent read(AvroIn in) {
        String resource = in.readString();
        String pool = in.readString();
        long at = in.readLong();
        return new MatchEvent(resource, pool, at, readChange(in));
    }

    static MatchChange readChange(AvroIn in) {
        return switch (in.readIndex(3)) {
            case 0 -> new MatchChange.Matched(in.readString(), in.readDouble(), in.readString());
            case 1 -> new MatchChange.Unmatched(in.readString());
            default -> readObserved(in);
        };
    }

    private static MatchChange readObserved(AvroIn in) {
        MatchChange.Observed.State state = STATES.at(in.readIndex(STATES.count()));
        return new MatchChange.Observed(state, in.readNullableString(), in.readDouble(), in.readBoolean());
    }

    @Override
    public void write(MatchEvent event, AvroOut out) {
        out.writeString(event.resource());
        out.writeString(event.pool());
        out.writeLong(event.at());
        writeChange(event.change(), out);
    }

    static void writeChange(MatchChange change, AvroOut out) {
        if (change instanceof MatchChange.Matched matched) {
            out.writeLong(0);
            out.writeString(matched.customer());
            out.writeDouble(matched.slotWeight());
            out.writeString(matched.matchId());
        } else if (change instanceof MatchChange.Unmatched unmatched) {
            out.writeLong(1);
            out.writeString(unmatched.matchId());
        } else if (change instanceof MatchChange.Observed observed) {
            out.writeLong(2);
            out.writeLong(STATES.index(observed.state()));
            out.writeNullable(observed.customer());
            out.writeDouble(observed.slotWeight());
            out.writeBoolean(observed.suspended());
        }
    }
}
