package io.fairstream.schemas.registry;

import io.fairstream.schemas.tls.PemFiles;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.Map;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.types.Password;
import org.jspecify.annotations.Nullable;

/** TLS by the keys {@code schema.registry.ssl.truststore.*} and {@code schema.registry.ssl.keystore.*}. */
final class RegistryTls {
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

    /** The certificates of a PEM file, as Kafka's clients take them, too. */
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
