package io.fairstream.schemas.registry;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import org.apache.kafka.common.config.ConfigException;
import org.jspecify.annotations.Nullable;

/**
 * Where a registry is and how to speak to it, from the configuration keys of Confluent's clients.
 *
 * @param servers base URLs without credentials and without a slash at the end; later ones are tried when earlier ones fail
 * @param tls null for the JVM's own trust
 */
record RegistryEndpoint(List<Server> servers, @Nullable SSLContext tls) {
    static final String AUTH_SOURCE = "basic.auth.credentials.source";
    static final String USER_INFO = "basic.auth.user.info";

    /** One server; {@code authorization} is the value of the HTTP header. */
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
        return new RegistryEndpoint(servers, RegistryTls.from(config));
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
}
