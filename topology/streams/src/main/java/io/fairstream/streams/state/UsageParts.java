package io.fairstream.streams.state;

import io.fairstream.rules.Amounts;
import io.fairstream.rules.Quantity;
import io.fairstream.rules.Tres;
import io.fairstream.streams.state.StateBytes.StateIn;
import io.fairstream.streams.state.StateBytes.StateOut;

/** Common parts of kept accounts. */
public final class UsageParts {
    private UsageParts() {}

    public static void write(Tres tres, StateOut out) {
        out.writeLong(tres.size());
        tres.forEach((name, amount) -> {
            out.writeString(name);
            out.writeLong(amount);
        });
    }

    public static Tres readTres(StateIn in) {
        int count = in.readInt();
        Tres.Builder amounts = new Tres.Builder(count);
        for (int left = count; left > 0; left--) {
            amounts.add(in.readString(), in.readLong());
        }
        return amounts.build();
    }

    /** Which there are, then these, so that what nobody has takes no room and state outlives new quantities. */
    public static void write(Amounts amounts, StateOut out) {
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

    public static Amounts readAmounts(StateIn in) {
        long some = in.readLong();
        return Amounts.of(quantity -> (some >> quantity.position() & 1) == 0 ? 0 : in.readLong());
    }
}
