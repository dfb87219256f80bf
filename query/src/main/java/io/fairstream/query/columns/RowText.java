package io.fairstream.query.columns;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SequenceWriter;
import com.fasterxml.jackson.dataformat.csv.CsvFactory;
import com.fasterxml.jackson.dataformat.csv.CsvGenerator;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Formats of rows for programs. */
public final class RowText {
    private static final ObjectMapper JSON = new ObjectMapper();

    private RowText() {}

    /** Returns a row as a JSON object on one line. */
    public static <R> String json(Report<R> report, R row) {
        Function<R, String> record = report.record();
        return record == null ? json(report.fields(row)) : record.apply(row);
    }

    private static String json(Map<String, Object> fields) {
        try {
            return JSON.writeValueAsString(plain(fields));
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(fields.toString(), e);
        }
    }

    private static @Nullable Object plain(@Nullable Object value) {
        if (value instanceof Map<?, ?> map) {
            Map<String, @Nullable Object> fields = new LinkedHashMap<>();
            map.forEach((name, field) -> fields.put(String.valueOf(name), plain(field)));
            return fields;
        }
        if (value instanceof Collection<?> several) {
            return several.stream().map(RowText::plain).toList();
        }
        if (value instanceof Instant || value instanceof Enum<?>) {
            return value.toString();
        }
        return value;
    }

    /** Writes all rows as comma-separated values below a line of names. */
    public static <R> void csv(Report<R> report, Writer to) {
        CsvMapper mapper = new CsvMapper(CsvFactory.builder()
                .enable(CsvGenerator.Feature.STRICT_CHECK_FOR_QUOTING)
                .build());
        mapper.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
        boolean isPart = !report.part().isEmpty();
        try (SequenceWriter writer = mapper.writer().writeValues(to)) {
            List<Object> names = new ArrayList<>();
            if (isPart) {
                names.add("part");
            }
            report.columns().forEach(column -> names.add(column.name()));
            writer.write(names);
            report.rows().each(row -> {
                List<Object> cells = new ArrayList<>();
                if (isPart) {
                    cells.add(report.part());
                }
                report.columns().forEach(column -> cells.add(csv(column.value().apply(row))));
                write(cells, writer);
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void write(List<Object> cells, SequenceWriter to) {
        try {
            to.write(cells);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Object csv(@Nullable Object cell) {
        if (cell instanceof Number || cell instanceof Boolean) {
            return cell;
        }
        return cell == null ? "" : Format.plain(Objects.requireNonNull(cell));
    }
}
