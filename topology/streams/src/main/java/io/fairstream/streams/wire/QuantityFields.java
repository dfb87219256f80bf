package io.fairstream.streams.wire;

import io.fairstream.rules.Amounts;
import io.fairstream.rules.Quantity;
import io.fairstream.rules.account.usage.UserAccount;
import org.apache.avro.generic.IndexedRecord;

/**
 * Where quantities stand in records: the fields have the names that {@link Quantity} says, and stand together in its order. Deltas of
 * sessions have CPU time by mode instead of {@link Quantity#CPU_USED}.
 */
public final class QuantityFields {
    private QuantityFields() {}

    /** What a row, or a usage of the journal, says of each quantity. */
    public static Amounts of(IndexedRecord said) {
        return Amounts.of(quantity ->
                (Long) said.get(said.getSchema().getField(quantity.field()).pos()));
    }

    static void write(Amounts amounts, AvroOut out) {
        for (Quantity quantity : Quantity.ALL) {
            out.writeLong(amounts.get(quantity));
        }
    }

    static Amounts read(AvroIn in) {
        return Amounts.of(quantity -> in.readLong());
    }

    static void writeBesidesCpu(Amounts amounts, AvroOut out) {
        for (Quantity quantity : Quantity.BESIDES_CPU) {
            out.writeLong(amounts.get(quantity));
        }
    }

    static Amounts readBesidesCpu(AvroIn in) {
        return Amounts.of(quantity -> quantity == Quantity.CPU_USED ? 0 : in.readLong());
    }

    static void write(UserAccount.Decayed decayed, AvroOut out) {
        for (Quantity quantity : Quantity.SUMS) {
            out.writeDouble(decayed.used(quantity));
        }
    }
}
