package io.fairstream.app.config;

import io.fairstream.app.config.SettingsException.Problem;
import io.fairstream.rules.priority.Groups;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Parser of a configuration that collects all problems. */
final class Reading {
    private static final Set<String> NAMES =
            Keys.all().stream().map(Key::name).collect(Collectors.toCollection(TreeSet::new));

    private final Map<String, String> entries;
    private final List<Problem> problems = new ArrayList<>();

    Reading(Map<String, String> entries) {
        this.entries = new TreeMap<>(entries);
    }

    /** Value of a key, or its default if it is missing or invalid. */
    <T> T of(Key<T> key) {
        return key.parse(text(key)).orElseGet(() -> {
            problems.add(new Problem(key.name(), text(key), key.expectation()));
            return key.parse(key.defaultText()).orElseThrow();
        });
    }

    /** Texts of the values by key, as written, or the default. */
    Map<String, String> texts(List<Key<?>> keys) {
        Map<String, String> texts = new LinkedHashMap<>();
        keys.forEach(key -> texts.put(key.name(), text(key)));
        return texts;
    }

    private String text(Key<?> key) {
        return entries.getOrDefault(key.name(), key.defaultText()).strip();
    }

    void require(Key<? extends Optional<?>> key) {
        if (entries.getOrDefault(key.name(), "").isBlank()) {
            problems.add(new Problem(key.name(), "", key.expectation() + "; it has no default"));
        }
    }

    /** Entries of the registry client. */
    Map<String, String> registry() {
        Map<String, String> registry = new TreeMap<>(entries);
        registry.keySet().removeIf(key -> !PassedThrough.isRegistry(key));
        return registry;
    }

    /** Kafka's properties, without the prefix {@code kafka.}. */
    Map<String, String> kafka() {
        Map<String, String> kafka = new TreeMap<>();
        entries.forEach((key, value) -> {
            if (key.startsWith(PassedThrough.KAFKA)) {
                PassedThrough.check(key, value).ifPresent(problems::add);
                kafka.put(key.substring(PassedThrough.KAFKA.length()), value);
            }
        });
        return kafka;
    }

    void problem(Problem problem) {
        problems.add(problem);
    }

    /**
     * Ends the parsing.
     *
     * @throws SettingsException with all problems, unknown keys included
     */
    void finish() {
        entries.forEach((key, value) -> {
            if (!NAMES.contains(key) && !PassedThrough.isRegistry(key) && !key.startsWith(PassedThrough.KAFKA)) {
                problems.add(new Problem(key, value, meant(key)));
            }
        });
        if (!problems.isEmpty()) {
            throw new SettingsException(problems);
        }
    }

    private static String meant(String key) {
        if (PassedThrough.isKafka(PassedThrough.KAFKA + key)) {
            return "a key of Fairstream; to pass it to Kafka's clients write " + PassedThrough.KAFKA + key;
        }
        return Spelling.nearest(key, NAMES)
                .map(near -> "did you mean " + near + "?")
                .orElse("a key of Fairstream; run --help-config lists them");
    }

    /** Check that the configured groups form a tree, and that group factors name existing groups. */
    static final class GroupsCheck {
        private GroupsCheck() {}

        static Optional<Problem> problem(Settings settings) {
            Groups groups;
            try {
                groups = Groups.of(settings.groups());
            } catch (IllegalArgumentException e) {
                return Optional.of(new Problem(
                        Keys.GROUPS.name(), String.join(", ", settings.groups()), String.valueOf(e.getMessage())));
            }
            return settings.priorityFactors().ofGroups().keySet().stream()
                    .filter(name -> groups.spelling(name) == null)
                    .sorted()
                    .findFirst()
                    .map(name -> new Problem(
                            Keys.PRIORITY_FACTOR_GROUPS.name(), name, "a group that stands in " + Keys.GROUPS.name()));
        }
    }

    /** Suggestions for misspelled words. */
    static final class Spelling {
        private Spelling() {}

        /** Finds the candidate nearest to the word; empty unless at most a third of the word's letters differ. */
        static Optional<String> nearest(String word, Collection<String> candidates) {
            return candidates.stream()
                    .filter(candidate -> distance(word, candidate) <= Math.max(1, word.length() / 3))
                    .min(Comparator.<String>comparingInt(candidate -> distance(word, candidate))
                            .thenComparing(Comparator.naturalOrder()));
        }

        /** Levenshtein distance: insertions, deletions and replacements of a letter. */
        static int distance(String from, String to) {
            int[] row = new int[to.length() + 1];
            for (int column = 0; column <= to.length(); column++) {
                row[column] = column;
            }
            for (int line = 1; line <= from.length(); line++) {
                int diagonal = row[0];
                row[0] = line;
                for (int column = 1; column <= to.length(); column++) {
                    int replaced = diagonal + (from.charAt(line - 1) == to.charAt(column - 1) ? 0 : 1);
                    diagonal = row[column];
                    row[column] = Math.min(replaced, 1 + Math.min(row[column], row[column - 1]));
                }
            }
            return row[to.length()];
        }
    }
}
