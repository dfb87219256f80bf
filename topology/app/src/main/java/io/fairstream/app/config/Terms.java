package io.fairstream.app.config;

import io.fairstream.app.config.Key.Parser;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Settings that readers of the topics must share with the topology: those that affect numbers, and those for finding its progress. All
 * others may differ between processes.
 */
public final class Terms {
    private Terms() {}

    /** Setting with different values in two places. */
    public record Difference(String name, String here, String there) {
        @Override
        public String toString() {
            return name + "=" + here + " instead of " + (there.isEmpty() ? "nothing" : there);
        }
    }

    /** Names in display order. */
    static List<String> names() {
        return Keys.all().stream()
                .filter(key -> key.group.equals(Keys.TERMS))
                .map(key -> key.name)
                .toList();
    }

    /** Finds the settings with different values in both maps; {@code P1D} and {@code 86400} are equal. */
    public static List<Difference> differences(Map<String, String> here, Map<String, String> there) {
        List<Difference> differences = new ArrayList<>();
        for (String name : names()) {
            String ours = here.get(name);
            String theirs = there.get(name);
            if (ours != null && theirs != null && !isSame(name, ours, theirs)) {
                differences.add(new Difference(name, ours, theirs));
            }
        }
        return differences;
    }

    /** Compares the values; an invalid text equals only itself. */
    private static boolean isSame(String name, String here, String there) {
        Optional<?> value = value(name, here);
        return value.isPresent() ? value.equals(value(name, there)) : here.equals(there);
    }

    private static Optional<?> value(String name, String text) {
        return ((Parser<?>) Keys.of(name).validator).parse(text.strip());
    }

    public static boolean isKnown(String name) {
        return names().contains(name);
    }

    /** Selects the settings that this version knows, by name. */
    public static Map<String, String> understood(Map<String, String> texts) {
        Map<String, String> understood = new HashMap<>(texts);
        understood.keySet().retainAll(names());
        understood
                .entrySet()
                .removeIf(term -> value(term.getKey(), term.getValue()).isEmpty());
        return understood;
    }
}
