package io.fairstream.relations;

import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A column of a table.
 *
 * @param name in snake case; the unit of its values is in it where they have one
 * @param isNullable whether a row may have no value here
 * @param unit {@code s}, {@code j}, {@code kib}, {@code kib_s} and so on, as in the name; empty for what is no quantity, has no unit,
 *     or names it in another column
 * @param doc what it is, in a sentence or more
 * @param records full names of those records of a choice of which one must be in the row for it to have a value here; empty for any
 * @param value its cell in a row, of the class that {@link SqlType.Kind} names; null for none, and for a text that is none of the type
 */
public record Column(
        String name,
        SqlType type,
        boolean isNullable,
        String unit,
        String doc,
        Set<String> records,
        Function<Source, @Nullable Object> value) {
    public Column {
        records = Set.copyOf(records);
    }

    /** One that any row may have a value in. */
    public Column(
            String name,
            SqlType type,
            boolean isNullable,
            String unit,
            String doc,
            Function<Source, @Nullable Object> value) {
        this(name, type, isNullable, unit, doc, Set.of(), value);
    }
}
