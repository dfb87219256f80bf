package io.fairstream.nemesis;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/**
 * One table of two runs.
 *
 * @param equal rows that are equal to the last bit
 * @param near rows of which doubles differ by at most 1e-9 of their value: sums added up in another order
 * @param differing key, row of the undisturbed run, row found
 */
public record Comparison(String table, int equal, int near, List<String> differing) {
    private static final double TOLERANCE = 1e-9;

    static <V> Comparison of(String table, Map<String, V> expected, Map<String, V> found) {
        TreeSet<String> keys = new TreeSet<>(expected.keySet());
        keys.addAll(found.keySet());
        int equal = 0;
        int near = 0;
        List<String> differing = new ArrayList<>();
        for (String key : keys) {
            V one = expected.get(key);
            V other = found.get(key);
            if (Objects.equals(one, other)) {
                equal++;
            } else if (isNear(one, other)) {
                near++;
            } else {
                differing.add(String.format("%s %s%n    undisturbed %s%n    disturbed   %s", table, key, one, other));
            }
        }
        return new Comparison(table, equal, near, differing);
    }

    /** Returns true if two values, rows or parts of rows are equal, doubles to 1e-9 of their value. */
    public static boolean isNear(@Nullable Object expected, @Nullable Object found) {
        if (expected == null || found == null) {
            return expected == found;
        }
        if (expected instanceof Double one && found instanceof Double other) {
            return Math.abs(one - other) <= TOLERANCE * Math.max(1, Math.abs(one));
        }
        if (expected instanceof SpecificRecord one && found instanceof SpecificRecord other) {
            return one.getSchema().equals(other.getSchema())
                    && one.getSchema().getFields().stream()
                            .allMatch(field -> isNear(one.get(field.pos()), other.get(field.pos())));
        }
        if (expected instanceof List<?> ones && found instanceof List<?> others) {
            return ones.size() == others.size()
                    && IntStream.range(0, ones.size()).allMatch(i -> isNear(ones.get(i), others.get(i)));
        }
        if (expected instanceof Map<?, ?> ones && found instanceof Map<?, ?> others) {
            return ones.keySet().equals(others.keySet())
                    && ones.keySet().stream().allMatch(key -> isNear(ones.get(key), others.get(key)));
        }
        return expected.equals(found);
    }
}
