package io.fairstream.streams.wire;

import io.fairstream.rules.account.balance.Allocation;
import java.time.Duration;
import org.apache.avro.Schema;

/** Decisions about allocations. */
public final class AllocationWire implements FastAvroReader<Allocation>, FastAvroWriter<Allocation> {
    private static final double MILLIS = 1e3;

    @Override
    public Schema schema() {
        return io.fairstream.schemas.Allocation.getClassSchema();
    }

    @Override
    public Allocation read(AvroIn in) {
        return new Allocation(
                in.readString(),
                in.readString(),
                in.readString(),
                in.readDouble(),
                in.readDouble(),
                Duration.ofMillis(Math.round(in.readDouble() * MILLIS)),
                in.readLong(),
                in.readNullableLong(),
                in.readNullableDouble());
    }

    @Override
    public void write(Allocation allocation, AvroOut out) {
        out.writeString(allocation.target());
        out.writeString(allocation.project());
        out.writeString(allocation.app());
        out.writeDouble(allocation.initialBalance());
        out.writeDouble(allocation.accrual());
        out.writeDouble(allocation.interval().toMillis() / MILLIS);
        out.writeLong(allocation.start());
        out.writeNullable(allocation.end());
        out.writeNullable(allocation.cap());
    }
}
