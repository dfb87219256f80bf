package io.fairstream.cli.options;

import java.util.List;
import java.util.Map;

/**
 * A schema registry whose URL was read from the cluster. It gets no credentials, because anybody with write access to the topic with
 * the URL could collect them; credentials are meant for the configured URL.
 */
final class AnnouncedRegistry {
    private static final String URL = "schema.registry.url";
    private static final List<String> CREDENTIALS = List.of(
            "basic.auth.",
            "bearer.auth.",
            "schema.registry.basic.auth.",
            "schema.registry.bearer.auth.",
            "schema.registry.ssl.keystore.",
            "schema.registry.ssl.key.");

    private AnnouncedRegistry() {}

    /**
     * Sets this registry in the settings and removes credentials.
     *
     * @return the removed settings, in alphabetical order
     */
    static List<String> use(String url, Map<String, String> entries) {
        List<String> withheld = entries.keySet().stream()
                .filter(key -> CREDENTIALS.stream().anyMatch(key::startsWith))
                .sorted()
                .toList();
        withheld.forEach(entries::remove);
        entries.put(URL, url);
        return withheld;
    }
}
