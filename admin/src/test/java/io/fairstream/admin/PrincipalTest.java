package io.fairstream.admin;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fairstream.app.config.Settings;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PrincipalTest {
    private static final String MODULE = "org.apache.kafka.common.security.scram.ScramLoginModule required ";

    private static Optional<String> of(String protocol, Map<String, String> kafka) {
        Map<String, String> entries = new HashMap<>(Map.of("kafka.security.protocol", protocol));
        kafka.forEach((key, value) -> entries.put("kafka." + key, value));
        return Principal.of(Settings.parse(entries));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "username=\"alice\" password=\"username=\";",
                "password=\"x\" username='alice';",
                "username=alice password=x;"
            })
    void theUserOfSasl(String login) {
        assertEquals(Optional.of("User:alice"), of("SASL_SSL", Map.of("sasl.jaas.config", MODULE + login)));
        assertEquals(Optional.empty(), of("PLAINTEXT", Map.of("sasl.jaas.config", MODULE + login)));
    }

    @Test
    void nobodyWhereTheSettingsDoNotSay() {
        assertEquals(Optional.empty(), of("SASL_SSL", Map.of()));
        assertEquals(Optional.empty(), of("SSL", Map.of()));
        assertEquals(Optional.empty(), of("SSL", Map.of("ssl.keystore.location", "/nowhere")));
    }

    @Test
    void theSubjectOfTheCertificate(@TempDir Path folder) throws Exception {
        Path store = folder.resolve("keys.p12");
        String keytool = Path.of(System.getProperty("java.home"), "bin", "keytool") + " -genkeypair -alias a -keyalg EC"
                + " -dname CN=alice,O=pool -storetype PKCS12 -storepass changeit -keystore " + store;
        assertEquals(0, new ProcessBuilder(keytool.split(" ", -1)).start().waitFor());
        assertEquals(
                Optional.of("User:CN=alice,O=pool"),
                of(
                        "SSL",
                        Map.of(
                                "ssl.keystore.location",
                                store.toString(),
                                "ssl.keystore.type",
                                "PKCS12",
                                "ssl.keystore.password",
                                "changeit")));
    }
}
