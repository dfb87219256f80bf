package io.fairstream.streams.session;

import io.fairstream.rules.session.SessionDelta;
import io.fairstream.rules.session.SessionDelta.SessionKind;
import io.fairstream.streams.avro.AvroIn;
import io.fairstream.streams.avro.AvroOut;
import io.fairstream.streams.avro.FieldFormats.QuantityFields;
import io.fairstream.streams.avro.FieldFormats.Symbols;
import io.fairstream.streams.avro.Format;
import org.apache.avro.Schema;

final class SessionDeltaFormat implements Format<SessionDelta> {
    private static final Symbols<SessionKind> KINDS =
            new Symbols<>(SessionKind.class, io.fairstream.schemas.SessionKind.getClassSchema());

    @Override
    public Schema schema() {
        return io.fairstream.schemas.SessionDelta.getClassSchema();
    }

    @Override
    public SessionDelta read(AvroIn in) {
        return new SessionDelta(
                in.readString(),
                in.readString(),
                in.readString(),
                in.readLong(),
                in.readInt(),
                in.readLong(),
                KINDS.at(in.readIndex(KINDS.count())),
                in.readLong(),
                in.readIndex(2) == 0 ? null : (Long) in.readLong(),
                in.readString(),
                in.readLong(),
                in.readLong(),
                in.readLong(),
                in.readLong(),
                QuantityFields.readBesidesCpu(in),
                in.readInt(),
                in.readLong());
    }

    @Override
    public void write(SessionDelta delta, AvroOut out) {
        out.writeString(delta.cluster());
        out.writeString(delta.node());
        out.writeString(delta.incarnation());
        out.writeLong(delta.sequence());
        out.writeLong(delta.parts());
        out.writeLong(delta.session());
        out.writeLong(KINDS.index(delta.kind()));
        out.writeLong(delta.jobId());
        out.writeNullable(delta.userId());
        out.writeString(delta.user());
        out.writeLong(delta.from());
        out.writeLong(delta.to());
        out.writeLong(delta.userCpuMicros());
        out.writeLong(delta.systemCpuMicros());
        QuantityFields.writeBesidesCpu(delta.usedBesides(), out);
        out.writeLong(delta.nodeProcessors());
        out.writeLong(delta.nodeEnergyMillijoules());
    }
}
