package io.fairstream.streams.wire;

import io.fairstream.rules.Active;
import io.fairstream.rules.account.daily.WorkSum;
import io.fairstream.schemas.Daily;
import io.fairstream.schemas.DailyScope;
import java.math.BigInteger;
import java.util.Locale;
import org.apache.avro.Schema;
import org.jspecify.annotations.Nullable;

/** Rows of daily histories. */
public final class DailyWire implements FastAvroWriter<DayRow> {
    private static final double MICROS = 1e6;

    @Override
    public Schema schema() {
        return Daily.getClassSchema();
    }

    @Override
    public void write(DayRow row, AvroOut out) {
        int bar = row.account().indexOf('|');
        DailyScope scope = DailyScope.valueOf(row.account().substring(0, bar).toUpperCase(Locale.ROOT));
        out.writeLong(DailyScope.getClassSchema().getEnumOrdinal(scope.name()));
        out.writeString(row.account().substring(bar + 1));
        out.writeString(EntryWire.date(row.row().day()));
        write(row.row().delta(), out);
        write(row.row().total(), out);
        Active active = row.row().entry().active();
        boolean isOfAll = scope == DailyScope.TOTAL;
        out.writeNullable(only(isOfAll, active.hosts()));
        out.writeNullable(only(isOfAll, active.gpuHosts()));
        out.writeNullable(only(isOfAll, active.users()));
    }

    private static @Nullable Long only(boolean isTold, long count) {
        return isTold ? count : null;
    }

    /** The six quantities, as {@link io.fairstream.schemas.Work} has them. */
    static void write(WorkSum work, AvroOut out) {
        out.writeDouble(work.cpuMicros().doubleValue() / MICROS);
        out.writeDouble(work.gpuMicros().doubleValue() / MICROS);
        out.writeDouble(work.cpuFlops());
        out.writeDouble(work.gpuFlops());
        out.writeLong(count(work.succeeded()));
        out.writeLong(count(work.failed()));
    }

    /** A long in the rows; an account keeps more. */
    private static long count(BigInteger jobs) {
        return jobs.bitLength() < Long.SIZE ? jobs.longValue() : jobs.signum() < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
    }
}
