package io.fairstream.reports.tables;

import io.fairstream.reports.columns.Columns;
import io.fairstream.reports.columns.Format;
import io.fairstream.rules.Amounts.Quantity;
import io.fairstream.streams.avro.FieldFormats.QuantityFields;
import java.util.List;
import org.apache.avro.generic.IndexedRecord;

/** Columns of the measured quantities. Virtual memory is rarely useful; people see it only on request. */
final class MeasuredColumns {
    private MeasuredColumns() {}

    /** Adds the columns of all quantities. */
    static <R extends IndexedRecord> void addAll(Columns<R> columns) {
        add(Quantity.ALL, columns);
    }

    /** Adds the columns of the quantities that are summed. */
    static <R extends IndexedRecord> void addSums(Columns<R> columns) {
        add(Quantity.SUMS, columns);
    }

    private static <R extends IndexedRecord> void add(List<Quantity> quantities, Columns<R> columns) {
        for (Quantity quantity : quantities) {
            columns.add(
                    quantity.field(),
                    format(quantity),
                    row -> QuantityFields.of(row).get(quantity));
            if (quantity == Quantity.VIRTUAL_MEMORY || quantity == Quantity.VIRTUAL_HIGHWATER) {
                columns.unshown();
            }
        }
    }

    private static Format format(Quantity quantity) {
        return switch (quantity.unit()) {
            case MICROSECONDS -> Format.MICROS_AS_HOURS;
            case KIBIBYTE_SECONDS -> Format.GIBIBYTE_HOURS;
            case KIBIBYTES -> Format.MEBIBYTES;
            case MILLIJOULES -> Format.KILOWATT_HOURS;
        };
    }
}
