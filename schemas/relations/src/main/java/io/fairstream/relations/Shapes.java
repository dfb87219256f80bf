package io.fairstream.relations;

import io.fairstream.schemas.Charge;
import io.fairstream.schemas.Topics;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.avro.generic.IndexedRecord;
import org.jspecify.annotations.Nullable;

/**
 * Columns that can have values in a row of a table. If records contain a union, the chosen record determines them: a
 * charge of sessions' use has none of the columns of leases.
 */
public final class Shapes {
    private static final int NO_CHOICE = -1;

    private final List<Column> columns;
    private final int choice;

    private Shapes(List<Column> columns, int choice) {
        this.columns = columns;
        this.choice = choice;
    }

    public static Shapes of(Relation relation) {
        Schema schema = relation.topic().equals(Topics.CHARGES)
                ? Charge.getClassSchema()
                : relation.topic().schema().orElseThrow();
        List<Schema.Field> choices = schema.getFields().stream()
                .filter(field -> Units.plain(field.schema()).getType() == Schema.Type.UNION)
                .toList();
        return new Shapes(
                relation.columns(), choices.size() == 1 ? choices.get(0).pos() : NO_CHOICE);
    }

    /** Returns the schema of the record that determines a row's columns; null if the table has no union or the union is empty. */
    public @Nullable Schema of(Source row) {
        if (choice == NO_CHOICE) {
            return null;
        }
        Object chosen = row.value().get(choice);
        return chosen == null ? null : ((IndexedRecord) chosen).getSchema();
    }

    /** Returns true if a row of that shape may have a value in the column. */
    public boolean mayHold(@Nullable Schema shape, Column column) {
        return choice == NO_CHOICE
                || column.records().isEmpty()
                || (shape != null && column.records().contains(shape.getFullName()));
    }

    /** Returns the columns in which a row of that shape may have values, in the order of the table's. */
    public List<Column> columns(@Nullable Schema shape) {
        return columns.stream().filter(column -> mayHold(shape, column)).toList();
    }
}
