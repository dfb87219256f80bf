package io.fairstream.simulation.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The differences between a model and a table, a line each. */
final class Differences {
    private static final double TOLERANCE = 1e-9;

    private final List<String> lines = new ArrayList<>();

    List<String> lines() {
        return lines;
    }

    void compare(String where, @Nullable Object expected, @Nullable Object found) {
        boolean isSame = (expected instanceof Double one && found instanceof Double other)
                ? isSame(one, other)
                : Objects.equals(expected, found);
        if (!isSame) {
            lines.add("model: " + where + ": expected " + expected + ", found " + found);
        }
    }

    void compareAll(String where, Map<String, ?> expected, Map<String, ?> found) {
        Set<String> keys = new TreeSet<>(expected.keySet());
        keys.addAll(found.keySet());
        keys.forEach(key -> compare(where + " " + key, expected.get(key), found.get(key)));
    }

    private static boolean isSame(double one, double other) {
        double larger = Math.max(Math.abs(one), Math.abs(other));
        return one == other || Math.abs(one - other) <= TOLERANCE * Math.max(1, larger);
    }
}
