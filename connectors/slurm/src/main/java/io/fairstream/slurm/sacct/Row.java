package io.fairstream.slurm.sacct;

import io.fairstream.slurm.MalformedException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The values of one line by column. What says that there is no value is empty.
 *
 * @param places of the columns
 */
record Row(Map<String, Integer> places, List<String> values) {

    /** Of the first of these columns that has a value; empty when none has. */
    String text(String... columns) {
        for (String column : columns) {
            Integer place = places.get(column);
            String value = place == null ? "" : values.get(place).strip();
            if (!isNone(value)) {
                return value;
            }
        }
        return "";
    }

    boolean has(String column) {
        return places.containsKey(column);
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
    Integer count(String... columns) throws MalformedException {
        Long number = whole(columns);
        if (number != null && number > Integer.MAX_VALUE) {
            throw new MalformedException(String.join(" or ", columns), number, "at most " + Integer.MAX_VALUE);
        }
        return number == null ? null : (Integer) number.intValue();
    }

    private static boolean isNone(String value) {
        return value.isEmpty()
                || value.equals("Unknown")
                || value.equals("None")
                || value.equals("None assigned")
                || value.equals("INVALID");
    }
}
