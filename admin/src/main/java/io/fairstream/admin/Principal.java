package io.fairstream.admin;

import io.fairstream.app.config.Settings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.Collections;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Principal of a client according to its settings: the SASL user, or the subject of its certificate. A broker may map
 * either to another name, which clients cannot see.
 */
public final class Principal {
    private static final Pattern USER = Pattern.compile("\\busername\\s*=\\s*(?:\"([^\"]+)\"|'([^']+)'|([^\\s;\"']+))");

    private Principal() {}

    /** Returns the principal, such as {@code User:alice}; empty if the settings do not contain it, as with Kerberos or OAuth. */
    public static Optional<String> of(Settings settings) {
        Map<String, String> kafka = settings.kafka();
        String protocol = kafka.getOrDefault("security.protocol", "PLAINTEXT").toUpperCase(Locale.ROOT);
        if (protocol.startsWith("SASL_")) {
            Matcher user = USER.matcher(kafka.getOrDefault("sasl.jaas.config", ""));
            return user.find()
                    ? Optional.of("User:"
                            + (user.group(1) != null
                                    ? user.group(1)
                                    : user.group(2) != null ? user.group(2) : user.group(3)))
                    : Optional.empty();
        }
        return protocol.equals("SSL") && kafka.containsKey("ssl.keystore.location") ? subject(kafka) : Optional.empty();
    }

    private static Optional<String> subject(Map<String, String> kafka) {
        String type = kafka.getOrDefault("ssl.keystore.type", "JKS");
        String password = kafka.getOrDefault("ssl.keystore.password", "");
        try (var in = Files.newInputStream(Path.of(kafka.getOrDefault("ssl.keystore.location", "")))) {
            KeyStore store = KeyStore.getInstance(type);
            store.load(in, password.toCharArray());
            for (String alias : Collections.list(store.aliases())) {
                if (store.isKeyEntry(alias) && store.getCertificate(alias) instanceof X509Certificate certificate) {
                    return Optional.of(
                            "User:" + certificate.getSubjectX500Principal().getName());
                }
            }
            return Optional.empty();
        } catch (IOException | GeneralSecurityException e) {
            return Optional.empty();
        }
    }

    /**
     * Returns the author of a decision as it is stored, such as {@code alice@node1 (User:admin)}.
     *
     * @param stated value of {@code --by}; null for the logged-in user
     * @param principal Kafka principal of this client, if it is known
     */
    public static String author(@Nullable String stated, Optional<String> principal) {
        String who = stated == null ? whoIsLoggedIn() : stated;
        return principal.map(known -> who + " (" + known + ")").orElse(who);
    }

    private static String whoIsLoggedIn() {
        String user = System.getProperty("user.name");
        try {
            return user + "@" + InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return user + "@localhost";
        }
    }
}
