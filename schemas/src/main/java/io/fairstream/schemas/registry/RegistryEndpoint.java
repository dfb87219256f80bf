package io.fairstream.schemas.registry;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.SslConfigs;
import org.apache.kafka.common.security.ssl.DefaultSslEngineFactory;
import org.apache.kafka.common.utils.Utils;
import org.jspecify.annotations.Nullable;

/**
 * Address, credentials and TLS of a registry, from the configuration keys of Confluent's clients.
 *
 * @param servers base URLs without credentials and without a slash at the end; later ones are tried when earlier ones fail
 * @param tls null for the JVM's defaults
 */
record RegistryEndpoint(List<Server> servers, @Nullable Tls tls) {
    static final String AUTH_SOURCE = "basic.auth.credentials.source";
    static final String USER_INFO = "basic.auth.user.info";
    private static final String PREFIX = "schema.registry.";

    /** One server; {@code authorization} is the value of the HTTP header of that name. */
    record Server(String base, Optional<String> authorization) {}

    /** Keys, trusted certificates, protocols and cipher suites. */
    record Tls(SSLContext context, SSLParameters parameters) {}

    RegistryEndpoint {
        servers = List.copyOf(servers);
    }

    static RegistryEndpoint from(Map<String, ?> config) {
        Optional<String> credentials = configuredCredentials(config);
        String[] urls = String.valueOf(config.get(SchemaRegistries.URL)).split(",", -1);
        return new RegistryEndpoint(
                Arrays.stream(urls).map(url -> server(url.strip(), credentials)).toList(), tls(config));
    }

    private static Optional<String> configuredCredentials(Map<String, ?> config) {
        String source = text(config, AUTH_SOURCE).orElse("URL");
        if (source.equals("URL")) {
            return Optional.empty();
        }
        if (!source.equals("USER_INFO")) {
            throw new ConfigException(AUTH_SOURCE, source, "expected: URL or USER_INFO");
        }
        Optional<String> userInfo = text(config, USER_INFO).or(() -> text(config, PREFIX + USER_INFO));
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
    static @Nullable Tls tls(Map<String, ?> config) {
        Map<String, ?> own = Utils.entriesWithPrefix(config, PREFIX);
        if (own.keySet().stream().noneMatch(key -> key.startsWith("ssl."))) {
            return null;
        }
        requireCheckOfHost(own.get(SslConfigs.SSL_ENDPOINT_IDENTIFICATION_ALGORITHM_CONFIG));
        try (DefaultSslEngineFactory factory = new DefaultSslEngineFactory()) {
            Map<String, Object> parsed = new ConfigDef().withClientSslSupport().parse(own);
            factory.configure(parsed);
            SSLContext context = factory.sslContext();
            SSLParameters supported = context.getSupportedSSLParameters();
            SSLParameters parameters = context.getDefaultSSLParameters();
            chosen(parsed, SslConfigs.SSL_ENABLED_PROTOCOLS_CONFIG, supported.getProtocols())
                    .ifPresent(parameters::setProtocols);
            chosen(parsed, SslConfigs.SSL_CIPHER_SUITES_CONFIG, supported.getCipherSuites())
                    .ifPresent(parameters::setCipherSuites);
            return new Tls(context, parameters);
        } catch (ConfigException e) {
            throw e;
        } catch (KafkaException e) {
            throw new ConfigException("schema.registry.ssl.* cannot be used: " + e.getMessage());
        }
    }

    /** Refuses what Kafka's clients take as "any host": the HTTP client always checks that the certificate is the host's. */
    private static void requireCheckOfHost(@Nullable Object algorithm) {
        if (algorithm != null && !algorithm.toString().strip().equalsIgnoreCase("https")) {
            throw new ConfigException(
                    PREFIX + SslConfigs.SSL_ENDPOINT_IDENTIFICATION_ALGORITHM_CONFIG,
                    algorithm,
                    "expected: https, since the registry's certificate must name its host");
        }
    }

    /** The values of a key; empty if it has none. */
    private static Optional<String[]> chosen(Map<String, Object> parsed, String key, String[] supported) {
        if (!(parsed.get(key) instanceof List<?> values) || values.isEmpty()) {
            return Optional.empty();
        }
        for (Object value : values) {
            if (!List.of(supported).contains(value)) {
                throw new ConfigException(PREFIX + key, value, "expected: some of " + String.join(", ", supported));
            }
        }
        return Optional.of(values.stream().map(Object::toString).toArray(String[]::new));
    }
}
