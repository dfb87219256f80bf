package io.fairstream.postgres;

import io.fairstream.relations.SqlType;
import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;

/** Cells as the database has them, and as it would have those of a record. */
final class Cells {
    private Cells() {}

    /** Reads a cell as the class that the type's kind names. */
    static @Nullable Object read(ResultSet row, int position, SqlType type) throws SQLException {
        Object cell = switch (type.kind()) {
            case TEXT, JSON -> row.getString(position);
            case BIGINT -> row.getLong(position);
            case INTEGER -> row.getInt(position);
            case DOUBLE -> row.getDouble(position);
            case BOOLEAN -> row.getBoolean(position);
            case DECIMAL -> row.getBigDecimal(position);
            case DATE -> row.getObject(position, LocalDate.class);
            case TIMESTAMPTZ -> instant(row.getObject(position, OffsetDateTime.class));
        };
        return row.wasNull() ? null : cell;
    }

    private static @Nullable Instant instant(@Nullable OffsetDateTime at) {
        return at == null ? null : at.toInstant();
    }

    /** A record's cell as the database has it. */
    static @Nullable Object stored(@Nullable Object cell, SqlType type) {
        if (cell instanceof String text && type.equals(SqlType.TEXT)) {
            return BinaryRows.stored(text);
        }
        return cell instanceof BigDecimal number ? number.setScale(type.scale()) : cell;
    }
}
