package io.fairstream.benchmarks.flink;

import io.fairstream.app.config.Keys;
import io.fairstream.app.config.Settings;
import io.fairstream.rules.decay.HalfLife;
import io.fairstream.schemas.FactorSource;
import io.fairstream.schemas.Priority;
import io.fairstream.streams.avro.AvroOut;
import io.fairstream.streams.avro.FastAvroWriter;
import org.apache.avro.Schema;
import org.jspecify.annotations.Nullable;

/** Writes rows of {@code priorities}, of customers without leases and groups. */
record PriorityOut(double factor, HalfLife halfLife) implements FastAvroWriter<PriorityOut.Published> {
    private static final int BY_DEFAULT = FactorSource.getClassSchema().getEnumOrdinal(FactorSource.DEFAULT.toString());

    /** Published state of a customer. */
    record Published(String customer, Standing standing) {}

    static PriorityOut of(Settings settings) {
        return new PriorityOut(settings.get(Keys.PRIORITY_FACTOR_DEFAULT), new HalfLife(settings.get(Keys.PRIORITY_HALFLIFE)));
    }

    @Override
    public Schema schema() {
        return Priority.getClassSchema();
    }

    @Override
    public void write(Published row, AvroOut out) {
        Standing standing = row.standing();
        double priority = standing.realPriority(halfLife);
        out.writeString(row.customer());
        out.writeDouble(priority);
        out.writeDouble(priority * factor);
        out.writeDouble(factor);
        out.writeLong(BY_DEFAULT);
        out.writeNullable((Double) null);
        out.writeNullable((Double) null);
        out.writeLong(0);
        out.writeLong(standing.resources());
        out.writeDouble(standing.weight());
        out.writeDouble(standing.accumulatedUsage());
        out.writeDouble(standing.weightedAccumulatedUsage());
        out.writeNullable(time(standing.begin()));
        out.writeNullable(time(standing.last()));
        out.writeLong(standing.asOf());
        out.writeDouble(halfLife.seconds());
        out.writeBoolean(false);
        out.writeNullable((String) null);
        out.writeNullable((Double) null);
    }

    private static @Nullable Long time(long millis) {
        return millis == Standing.NEVER ? null : (Long) millis;
    }
}
