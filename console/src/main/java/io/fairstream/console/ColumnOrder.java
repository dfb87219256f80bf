package io.fairstream.console;

import io.fairstream.query.columns.Column;
import io.fairstream.query.columns.Format;
import java.time.Instant;
import java.util.Comparator;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Sorts rows by one column: numbers by value, times chronologically, text alphabetically. Rows without a value come last. */
final class ColumnOrder {
    private ColumnOrder() {}

    static <R> Comparator<R> of(Column<R> column, boolean isDescending) {
        return (one, other) -> compare(column.value().apply(one), column.value().apply(other), isDescending);
    }

    private static int compare(@Nullable Object one, @Nullable Object other, boolean isDescending) {
        if (one == null || other == null) {
            return Boolean.compare(one == null, other == null);
        }
        int order = compare(one, other);
        return isDescending ? -order : order;
    }

    private static int compare(Object one, Object other) {
        if (one instanceof Long a && other instanceof Long b) {
            return a.compareTo(b);
        }
        if (one instanceof Number a && other instanceof Number b) {
            return Double.compare(a.doubleValue(), b.doubleValue());
        }
        if (one instanceof Instant a && other instanceof Instant b) {
            return a.compareTo(b);
        }
        if (one instanceof Number != other instanceof Number) {
            return one instanceof Number ? -1 : 1;
        }
        return Comparator.<String, String>comparing(text -> text.toLowerCase(Locale.ROOT))
                .thenComparing(Comparator.naturalOrder())
                .compare(Format.plain(one), Format.plain(other));
    }
}
