package io.fairstream.streams.config;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Settings from environment variables: upper case, dots and dashes as underscores, {@code FAIRSTREAM_} before. */
public final class Environment {
    private Environment() {}

    /** The settings among the variables; {@code FAIRSTREAM_} variables that name none are left alone. */
    public static Map<String, String> settings(Map<String, String> variables) {
        Map<String, String> settings = new TreeMap<>();
        for (Key<?> key : Keys.all()) {
            String value = variables.get(key.environmentVariable());
            if (value != null) {
                settings.put(key.name(), value);
            }
        }
        variables.forEach((name, value) -> {
            String key = passedThrough(name);
            if (PassedThrough.isRegistry(key) || PassedThrough.isKafka(key)) {
                settings.putIfAbsent(key, value);
            }
        });
        return settings;
    }

    private static String passedThrough(String variable) {
        return variable.startsWith(Key.ENVIRONMENT_PREFIX)
                ? variable.substring(Key.ENVIRONMENT_PREFIX.length())
                        .toLowerCase(Locale.ROOT)
                        .replace('_', '.')
                : "";
    }
}
