package io.fairstream.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** A certificate of 127.0.0.1 that signs itself, made by Java's keytool. */
public final class TestCertificate {
    /** Options of keytool for a store that guards no secret: to open it costs no 30,000 hashes. */
    public static final List<String> CHEAP_STORE = Stream.of("mac", "certPbe", "keyPbe")
            .map(what -> "-J-Dkeystore.pkcs12." + what + "IterationCount=1")
            .toList();

    private static final char[] PASSWORD = "not-a-secret".toCharArray();

    private final KeyStore store;

    private TestCertificate(KeyStore store) {
        this.store = store;
    }

    /** Another one each time; of an elliptic curve, or RSA. */
    public static TestCertificate make(Path directory, String algorithm) throws Exception {
        Path file = Files.createTempDirectory(directory, "certificate").resolve("store.p12");
        String keytool =
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
        String options = String.join(" ", CHEAP_STORE) + " -genkeypair -alias server -keyalg " + algorithm
                + " -dname CN=127.0.0.1 -ext san=ip:127.0.0.1 -storetype PKCS12 -keystore " + file + " -storepass "
                + new String(PASSWORD);
        Process process = new ProcessBuilder((keytool + " " + options).split(" ", -1))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        assertEquals(0, process.waitFor());
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (var in = Files.newInputStream(file)) {
            store.load(in, PASSWORD);
        }
        return new TestCertificate(store);
    }

    /** Writes certificate and key over whatever the files hold. */
    public void write(Path certificate, Path key) throws Exception {
        Files.writeString(certificate, pem("CERTIFICATE", certificate().getEncoded()));
        writeKey(key);
    }

    public void writeKey(Path file) throws Exception {
        PrivateKey key = (PrivateKey) Objects.requireNonNull(store.getKey("server", PASSWORD));
        Files.writeString(file, pem("PRIVATE KEY", key.getEncoded()));
    }

    private Certificate certificate() throws Exception {
        return Objects.requireNonNull(store.getCertificate("server"));
    }

    private static String pem(String what, byte[] der) {
        return "-----BEGIN " + what + "-----\n" + Base64.getMimeEncoder().encodeToString(der) + "\n-----END " + what
                + "-----\n";
    }

    /** TLS context of a client that trusts only this certificate. */
    public SSLContext trusted() throws Exception {
        KeyStore trust = KeyStore.getInstance("PKCS12");
        trust.load(null, null);
        trust.setCertificateEntry("server", certificate());
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(trust);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, factory.getTrustManagers(), null);
        return context;
    }
}
