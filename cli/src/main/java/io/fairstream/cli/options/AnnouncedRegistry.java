package io.fairstream.cli.options;

import java.util.List;
import java.util.Map;

/**
 * A schema registry that only the cluster named. Whoever may write the topic that names it would get what a client sends, so no
 * credentials go to it: they are for the address that they were configured with.
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
     * Makes it the registry of the settings, without credentials.
     *
     * @return the settings that were taken out, in alphabetical order
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
