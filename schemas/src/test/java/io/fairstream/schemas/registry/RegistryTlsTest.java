package io.fairstream.schemas.registry;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsExchange;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import io.fairstream.schemas.registry.SchemaRegistry.RegistryException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import org.apache.avro.SchemaBuilder;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.types.Password;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A registry that trusts one client's certificate, and a client that trusts that registry's: the same self-signed one. */
class RegistryTlsTest {
    @TempDir
    private Path folder;

    private final List<String> protocols = new CopyOnWriteArrayList<>();

    private HttpsServer server;

    @BeforeEach
    void start() throws Exception {
        createKeyStore();
        SSLContext context =
                Objects.requireNonNull(RegistryEndpoint.tls(both())).context();
        server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(context) {
            @Override
            public void configure(HttpsParameters parameters) {
                SSLParameters ssl = context.getDefaultSSLParameters();
                ssl.setNeedClientAuth(true);
                parameters.setSSLParameters(ssl);
            }
        });
        server.createContext("/", exchange -> {
            protocols.add(((HttpsExchange) exchange).getSSLSession().getProtocol());
            byte[] body = "{\"id\":6}".getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private void createKeyStore() throws Exception {
        String keytool =
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
        Process process = new ProcessBuilder(
                        keytool,
                        "-genkeypair",
                        "-alias",
                        "registry",
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=127.0.0.1",
                        "-ext",
                        "san=ip:127.0.0.1",
                        "-keystore",
                        store(),
                        "-storetype",
                        "PKCS12",
                        "-storepass",
                        "changeit")
                .inheritIO()
                .start();
        assertEquals(0, process.waitFor());
    }

    private String store() {
        return folder.resolve("both.p12").toString();
    }

    private Map<String, Object> trust() {
        return Map.of(
                "schema.registry.ssl.truststore.location",
                store(),
                "schema.registry.ssl.truststore.password",
                new Password("changeit"),
                "schema.registry.ssl.truststore.type",
                "PKCS12");
    }

    private Map<String, Object> both() {
        Map<String, Object> config = new HashMap<>(trust());
        config.put("schema.registry.ssl.keystore.location", store());
        config.put("schema.registry.ssl.keystore.password", "changeit");
        config.put("schema.registry.ssl.keystore.type", "PKCS12");
        return config;
    }

    private int register(Map<String, Object> tls) {
        Map<String, Object> config = new HashMap<>(tls);
        config.put(
                "schema.registry.url",
                "https://127.0.0.1:" + server.getAddress().getPort());
        return SchemaRegistries.from(config)
                .register("s", SchemaBuilder.record("R").fields().endRecord());
    }

    @Test
    void trustAndKeyTogetherAreLetIn() {
        assertEquals(6, register(both()));
    }

    @Test
    void withoutTheKeyOrTheTrustNobodyIs() {
        assertEquals(
                RegistryException.UNREACHABLE,
                assertThrows(RegistryException.class, () -> register(trust())).code());
        assertEquals(
                RegistryException.UNREACHABLE,
                assertThrows(RegistryException.class, () -> register(Map.of())).code());
    }

    @Test
    void onlyAnEnabledProtocolIsSpoken() {
        assertEquals(6, register(with("enabled.protocols", "TLSv1.2")));
        assertEquals(6, register(with("enabled.protocols", "TLSv1.3")));
        assertEquals(6, register(with("cipher.suites", "TLS_AES_256_GCM_SHA384")));
        assertEquals(List.of("TLSv1.2", "TLSv1.3", "TLSv1.3"), protocols);
    }

    @Test
    void aKeyThatCannotHaveItsEffectIsRefused() {
        assertEquals(
                "Invalid value  for configuration schema.registry.ssl.endpoint.identification.algorithm: "
                        + "expected: https, since the registry's certificate must name its host",
                refused("endpoint.identification.algorithm", ""));
        assertEquals(6, register(with("endpoint.identification.algorithm", "HTTPS")));
        String protocol = refused("enabled.protocols", "TLSv1.2,TLSv9");
        String start =
                "Invalid value TLSv9 for configuration schema.registry.ssl.enabled.protocols: expected: some of ";
        assertEquals(start, protocol.substring(0, start.length()));
        refused("cipher.suites", "NULL");
    }

    private String refused(String key, String value) {
        return String.valueOf(assertThrows(ConfigException.class, () -> register(with(key, value)))
                .getMessage());
    }

    private Map<String, Object> with(String key, String value) {
        Map<String, Object> config = both();
        config.put("schema.registry.ssl." + key, value);
        return config;
    }

    @Test
    void aMissingStoreIsNamed() {
        Map<String, Object> config = Map.of("schema.registry.ssl.truststore.location", "/nowhere/trust.jks");
        assertEquals(
                "schema.registry.ssl.* cannot be used: Failed to load SSL keystore /nowhere/trust.jks of type JKS",
                assertThrows(ConfigException.class, () -> register(config)).getMessage());
    }
}
