package io.fairstream.streams.state;

import io.fairstream.rules.Active;
import io.fairstream.rules.ActiveDays;
import io.fairstream.rules.Work;
import io.fairstream.rules.account.daily.DayEntry;
import io.fairstream.rules.account.daily.WorkSum;
import java.math.BigInteger;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Packs what is kept of volunteers' work in several stores. */
final class WorkParts {
    private WorkParts() {}

    static void write(Work work, StateOut out) {
        out.writeLong(work.cpuMicros());
        out.writeLong(work.gpuMicros());
        out.writeLong(work.cpuMflop());
        out.writeLong(work.gpuMflop());
        out.writeLong(work.succeeded());
        out.writeLong(work.failed());
    }

    static Work readWork(StateIn in) {
        return new Work(in.readLong(), in.readLong(), in.readLong(), in.readLong(), in.readLong(), in.readLong());
    }

    static void write(ActiveDays days, StateOut out) {
        out.writeBoolean(days.bits() != 0);
        if (days.bits() != 0) {
            out.writeLong(days.newest());
            out.writeLong(days.bits());
        }
    }

    static ActiveDays readDays(StateIn in) {
        return in.readBoolean() ? new ActiveDays(in.readLong(), in.readLong()) : ActiveDays.NONE;
    }

    static void write(WorkSum sum, StateOut out) {
        write(sum.cpuMicros(), out);
        write(sum.gpuMicros(), out);
        write(sum.cpuMflop(), out);
        write(sum.gpuMflop(), out);
        write(sum.succeeded(), out);
        write(sum.failed(), out);
    }

    static WorkSum readSum(StateIn in) {
        return new WorkSum(
                readNumber(in), readNumber(in), readNumber(in), readNumber(in), readNumber(in), readNumber(in));
    }

    private static void write(BigInteger number, StateOut out) {
        boolean isLong = number.bitLength() < Long.SIZE;
        out.writeBoolean(isLong);
        if (isLong) {
            out.writeLong(number.longValue());
        } else {
            out.writeString(number.toString());
        }
    }

    private static BigInteger readNumber(StateIn in) {
        return in.readBoolean() ? BigInteger.valueOf(in.readLong()) : new BigInteger(in.readString());
    }

    static void write(SortedMap<Long, DayEntry> days, StateOut out) {
        out.writeLong(days.size());
        long before = 0;
        for (Map.Entry<Long, DayEntry> day : days.entrySet()) {
            Active active = day.getValue().active();
            out.writeLong(day.getKey() - before);
            before = day.getKey();
            write(day.getValue().delta(), out);
            out.writeLong(active.hosts());
            out.writeLong(active.gpuHosts());
            out.writeLong(active.users());
        }
    }

    static SortedMap<Long, DayEntry> readDayEntries(StateIn in) {
        SortedMap<Long, DayEntry> days = new TreeMap<>();
        int count = in.readInt();
        long day = 0;
        for (int i = 0; i < count; i++) {
            day += in.readLong();
            WorkSum delta = readSum(in);
            days.put(day, new DayEntry(delta, new Active(in.readLong(), in.readLong(), in.readLong())));
        }
        return days;
    }
}
