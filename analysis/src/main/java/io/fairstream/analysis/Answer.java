package io.fairstream.analysis;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fairstream.query.columns.Columns;
import io.fairstream.query.columns.Format;
import io.fairstream.query.columns.Report;
import java.math.BigDecimal;
import java.sql.Array;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Struct;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.duckdb.DuckDBResultSet;
import org.jspecify.annotations.Nullable;

/** Result rows of a statement, which can be iterated once. */
final class Answer {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final ResultSet rows;
    private final List<String> names = new ArrayList<>();
    private final List<Integer> types = new ArrayList<>();

    Answer(ResultSet rows) throws SQLException {
        this.rows = rows;
        ResultSetMetaData columns = rows.getMetaData();
        Set<String> taken = new HashSet<>();
        for (int i = 1; i <= columns.getColumnCount(); i++) {
            String name = columns.getColumnLabel(i);
            String free = name;
            for (int n = 2; !taken.add(free); n++) {
                free = name + "_" + n;
            }
            names.add(free);
            types.add(columns.getColumnType(i));
        }
    }

    /** A row with its cells in the order of the columns. */
    private record Cells(List<@Nullable Object> values) {}

    /**
     * Returns the rows as a report; numbers keep all their digits.
     *
     * @param failed converts an error that occurs between rows
     */
    Report<?> report(java.util.function.Function<SQLException, RuntimeException> failed) {
        Columns<Cells> columns = new Columns<>();
        for (int i = 0; i < names.size(); i++) {
            int at = i;
            columns.add(names.get(i), format(types.get(i)), row -> row.values().get(at))
                    .headed(names.get(i))
                    .shownAs(row -> shown(row.values().get(at)));
        }
        return columns.stream(to -> each(to, failed)).withRecords(this::json);
    }

    private void each(Consumer<? super Cells> to, java.util.function.Function<SQLException, RuntimeException> failed) {
        try {
            while (rows.next()) {
                List<@Nullable Object> cells = new ArrayList<>();
                for (int i = 1; i <= names.size(); i++) {
                    cells.add(plain(rows.getObject(i)));
                }
                to.accept(new Cells(Collections.unmodifiableList(cells)));
            }
        } catch (SQLException e) {
            throw failed.apply(e);
        }
    }

    private String json(Cells row) {
        Map<String, Object> fields = new LinkedHashMap<>();
        for (int i = 0; i < names.size(); i++) {
            Object value = row.values().get(i);
            if (value != null) {
                fields.put(names.get(i), value instanceof Instant ? value.toString() : value);
            }
        }
        try {
            return JSON.writeValueAsString(fields);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(fields.toString(), e);
        }
    }

    private static Format format(int type) {
        return switch (type) {
            case Types.TINYINT,
                    Types.SMALLINT,
                    Types.INTEGER,
                    Types.BIGINT,
                    Types.FLOAT,
                    Types.REAL,
                    Types.DOUBLE,
                    Types.DECIMAL,
                    Types.NUMERIC -> Format.WHOLE;
            case Types.TIMESTAMP_WITH_TIMEZONE -> Format.TIME;
            default -> Format.TEXT;
        };
    }

    /** Returns a number unchanged, neither rounded nor with commas. */
    private static @Nullable Object shown(@Nullable Object value) {
        if (value instanceof BigDecimal decimal) {
            return decimal.toPlainString();
        }
        return value instanceof Number ? value.toString() : value;
    }

    private static @Nullable Object plain(@Nullable Object value) throws SQLException {
        if (value instanceof OffsetDateTime time) {
            return time.toInstant();
        }
        if (value instanceof Timestamp time) {
            return time.toLocalDateTime().toString();
        }
        if (value instanceof Array several) {
            return list(Arrays.asList((Object[]) several.getArray()));
        }
        if (value instanceof List<?> several) {
            return list(several);
        }
        if (value instanceof Struct struct) {
            return list(Arrays.asList(struct.getAttributes()));
        }
        if (value instanceof Map<?, ?> map) {
            Map<String, @Nullable Object> fields = new LinkedHashMap<>();
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                fields.put(String.valueOf(entry.getKey()), plain(entry.getValue()));
            }
            return fields;
        }
        if (value instanceof DuckDBResultSet.DuckDBBlobResult blob) {
            return java.util.HexFormat.of().formatHex(blob.getBytes(1, (int) blob.length()));
        }
        return value instanceof Number || value instanceof Boolean || value == null ? value : value.toString();
    }

    private static List<@Nullable Object> list(List<?> several) throws SQLException {
        List<@Nullable Object> plain = new ArrayList<>();
        for (Object each : several) {
            plain.add(plain(each));
        }
        return plain;
    }
}
