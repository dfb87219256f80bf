package io.fairstream.simulation;

import io.fairstream.schemas.GeneratedRecords;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/** Fields of rows, those of records in them, too, and other values for them. */
final class FieldSlot {
    private FieldSlot() {}

    /** The schema of a field, or of its items. */
    static Schema part(Schema schema) {
        return switch (schema.getType()) {
            case ARRAY -> part(schema.getElementType());
            case UNION ->
                part(schema.getTypes().stream()
                        .filter(type -> type.getType() != Schema.Type.NULL)
                        .findFirst()
                        .orElseThrow());
            default -> schema;
        };
    }

    /** The records of a field that has one of several; empty for any other field. */
    static List<Schema> records(Schema schema) {
        List<Schema> records = schema.getType() != Schema.Type.UNION
                ? List.of()
                : schema.getTypes().stream()
                        .filter(type -> type.getType() == Schema.Type.RECORD)
                        .toList();
        return records.size() > 1 ? records : List.of();
    }

    /**
     * The row with another value in one field.
     *
     * @param path names with dots between; after that of a field with one of several records, the name of the record
     * @param isFilled whether there must be a value now
     * @return null where the row has no such field
     */
    static @Nullable SpecificRecord forged(SpecificRecord row, String path, boolean isFilled) {
        return forged(row, path, isFilled, (schema, value) -> other(schema, value, isFilled));
    }

    /** The row with a decimal number that is larger by a factor; null where the row has no such number of at least 1. */
    static @Nullable SpecificRecord scaled(SpecificRecord row, String path, double factor) {
        return forged(
                row,
                path,
                true,
                (schema, value) -> value instanceof Double number && Math.abs(number) >= 1 ? number * factor : null);
    }

    /** Another value for that of a field; null for none. */
    private interface Change {
        @Nullable
        Object of(Schema schema, @Nullable Object value);
    }

    private static @Nullable SpecificRecord forged(SpecificRecord row, String path, boolean isFilled, Change change) {
        SpecificRecord copy = GeneratedRecords.model().deepCopy(row.getSchema(), row);
        return forge(copy, path, isFilled, change) ? copy : null;
    }

    private static boolean forge(SpecificRecord record, String path, boolean isFilled, Change change) {
        int dot = path.indexOf('.');
        Schema.Field field = record.getSchema().getField(dot < 0 ? path : path.substring(0, dot));
        Object value = record.get(field.pos());
        if (dot >= 0) {
            String rest = path.substring(dot + 1);
            if (value instanceof SpecificRecord one && !records(field.schema()).isEmpty()) {
                return rest.startsWith(one.getSchema().getName() + ".")
                        && forge(one, rest.substring(rest.indexOf('.') + 1), isFilled, change);
            }
            if (value == null && !isFilled) {
                SpecificRecord empty = (SpecificRecord) GeneratedRecords.model().newRecord(null, part(field.schema()));
                record.put(field.pos(), empty);
                return forge(empty, rest, false, change);
            }
            List<?> items = value instanceof List<?> list ? list : value == null ? List.of() : List.of(value);
            return items.stream().anyMatch(item -> forge((SpecificRecord) item, rest, isFilled, change));
        }
        Object other = change.of(field.schema(), value);
        if (other == null) {
            return false;
        }
        record.put(field.pos(), other);
        return true;
    }

    private static @Nullable Object other(Schema schema, @Nullable Object value, boolean isFilled) {
        if (value == null) {
            return isFilled ? null : filled(part(schema));
        } else if (value instanceof Double number) {
            return number * 3 + 1;
        } else if (value instanceof Long number) {
            return number + 1;
        } else if (value instanceof Integer number) {
            return number + 1;
        } else if (value instanceof Instant instant) {
            return instant.plus(Duration.ofDays(400));
        } else if (value instanceof Boolean is) {
            return !is;
        } else if (value instanceof String text) {
            return other(text);
        } else if (value instanceof Enum<?> symbol) {
            Object[] all = symbol.getDeclaringClass().getEnumConstants();
            return all[(Arrays.asList(all).indexOf(symbol) + 1) % all.length];
        } else if (value instanceof Map<?, ?> map) {
            Map<Object, Object> more = new HashMap<>(map);
            more.put("other", 1L);
            return isFilled && map.isEmpty() ? null : more;
        } else if (value instanceof List<?> list) {
            List<Object> more = new ArrayList<>(list);
            if (part(schema).getType() == Schema.Type.INT) {
                more.add(1);
            } else {
                more.add(more.isEmpty() ? "other" : more.remove(more.size() - 1) + "x");
            }
            return more;
        }
        throw new IllegalArgumentException(value.getClass() + " " + value);
    }

    /** Another day where it is one. */
    private static String other(String text) {
        return text.matches("\\d{4}-\\d\\d-\\d\\d")
                ? LocalDate.parse(text).plusDays(400).toString()
                : text + "x";
    }

    private static Object filled(Schema type) {
        return switch (type.getType()) {
            case DOUBLE -> (Object) 1.0;
            case INT -> 1;
            case LONG -> type.getLogicalType() == null ? (Object) 1L : Instant.EPOCH;
            case STRING -> "x";
            case ENUM ->
                GeneratedRecords.model().createEnum(type.getEnumSymbols().get(0), type);
            default -> throw new IllegalArgumentException(type.toString());
        };
    }
}
