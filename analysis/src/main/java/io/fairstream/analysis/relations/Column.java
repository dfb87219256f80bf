package io.fairstream.analysis.relations;

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
 * @param value its cell in a row, of the class that {@link SqlType.Kind} names; null for none
 */
public record Column(
        String name,
        SqlType type,
        boolean isNullable,
        String unit,
        String doc,
        Function<Source, @Nullable Object> value) {}
