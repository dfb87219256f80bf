package io.fairstream.app.config;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.kafka.common.config.ConfigDef.ConfigKey;
import org.junit.jupiter.api.Test;

/** The file of settings that image and packages have is made of the keys; {@code -Dgolden.write=true} writes it anew. */
class SettingsFileTest {
    private static final Path FILE = Path.of("../../docker/fairstream.properties");
    private static final int WIDTH = 118;

    /** Values in the containers of {@code compose.yaml}, where every broker answers to the name kafka. */
    private static final Map<String, String> IN_CONTAINERS = Map.of(
            "bootstrap.servers", "kafka:9092",
            "schema.registry.url", "http://schema-registry:8081",
            "state.dir", "/var/lib/fairstream/state");

    private static final String BEGIN = """
            # Fairstream's configuration in the containers. A line that begins with #key= shows the default.
            # The environment wins over this file: FAIRSTREAM_PRIORITY_HALFLIFE=12h sets priority.halflife.
            # Lengths of time are written like 90s, 15m, 24h, 1d12h, 2w, ISO-8601 (P7D) or in seconds.
            """;

    private static final String END = """

            # Any property of Kafka Streams and its clients after "kafka.", for example for a cluster with security:
            #kafka.security.protocol=SASL_SSL
            #kafka.sasl.mechanism=SCRAM-SHA-512
            # Number of other instances that keep a warm copy of an instance's state, and take over without rebuilding it.
            #kafka.num.standby.replicas=1
            """;

    @Test
    void hasEachKeyWithItsDescriptionAndDefault() throws IOException {
        StringBuilder text = new StringBuilder(BEGIN);
        Keys.all().forEach(key -> text.append(entry(key)));
        text.append(END);
        if (Boolean.getBoolean("golden.write")) {
            Files.writeString(FILE, text);
        }
        assertEquals(text.toString(), Files.readString(FILE));
    }

    /** A release adds its file, and leaves the former ones: their settings keep name, default and values. */
    @Test
    void eachSettingOfAReleaseIsThereWithItsDefault() throws IOException {
        try (Stream<Path> releases = Files.list(Path.of("src/test/resources/released"))) {
            for (Path release : releases.toList()) {
                Properties settings = new Properties();
                try (Reader in = Files.newBufferedReader(release)) {
                    settings.load(in);
                }
                Map<String, Object> ours = new TreeMap<>();
                Keys.all().stream()
                        .filter(key -> settings.containsKey(key.name))
                        .forEach(key -> ours.put(key.name, key.defaultValue));
                assertEquals(new TreeMap<>(settings), ours, release.toString());
            }
        }
    }

    private static String entry(ConfigKey key) {
        String value = IN_CONTAINERS.get(key.name);
        String line = value == null ? "#" + key.name + "=" + key.defaultValue : key.name + "=" + value;
        return "\n" + comment(key.documentation) + comment("Value: " + key.validator + ".") + line + "\n";
    }

    private static String comment(String text) {
        StringBuilder lines = new StringBuilder();
        StringBuilder line = new StringBuilder("#");
        for (String word : text.split(" ", -1)) {
            if (line.length() + 1 + word.length() > WIDTH) {
                lines.append(line).append('\n');
                line = new StringBuilder("#");
            }
            line.append(' ').append(word);
        }
        return lines.append(line).append('\n').toString();
    }
}
