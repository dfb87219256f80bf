package io.fairstream.slurm;

import io.fairstream.reading.Count;
import io.fairstream.reading.MalformedException;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Data of a job, by sacct's column name in lower case. Markers for missing values are empty.
 *
 * @param values by column; unknown ones are missing
 * @param notes unresolved properties from splitting the line
 */
record Row(Map<String, String> values, Set<OpenPoint> notes) {
    private static final Set<String> NONE = Set.of("", "Unknown", "None", "None assigned", "INVALID");

    Row(Map<String, String> values) {
        this(values, Set.of());
    }

    /** Returns the text of the first of these columns that has a value; empty if none has. */
    String text(String... columns) {
        for (String column : columns) {
            String value = values.getOrDefault(column, "").strip();
            if (!NONE.contains(value)) {
                return value;
            }
        }
        return "";
    }

    boolean has(String column) {
        return values.containsKey(column);
    }

    @Nullable
    Long whole(String... columns) throws MalformedException {
        String text = text(columns);
        if (text.isEmpty()) {
            return null;
        }
        if (!text.matches("\\d{1,18}")) {
            throw new MalformedException(String.join(" or ", columns), text, "a whole number");
        }
        return Long.valueOf(text);
    }

    @Nullable
    Count count(String... columns) throws MalformedException {
        String text = text(columns);
        if (text.isEmpty()) {
            return null;
        }
        Count count = Count.parse(text);
        if (count == null) {
            throw new MalformedException(String.join(" or ", columns), text, "a whole number, or one like 1.50K");
        }
        if (count.number() > Integer.MAX_VALUE) {
            throw new MalformedException(String.join(" or ", columns), text, "at most " + Integer.MAX_VALUE);
        }
        return count;
    }
}
