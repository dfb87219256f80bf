package io.fairstream.query.shares;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Change from one set of decisions to another: shares of paths, or allocations of targets.
 *
 * @param before by path
 * @param after by path
 */
public record Change<V>(SortedMap<String, V> before, SortedMap<String, V> after) {
    public Change(Map<String, V> before, Map<String, V> after) {
        this(new TreeMap<>(before), new TreeMap<>(after));
    }

    /** Kind of change of a path. */
    public enum Kind {
        ADDED,
        CHANGED,
        REMOVED
    }

    /** Difference of one path; one of both decisions is not null. */
    public record Difference<V>(
            String path, @Nullable V before, @Nullable V after) {
        public Kind kind() {
            if (after == null) {
                return Kind.REMOVED;
            }
            return before == null ? Kind.ADDED : Kind.CHANGED;
        }
    }

    public long count(Kind kind) {
        return differences().stream()
                .filter(difference -> difference.kind() == kind)
                .count();
    }

    /** Returns the differences: first removals, users before their banks, then the rest, banks before their children. */
    public List<Difference<V>> differences() {
        List<Difference<V>> differences = new ArrayList<>();
        before.forEach((path, node) -> {
            if (!after.containsKey(path)) {
                differences.add(new Difference<>(path, node, null));
            }
        });
        differences.sort(Comparator.comparing((Difference<V> difference) -> difference.path())
                .reversed());
        after.forEach((path, node) -> {
            V known = before.get(path);
            if (!node.equals(known)) {
                differences.add(new Difference<>(path, known, node));
            }
        });
        return differences;
    }
}
