package io.fairstream.query.records;

import io.fairstream.schemas.FactorSource;
import io.fairstream.schemas.Lease;
import io.fairstream.schemas.LeaseKind;
import io.fairstream.schemas.Priority;
import io.fairstream.streams.avro.AvroIn;
import io.fairstream.streams.avro.FastAvroReader;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.Schema;
import org.jspecify.annotations.Nullable;

/** Fast reader of priority rows; some commands must read a hundred thousand of them before they can answer. */
final class PriorityReader implements FastAvroReader<Priority> {
    private static final FactorSource[] SOURCES = FactorSource.values();
    private static final LeaseKind[] KINDS = LeaseKind.values();

    @Override
    public Schema schema() {
        return Priority.getClassSchema();
    }

    @Override
    public Priority read(AvroIn in) {
        // arguments are evaluated from left to right, which is the order of the schema's fields
        return new Priority(
                in.readString(),
                in.readDouble(),
                in.readDouble(),
                in.readDouble(),
                SOURCES[in.readIndex(SOURCES.length)],
                in.readNullableDouble(),
                in.readNullableDouble(),
                readLeases(in),
                in.readLong(),
                in.readDouble(),
                in.readDouble(),
                in.readDouble(),
                readNullableTime(in),
                readNullableTime(in),
                readTime(in),
                in.readDouble(),
                in.readBoolean(),
                in.readNullableString(),
                in.readNullableDouble());
    }

    private static List<Lease> readLeases(AvroIn in) {
        List<Lease> leases = new ArrayList<>(0);
        in.readBlocks(() -> leases.add(readLease(in)));
        return leases;
    }

    private static Lease readLease(AvroIn in) {
        return new Lease(
                KINDS[in.readIndex(KINDS.length)],
                in.readDouble(),
                readTime(in),
                readTime(in),
                in.readNullableDouble(),
                in.readIndex(2) == 0 ? null : SOURCES[in.readIndex(SOURCES.length)]);
    }

    private static Instant readTime(AvroIn in) {
        return Instant.ofEpochMilli(in.readLong());
    }

    private static @Nullable Instant readNullableTime(AvroIn in) {
        return in.readIndex(2) == 0 ? null : readTime(in);
    }
}
