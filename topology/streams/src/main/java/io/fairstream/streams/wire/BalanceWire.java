package io.fairstream.streams.wire;

import io.fairstream.rules.account.balance.Allocation;
import io.fairstream.rules.account.balance.Balance;
import io.fairstream.rules.account.balance.ChargeBy;
import io.fairstream.rules.account.balance.Settled;
import io.fairstream.rules.account.balance.TargetState;
import java.time.Duration;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.avro.Schema;
import org.apache.kafka.common.errors.SerializationException;
import org.jspecify.annotations.Nullable;

/** Rows of what targets are owed and what was done for them. */
public final class BalanceWire implements FastAvroReader<TargetState>, FastAvroWriter<TargetState> {
    private static final String WORK = "FLOPs";
    private static final String TIME = "s";
    private static final double MILLIS = 1e3;
    /** Far above what anybody is owed, and far below what no longer adds up. */
    private static final double MOST = 1e200;

    /** Balance, initial balance, accrued, withheld, charged, time; accrual, interval, start, end, cap. */
    private static final int FIELDS_OF_AN_ALLOCATION = 11;

    @Override
    public Schema schema() {
        return io.fairstream.schemas.Balance.getClassSchema();
    }

    @Override
    public void write(TargetState row, AvroOut out) {
        out.writeString(row.target());
        out.writeString(row.project());
        out.writeString(row.app());
        out.writeString(row.by() == ChargeBy.FLOPS ? WORK : TIME);
        write(row.balance(), out);
        out.writeItems(row.days().entrySet(), day -> {
            out.writeString(LocalDate.ofEpochDay(day.getKey()).toString());
            out.writeDouble(row.by().amount(day.getValue()));
        });
    }

    private static void write(@Nullable Balance balance, AvroOut out) {
        if (balance == null) {
            for (int i = 0; i < FIELDS_OF_AN_ALLOCATION; i++) {
                out.writeLong(0);
            }
            return;
        }
        Allocation allocation = balance.allocation();
        Settled settled = balance.settled();
        out.writeNullable((Double) balance.amount());
        out.writeNullable((Double) allocation.initialBalance());
        out.writeNullable((Double) settled.accrued());
        out.writeNullable((Double) settled.withheld());
        out.writeNullable((Double) settled.charged());
        out.writeNullable((Long) settled.at());
        out.writeNullable((Double) allocation.accrual());
        out.writeNullable((Double) (allocation.interval().toMillis() / MILLIS));
        out.writeNullable((Long) allocation.start());
        out.writeNullable(allocation.end());
        out.writeNullable(allocation.cap());
    }

    @Override
    public TargetState read(AvroIn in) {
        in.skipString();
        String project = in.readString();
        String app = in.readString();
        ChargeBy by = by(in.readString());
        Balance balance = readBalance(project, app, in);
        SortedMap<Long, Long> days = new TreeMap<>();
        in.readBlocks(() -> days.put(day(in.readString()), by.unitsOf(in.readDouble())));
        return new TargetState(project, app, by, balance, days);
    }

    private static ChargeBy by(String unit) {
        return switch (unit) {
            case WORK -> ChargeBy.FLOPS;
            case TIME -> ChargeBy.TIME;
            default -> throw new SerializationException("unit: \"" + unit + "\" (expected: FLOPs or s)");
        };
    }

    private static long day(String day) {
        try {
            return LocalDate.parse(day).toEpochDay();
        } catch (DateTimeParseException e) {
            throw new SerializationException("day: \"" + day + "\" (expected: such as 2026-03-02)", e);
        }
    }

    private static @Nullable Balance readBalance(String project, String app, AvroIn in) {
        boolean isAllocated = in.readNullableDouble() != null;
        Double initial = in.readNullableDouble();
        Double accrued = in.readNullableDouble();
        Double withheld = in.readNullableDouble();
        Double charged = in.readNullableDouble();
        Long asOf = in.readNullableLong();
        Double accrual = in.readNullableDouble();
        Double interval = in.readNullableDouble();
        Long start = in.readNullableLong();
        Long end = in.readNullableLong();
        Double cap = in.readNullableDouble();
        if (!isAllocated) {
            return null;
        }
        Allocation allocation = new Allocation(
                Allocation.target(project, app),
                project,
                app,
                number("initialBalance", initial),
                number("accrual", accrual),
                interval(there("interval", interval)),
                there("start", start),
                end,
                cap == null ? null : (Double) number("cap", cap));
        return new Balance(
                allocation,
                new Settled(
                        there("asOf", asOf),
                        number("accrued", accrued),
                        number("withheld", withheld),
                        number("charged", charged)));
    }

    private static <T> T there(String what, @Nullable T value) {
        if (value == null) {
            throw new SerializationException(what + ": null (expected: a value, as there is a balance)");
        }
        return value;
    }

    private static double number(String what, @Nullable Double value) {
        double number = there(what, value);
        if (!(Math.abs(number) <= MOST)) {
            throw new SerializationException(what + ": " + number + " (expected: at most " + MOST + ")");
        }
        return number;
    }

    private static Duration interval(double seconds) {
        long millis = Math.round(seconds * MILLIS);
        if (millis < 1) {
            throw new SerializationException("interval: " + seconds + " (expected: 0.001 or more)");
        }
        return Duration.ofMillis(millis);
    }
}
