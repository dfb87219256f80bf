package io.fairstream.app.config;

import io.fairstream.app.config.Key.Parser;
import io.fairstream.app.config.SettingsException.Problem;
import io.fairstream.schemas.json.PlainJson.Spelling;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.common.config.ConfigDef.ConfigKey;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigValue;

/** Configuration that is validated by its definition, with all its problems. */
final class Reading {
    private static final Set<String> NAMES = Keys.DEFINITION.names();

    private final Map<String, String> entries;
    private final Map<String, ConfigValue> values;
    private final List<Problem> problems = new ArrayList<>();

    /** @param isForCluster whether the entries for a connection to a cluster are required */
    Reading(Map<String, String> entries, boolean isForCluster) {
        this.entries = new TreeMap<>(entries);
        values = Keys.DEFINITION.validateAll(this.entries);
        for (ConfigKey key : Keys.all()) {
            if (isForCluster
                    && key.importance == Importance.HIGH
                    && text(key.name).isEmpty()) {
                problems.add(new Problem(key.name, "", key.validator + "; it has no default"));
            } else if (!value(key.name).errorMessages().isEmpty()) {
                problems.add(new Problem(key.name, text(key.name), key.validator.toString()));
            }
        }
    }

    /** Values by the names of their keys; a default for one that is missing or invalid. */
    Map<String, Object> values() {
        Map<String, Object> parsed = new HashMap<>();
        for (ConfigKey key : Keys.all()) {
            Parser<?> parser = (Parser<?>) key.validator;
            boolean isValid = value(key.name).errorMessages().isEmpty();
            parsed.put(key.name, parser.reader().apply(isValid ? text(key.name) : (String) key.defaultValue));
        }
        return parsed;
    }

    /** Texts of the terms by name, as written, or the default. */
    Map<String, String> terms() {
        Map<String, String> texts = new LinkedHashMap<>();
        Terms.names().forEach(name -> texts.put(name, text(name)));
        return texts;
    }

    private String text(String name) {
        return (String) value(name).value();
    }

    private ConfigValue value(String name) {
        return Objects.requireNonNull(values.get(name));
    }

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

    /** Ends the parsing; throws {@link SettingsException} with all problems, unknown keys included. */
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
}
