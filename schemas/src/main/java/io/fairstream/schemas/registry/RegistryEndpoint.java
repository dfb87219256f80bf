package io.fairstream.schemas.registry;

import io.fairstream.schemas.tls.ServerTls.PemFiles;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.types.Password;
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

    /** TLS from the keys {@code schema.registry.ssl.truststore.*} and {@code schema.registry.ssl.keystore.*}. */
    static final class RegistryTls {
        private static final String PREFIX = "schema.registry.ssl.";

        private final Map<String, ?> config;

        private RegistryTls(Map<String, ?> config) {
            this.config = config;
        }

        static @Nullable SSLContext from(Map<String, ?> config) {
            RegistryTls tls = new RegistryTls(config);
            boolean trust = tls.text("truststore.location") != null;
            boolean key = tls.text("keystore.location") != null;
            return trust || key ? tls.context(trust, key) : null;
        }

        private SSLContext context(boolean trust, boolean key) {
            try {
                SSLContext context = SSLContext.getInstance("TLS");
                context.init(key ? keys() : null, trust ? trusted() : null, null);
                return context;
            } catch (GeneralSecurityException e) {
                throw new ConfigException(PREFIX + "* cannot be used: " + e.getMessage());
            }
        }

        private TrustManager[] trusted() throws GeneralSecurityException {
            TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            factory.init(store("truststore"));
            return factory.getTrustManagers();
        }

        private KeyManager[] keys() throws GeneralSecurityException {
            char[] keyPassword = password("key.password");
            KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            factory.init(store("keystore"), keyPassword == null ? password("keystore.password") : keyPassword);
            return factory.getKeyManagers();
        }

        private KeyStore store(String kind) throws GeneralSecurityException {
            String location = String.valueOf(text(kind + ".location"));
            String type = text(kind + ".type");
            if ("PEM".equals(type) && kind.equals("truststore")) {
                return trusted(location);
            }
            KeyStore store = KeyStore.getInstance(type == null ? "JKS" : type);
            try (InputStream in = Files.newInputStream(Path.of(location))) {
                store.load(in, password(kind + ".password"));
                return store;
            } catch (IOException e) {
                throw new ConfigException(
                        PREFIX + kind + ".location", location, "expected: a readable key store: " + e.getMessage());
            }
        }

        /** Reads the certificates of a PEM file, a format that Kafka's clients accept, too. */
        private static KeyStore trusted(String location) throws GeneralSecurityException {
            try {
                KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
                store.load(null, null);
                for (X509Certificate certificate : PemFiles.certificates(Path.of(location))) {
                    store.setCertificateEntry(String.valueOf(store.size()), certificate);
                }
                return store;
            } catch (IOException e) {
                throw new ConfigException(
                        PREFIX + "truststore.location", location, "expected: a readable PEM file: " + e.getMessage());
            }
        }

        private @Nullable String text(String key) {
            Object value = config.get(PREFIX + key);
            return value == null ? null : value.toString();
        }

        private char @Nullable [] password(String key) {
            Object value = config.get(PREFIX + key);
            if (value == null) {
                return null;
            }
            return (value instanceof Password hidden ? hidden.value() : value.toString()).toCharArray();
        }
    }
}
