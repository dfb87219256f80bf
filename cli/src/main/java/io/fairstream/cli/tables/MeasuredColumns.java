package io.fairstream.cli.tables;

import io.fairstream.cli.terminal.Numbers;
import io.fairstream.cli.terminal.Table;
import io.fairstream.rules.Quantity;
import io.fairstream.streams.wire.QuantityFields;
import java.util.List;
import org.apache.avro.generic.IndexedRecord;

/** A column for each quantity that people look at. Of virtual memory, which says little, JSON has the numbers. */
final class MeasuredColumns {
    private static final double MICROS = 1e6;
    private static final double MILLIJOULES_PER_KWH = 3.6e9;

    private MeasuredColumns() {}

    /** Of all quantities. */
    static <R extends IndexedRecord> void addAll(Table<R> table) {
        add(Quantity.ALL, table);
    }

    /** Of those that add up. */
    static <R extends IndexedRecord> void addSums(Table<R> table) {
        add(Quantity.SUMS, table);
    }

    private static <R extends IndexedRecord> void add(List<Quantity> quantities, Table<R> table) {
        for (Quantity quantity : quantities) {
            if (quantity != Quantity.VIRTUAL_MEMORY && quantity != Quantity.VIRTUAL_HIGHWATER) {
                table.number(
                        header(quantity),
                        "",
                        row -> shown(quantity, QuantityFields.of(row).get(quantity)));
            }
        }
    }

    private static String header(Quantity quantity) {
        return quantity.label()
                + switch (quantity.unit()) {
                    case MICROSECONDS -> " H";
                    case KIBIBYTE_SECONDS -> " GIB H";
                    case KIBIBYTES -> " MIB";
                    case MILLIJOULES -> " KWH";
                };
    }

    private static String shown(Quantity quantity, long amount) {
        return switch (quantity.unit()) {
            case MICROSECONDS -> Numbers.hours(amount / MICROS);
            case KIBIBYTE_SECONDS -> Gibibytes.hours(amount);
            case KIBIBYTES -> Gibibytes.mebibytes(amount);
            case MILLIJOULES -> Numbers.decimal(amount / MILLIJOULES_PER_KWH);
        };
    }
}
