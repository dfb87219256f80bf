package io.fairstream.query.audit;

import io.fairstream.query.columns.Numbers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/** Differences between an actual and an expected row of a table. All fields of the schema are compared, including nested records. */
final class RowDifference {
    private static final int MAX_FIELDS = 3;
    private static final int MAX_CHARACTERS = 120;

    private final List<String> fields = new ArrayList<>();

    private RowDifference() {}

    /**
     * Returns the difference of two rows of one table, with numbers equal to 1e-9.
     *
     * @param name of the table and the row
     */
    static Optional<String> of(String name, SpecificRecord is, SpecificRecord should) {
        RowDifference difference = new RowDifference();
        difference.addRecord("", is, should);
        return difference.text(name);
    }

    private Optional<String> text(String name) {
        if (fields.isEmpty()) {
            return Optional.empty();
        }
        String first = String.join(", ", fields.subList(0, Math.min(MAX_FIELDS, fields.size())));
        String more = fields.size() > MAX_FIELDS ? ", and " + (fields.size() - MAX_FIELDS) + " more fields" : "";
        return Optional.of(name + " " + first + more);
    }

    private void addRecord(String prefix, SpecificRecord is, SpecificRecord should) {
        for (Schema.Field field : is.getSchema().getFields()) {
            add(prefix + field.name(), is.get(field.pos()), should.get(field.pos()));
        }
    }

    private void add(String field, @Nullable Object is, @Nullable Object should) {
        if (is instanceof SpecificRecord one && should instanceof SpecificRecord other) {
            addRecord(field + ".", one, other);
        } else if (is instanceof SpecificRecord one && should == null) {
            addLone(field, one, true);
        } else if (is == null && should instanceof SpecificRecord other) {
            addLone(field, other, false);
        } else if (is instanceof List<?> ones && should instanceof List<?> others && ones.size() == others.size()) {
            for (int i = 0; i < ones.size(); i++) {
                add(field + "[" + i + "]", ones.get(i), others.get(i));
            }
        } else if (is instanceof Map<?, ?> ones && should instanceof Map<?, ?> others) {
            TreeSet<Object> keys = new TreeSet<>(ones.keySet());
            keys.addAll(others.keySet());
            keys.forEach(key -> add(field + "[" + key + "]", ones.get(key), others.get(key)));
        } else if (!isSame(is, should)) {
            fields.add(field + ": " + shown(is) + " (expected: " + shown(should) + ")");
        }
    }

    /** Adds a record that only one of the rows has. */
    private void addLone(String field, SpecificRecord lone, boolean isThere) {
        int before = fields.size();
        for (Schema.Field part : lone.getSchema().getFields()) {
            Object value = lone.get(part.pos());
            if (!Boolean.FALSE.equals(value) && !(value instanceof Integer number && number == 0)) {
                add(field + "." + part.name(), isThere ? value : null, isThere ? null : value);
            }
        }
        if (fields.size() == before) {
            fields.add(field + ": " + (isThere ? "present (expected: null)" : "null (expected: present)"));
        }
    }

    private static String shown(@Nullable Object value) {
        String text = String.valueOf(value);
        return text.length() <= MAX_CHARACTERS ? text : text.substring(0, MAX_CHARACTERS) + "...";
    }

    private static boolean isSame(@Nullable Object is, @Nullable Object should) {
        return (is instanceof Double one && should instanceof Double other)
                ? Numbers.isNear(one, other, 0)
                : Objects.equals(is, should);
    }
}
