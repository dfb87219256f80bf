package io.fairstream.streams.state;

import io.fairstream.rules.Amounts;
import io.fairstream.rules.Quantity;
import io.fairstream.rules.Tres;
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
        write(allocated.besidesMillis(allocated.asOf()), out);
        write(allocated.besides(), out);
        out.writeLong(allocated.asOf());
    }

    static Allocated readAllocated(StateIn in) {
        return new Allocated(
                in.readLong(), in.readLong(), in.readLong(), in.readLong(), readTres(in), readTres(in), in.readLong());
    }

    static void write(Tres tres, StateOut out) {
        out.writeLong(tres.size());
        tres.forEach((name, amount) -> {
            out.writeString(name);
            out.writeLong(amount);
        });
    }

    static Tres readTres(StateIn in) {
        int count = in.readInt();
        Tres.Builder amounts = new Tres.Builder(count);
        for (int left = count; left > 0; left--) {
            amounts.add(in.readString(), in.readLong());
        }
        return amounts.build();
    }

    static void write(Used used, StateOut out) {
        out.writeLong(used.from());
        out.writeLong(used.until());
        write(used.amounts(), out);
    }

    /** Which there are, then these, so that what nobody has takes no room and state outlives new quantities. */
    static void write(Amounts amounts, StateOut out) {
        long some = 0;
        for (Quantity quantity : Quantity.ALL) {
            some |= amounts.get(quantity) == 0 ? 0 : 1L << quantity.position();
        }
        out.writeLong(some);
        for (Quantity quantity : Quantity.ALL) {
            if (amounts.get(quantity) != 0) {
                out.writeLong(amounts.get(quantity));
            }
        }
    }

    static Used readUsed(StateIn in) {
        return new Used(in.readLong(), in.readLong(), readAmounts(in));
    }

    static Amounts readAmounts(StateIn in) {
        long some = in.readLong();
        return Amounts.of(quantity -> (some >> quantity.position() & 1) == 0 ? 0 : in.readLong());
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
        double weight = in.readDouble();
        double smooth = in.readDouble();
        long units = in.readLong();
        Map<Long, Long> periods = new TreeMap<>();
        for (int left = in.readInt(); left > 0; left--) {
            periods.put(in.readLong(), in.readLong());
        }
        return new UsageSums(asOf, holdings, weight, smooth, units, periods);
    }
}
