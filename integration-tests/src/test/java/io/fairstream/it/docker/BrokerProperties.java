package io.fairstream.it.docker;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** The broker's properties as the image makes them from its environment. */
final class BrokerProperties {
    private static final String PREFIX = "KAFKA_";

    private BrokerProperties() {}

    static Map<String, String> of(Map<String, String> environment) {
        Map<String, String> properties = new TreeMap<>();
        environment.forEach((name, value) -> {
            if (name.startsWith(PREFIX)) {
                properties.put(property(name.substring(PREFIX.length())), value);
            }
        });
        return properties;
    }

    private static String property(String name) {
        return name.toLowerCase(Locale.ROOT)
                .replace("_", ".")
                .replace("...", "-")
                .replace("..", "_");
    }
}
