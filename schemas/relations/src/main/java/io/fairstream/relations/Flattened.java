package io.fairstream.relations;

import io.fairstream.schemas.PlainJson;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.apache.avro.Schema;
import org.apache.avro.generic.IndexedRecord;
import org.jspecify.annotations.Nullable;

/**
 * Columns of a record. Fields of a nested record become columns, all prefixed with the field's name if one of them
 * conflicts with another column of the row. A union of records becomes a column with the name of the chosen record, and
 * the columns of all of them; fields with the same name share a column.
 */
final class Flattened {
    /** A column of a record within the row's. */
    private record Part(
            String name,
            SqlType type,
            boolean isNullable,
            String unit,
            String doc,
            Set<String> records,
            Function<IndexedRecord, @Nullable Object> value) {
        Column under(String prefix, boolean mayLackRecord, Function<Source, @Nullable IndexedRecord> inner) {
            return new Column(prefix + name, type, isNullable || mayLackRecord, unit, doc, records, source -> {
                IndexedRecord record = inner.apply(source);
                return record == null ? null : value.apply(record);
            });
        }
    }

    private final List<Column> columns = new ArrayList<>();
    private final Set<String> taken = new HashSet<>();
    private final Set<String> inner = new HashSet<>();
    private final Set<String> clashing = new HashSet<>();
    private final Schema schema;

    private Flattened(Schema schema) {
        this.schema = schema;
    }

    static List<Column> columns(Schema schema) {
        return new Flattened(schema).flattened();
    }

    private List<Column> flattened() {
        for (Schema.Field field : schema.getFields()) {
            Schema plain = Units.plain(field.schema());
            switch (plain.getType()) {
                case UNION -> choice(plain).forEach(part -> inner(part.name));
                case RECORD -> plain.getFields().forEach(each -> inner(new Units(plain, each).name()));
                default -> taken.add(new Units(schema, field).name());
            }
        }
        for (Schema.Field field : schema.getFields()) {
            Schema plain = Units.plain(field.schema());
            switch (plain.getType()) {
                case UNION -> addChoice(field, choice(plain));
                case RECORD -> addNested(field, plain);
                default -> columns.add(part(schema, field).under("", false, Source::value));
            }
        }
        return columns;
    }

    private void inner(String name) {
        if (!inner.add(name)) {
            clashing.add(name);
        }
    }

    private void addNested(Schema.Field field, Schema record) {
        List<Part> parts =
                record.getFields().stream().map(each -> part(record, each)).toList();
        boolean isClash = parts.stream().anyMatch(part -> clashing.contains(part.name) || taken.contains(part.name));
        add(field, parts, isClash, field.schema().isNullable());
    }

    private void addChoice(Schema.Field field, List<Part> parts) {
        columns.add(new Column(
                field.name(),
                SqlType.TEXT,
                field.schema().isNullable(),
                "",
                "Which of them it is. " + Objects.requireNonNull(field.doc()),
                source -> source.value().get(field.pos()) instanceof IndexedRecord chosen
                        ? chosen.getSchema().getName()
                        : null));
        boolean isClash = parts.stream().anyMatch(part -> taken.contains(part.name));
        add(field, parts, isClash, true);
    }

    private void add(Schema.Field field, List<Part> parts, boolean isClash, boolean isNullable) {
        String prefix = isClash ? new Units(schema, field).name() + "_" : "";
        for (Part part : parts) {
            columns.add(part.under(
                    prefix, isNullable, source -> (IndexedRecord) source.value().get(field.pos())));
        }
    }

    /** Returns the fields of all records in a union, in the order of the records. */
    private static List<Part> choice(Schema union) {
        Map<String, Map<String, Part>> byName = new LinkedHashMap<>();
        for (Schema record : union.getTypes()) {
            for (Schema.Field field : record.getFields()) {
                Part part = part(record, field);
                byName.computeIfAbsent(part.name, name -> new LinkedHashMap<>()).put(record.getFullName(), part);
            }
        }
        return byName.values().stream().map(Flattened::merged).toList();
    }

    /** Merges the fields that several records have under one name. */
    private static Part merged(Map<String, Part> byRecord) {
        Part first = byRecord.values().iterator().next();
        SqlType type = byRecord.values().stream().map(Part::type).reduce(first.type, Flattened::wider);
        Map<String, List<String>> docs = new LinkedHashMap<>();
        byRecord.forEach((record, part) -> docs.computeIfAbsent(part.doc, doc -> new ArrayList<>())
                .add(record.substring(record.lastIndexOf('.') + 1)));
        List<String> sentences = new ArrayList<>();
        docs.forEach((doc, records) -> sentences.add("Of " + String.join(", ", records) + ": " + doc));
        Map<String, Part> parts = Map.copyOf(byRecord);
        Map<Schema, Optional<Part>> known =
                new ConcurrentHashMap<>(); // a lookup by name for each row would take as long as everything else
        boolean isWidened = type.equals(SqlType.BIGINT);
        Function<IndexedRecord, @Nullable Object> value = record -> {
            Schema schema = record.getSchema();
            Part part = known.computeIfAbsent(schema, each -> Optional.ofNullable(parts.get(each.getFullName())))
                    .orElse(null);
            Object cell = part == null ? null : part.value().apply(record);
            return isWidened && cell instanceof Integer number ? Long.valueOf(number) : cell;
        };
        return new Part(first.name, type, true, first.unit, String.join(" ", sentences), byRecord.keySet(), value);
    }

    private static SqlType wider(SqlType one, SqlType other) {
        if (one.equals(other)) {
            return one;
        }
        Set<SqlType> both = Set.of(one, other);
        if (both.equals(Set.of(SqlType.INTEGER, SqlType.BIGINT))) {
            return SqlType.BIGINT;
        }
        throw new IllegalArgumentException(one + " and " + other + " under one name");
    }

    private static Part part(Schema record, Schema.Field field) {
        Units units = new Units(record, field);
        SqlType type = units.type();
        Schema plain = Units.plain(field.schema());
        int position = field.pos();
        boolean isNullable = field.schema().isNullable();
        return new Part(units.name(), type, isNullable, units.unit(), units.doc(), Set.of(), avro -> {
            Object found = avro.get(position);
            return found == null ? null : cell(found, type, plain);
        });
    }

    private static @Nullable Object cell(Object found, SqlType type, Schema schema) {
        return switch (type.kind()) {
            case TEXT -> found.toString();
            case DATE -> day(found.toString());
            case DECIMAL -> BigDecimal.valueOf((Long) found, type.scale());
            case TIMESTAMPTZ -> found instanceof Long millis ? Instant.ofEpochMilli(millis) : found;
            case JSON -> PlainJson.write(found, schema);
            case BIGINT, INTEGER, DOUBLE, BOOLEAN -> found;
        };
    }

    /** Parses a day; null if the text is invalid, which other writers may produce. */
    static @Nullable LocalDate day(String text) {
        try {
            return LocalDate.parse(text);
        } catch (DateTimeParseException e) {
            return null;
        }
    }
}
