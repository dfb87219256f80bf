package io.fairstream.query.tables;

import io.fairstream.query.columns.Columns;
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
            Quantity.Unit unit = quantity.unit();
            columns.number(quantity.field(), row -> QuantityFields.of(row).get(quantity))
                    .shownIn(unit.shown(), unit.sizeShown(), unit.ending());
            if (quantity == Quantity.VIRTUAL_MEMORY || quantity == Quantity.VIRTUAL_HIGHWATER) {
                columns.unshown();
            }
        }
    }
}
