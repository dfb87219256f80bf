package io.fairstream.schemas.registry;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.security.ssl.DefaultSslEngineFactory;
import org.apache.kafka.common.utils.Utils;
import org.jspecify.annotations.Nullable;

/**
 * Address, credentials and TLS of a registry, from the configuration keys of Confluent's clients.
 *
 * @param servers base URLs without credentials and without a slash at the end; later ones are tried when earlier ones fail
 * @param tls null for the JVM's default trust store
 */
record RegistryEndpoint(List<Server> servers, @Nullable SSLContext tls) {
    static final String AUTH_SOURCE = "basic.auth.credentials.source";
    static final String USER_INFO = "basic.auth.user.info";

    /** One server; {@code authorization} is the value of the HTTP header of that name. */
    record Server(String base, Optional<String> authorization) {}

    RegistryEndpoint {
        servers = List.copyOf(servers);
    }

    static RegistryEndpoint from(Map<String, ?> config) {
        Optional<String> credentials = configuredCredentials(config);
        List<Server> servers = new ArrayList<>();
        for (String url : String.valueOf(config.get(SchemaRegistries.URL)).split(",", -1)) {
            servers.add(server(url.strip(), credentials));
        }
        return new RegistryEndpoint(servers, tls(config));
    }

    private static Optional<String> configuredCredentials(Map<String, ?> config) {
        String source = text(config, AUTH_SOURCE).orElse("URL");
        if (source.equals("URL")) {
            return Optional.empty();
        }
        if (!source.equals("USER_INFO")) {
            throw new ConfigException(AUTH_SOURCE, source, "expected: URL or USER_INFO");
        }
        Optional<String> userInfo = text(config, USER_INFO).or(() -> text(config, "schema.registry." + USER_INFO));
        if (userInfo.filter(info -> info.contains(":")).isEmpty()) {
            throw new ConfigException(USER_INFO + " (expected: user:password, since " + AUTH_SOURCE + "=USER_INFO)");
        }
        return userInfo;
    }

    private static Server server(String url, Optional<String> credentials) {
        URI uri;
        try {
            uri = URI.create(url);
        } catch (IllegalArgumentException e) {
            throw badUrl(url);
        }
        if (uri.getHost() == null || !("http".equals(uri.getScheme()) || "https".equals(uri.getScheme()))) {
            throw badUrl(url);
        }
        String port = uri.getPort() < 0 ? "" : ":" + uri.getPort();
        String path = uri.getRawPath() == null ? "" : uri.getRawPath().replaceAll("/+$", "");
        return new Server(
                uri.getScheme() + "://" + uri.getHost() + port + path,
                credentials.or(() -> Optional.ofNullable(uri.getUserInfo())).map(RegistryEndpoint::basic));
    }

    private static ConfigException badUrl(String url) {
        String shown = url.replaceAll("//[^/@]*@", "//***@");
        return new ConfigException(SchemaRegistries.URL, shown, "expected: http(s)://host:port, or mock://scope");
    }

    private static String basic(String userInfo) {
        return "Basic " + Base64.getEncoder().encodeToString(userInfo.getBytes(StandardCharsets.UTF_8));
    }

    private static Optional<String> text(Map<String, ?> config, String key) {
        return Optional.ofNullable(config.get(key)).map(Object::toString);
    }

    /** TLS from the keys of Kafka's clients with the prefix {@code schema.registry.}; null without any. */
    static @Nullable SSLContext tls(Map<String, ?> config) {
        Map<String, ?> own = Utils.entriesWithPrefix(config, "schema.registry.");
        if (own.keySet().stream().noneMatch(key -> key.startsWith("ssl."))) {
            return null;
        }
        try (DefaultSslEngineFactory factory = new DefaultSslEngineFactory()) {
            factory.configure(new ConfigDef().withClientSslSupport().parse(own));
            return factory.sslContext();
        } catch (KafkaException e) {
            throw new ConfigException("schema.registry.ssl.* cannot be used: " + e.getMessage());
        }
    }
}
