package io.fairstream.streams.state;

import io.fairstream.rules.Amounts;
import io.fairstream.rules.Quantity;
import io.fairstream.rules.account.association.UsageSums;
import io.fairstream.rules.account.usage.Allocated;
import io.fairstream.rules.account.usage.Used;
import java.util.Map;
import java.util.TreeMap;

/** What kept accounts have in common. */
final class UsageParts {
    private UsageParts() {}

    static void write(Allocated allocated, StateOut out) {
        out.writeLong(allocated.allocatedMicros());
        out.writeLong(allocated.reservedMicros());
        out.writeLong(allocated.allocated());
        out.writeLong(allocated.reserved());
        out.writeLong(allocated.asOf());
    }

    static Allocated readAllocated(StateIn in) {
        return new Allocated(in.readLong(), in.readLong(), in.readLong(), in.readLong(), in.readLong());
    }

    static void write(Used used, StateOut out) {
        out.writeLong(used.from());
        out.writeLong(used.until());
        write(used.amounts(), out);
    }

    static void write(Amounts amounts, StateOut out) {
        Quantity.ALL.forEach(quantity -> out.writeLong(amounts.get(quantity)));
    }

    static Used readUsed(StateIn in) {
        return new Used(in.readLong(), in.readLong(), readAmounts(in));
    }

    static Amounts readAmounts(StateIn in) {
        return Amounts.of(quantity -> in.readLong());
    }

    static void write(UsageSums sums, StateOut out) {
        out.writeLong(sums.asOf());
        if (sums.asOf() == UsageSums.NEVER) {
            return;
        }
        out.writeLong(sums.holdings());
        out.writeDouble(sums.weight());
        out.writeDouble(sums.smooth());
        out.writeLong(sums.units());
        out.writeLong(sums.periods().size());
        sums.periods().forEach((period, units) -> {
            out.writeLong(period);
            out.writeLong(units);
        });
    }

    static UsageSums readSums(StateIn in) {
        long asOf = in.readLong();
        if (asOf == UsageSums.NEVER) {
            return new UsageSums();
        }
        long holdings = in.readLong();
        double weight = in.readFinite();
        double smooth = in.readFinite();
        long units = in.readLong();
        Map<Long, Long> periods = new TreeMap<>();
        for (int left = in.readInt(); left > 0; left--) {
            periods.put(in.readLong(), in.readLong());
        }
        return new UsageSums(asOf, holdings, weight, smooth, units, periods);
    }
}
