package io.fairstream.http;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * TLS of a server whose certificate can be replaced at run time: each handshake checks if the files have changed. Open connections
 * continue. While certificate and key do not match, for example between two copies, the previous pair stays in use.
 */
public final class ServerTls {
    private static final Logger LOG = LoggerFactory.getLogger(ServerTls.class);
    private static final List<String> PROTOCOLS = List.of("TLSv1.3", "TLSv1.2");

    private ServerTls() {}

    /** Supported protocols; older ones are disabled. */
    public static String[] protocols() {
        return PROTOCOLS.toArray(String[]::new);
    }

    /**
     * Creates a context with the certificate of the files.
     *
     * @throws IOException if one cannot be read
     * @throws GeneralSecurityException if they hold no certificate and its key
     */
    public static SSLContext of(PemFiles files) throws IOException, GeneralSecurityException {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(new KeyManager[] {new Renewed(files)}, null, null);
        return context;
    }

    /** Certificate chain and private key, read together. */
    private static final class Identity {
        private final List<FileTime> changed;
        private final X509Certificate[] chain;
        private final PrivateKey key;

        Identity(PemFiles files) throws IOException, GeneralSecurityException {
            changed = files.changed();
            chain = files.chain();
            key = files.privateKey();
            requireThatTheyFit(files);
        }

        private void requireThatTheyFit(PemFiles files) throws GeneralSecurityException {
            String algorithm = switch (key.getAlgorithm()) {
                case "RSA" -> "SHA256withRSA";
                case "EC" -> "SHA256withECDSA";
                default -> "Ed25519";
            };
            byte[] text = {1};
            Signature signature = Signature.getInstance(algorithm);
            signature.initSign(key);
            signature.update(text);
            byte[] signed = signature.sign();
            signature.initVerify(chain[0]);
            signature.update(text);
            if (!signature.verify(signed)) {
                throw new GeneralSecurityException(files.key() + ": not the key of " + files.certificate());
            }
        }
    }

    /** Key manager with the newest certificate of the files. */
    private static final class Renewed extends X509ExtendedKeyManager {
        private final PemFiles files;
        /** By alias, for which a handshake asks twice; includes the previous identity, for handshakes that began with it. */
        private final Map<String, Identity> identities = new ConcurrentHashMap<>();

        private volatile int newest;
        private List<FileTime> refused = List.of();

        Renewed(PemFiles files) throws IOException, GeneralSecurityException {
            this.files = files;
            identities.put("0", new Identity(files));
        }

        private Identity identity(String alias) {
            return Objects.requireNonNull(identities.get(alias), alias);
        }

        private synchronized void look() {
            try {
                List<FileTime> changed = files.changed();
                if (changed.equals(identity(String.valueOf(newest)).changed) || changed.equals(refused)) {
                    return;
                }
                try {
                    identities.put(String.valueOf(newest + 1), new Identity(files));
                    newest++;
                    identities.remove(String.valueOf(newest - 2));
                    LOG.info("{}: a new certificate", files.certificate());
                } catch (GeneralSecurityException | IOException e) {
                    refused = changed;
                    LOG.warn("{}; the previous certificate is kept", e.getMessage());
                }
            } catch (IOException e) {
                LOG.debug("{} is not there now", files, e);
            }
        }

        private @Nullable String alias(String keyType) {
            look();
            String alias = String.valueOf(newest);
            return identity(alias).chain[0].getPublicKey().getAlgorithm().equals(keyType) ? alias : null;
        }

        @Override
        public @Nullable String chooseEngineServerAlias(String keyType, Principal[] issuers, SSLEngine engine) {
            return alias(keyType);
        }

        @Override
        public @Nullable String chooseServerAlias(String keyType, Principal[] issuers, Socket socket) {
            return alias(keyType);
        }

        @Override
        public X509Certificate[] getCertificateChain(String alias) {
            return identity(alias).chain.clone();
        }

        @Override
        public PrivateKey getPrivateKey(String alias) {
            return identity(alias).key;
        }

        @Override
        public String[] getServerAliases(String keyType, Principal[] issuers) {
            String alias = alias(keyType);
            return alias == null ? new String[0] : new String[] {alias};
        }

        @Override
        public String[] getClientAliases(String keyType, Principal[] issuers) {
            return new String[0];
        }

        @Override
        public @Nullable String chooseClientAlias(String[] keyType, Principal[] issuers, Socket socket) {
            return null;
        }
    }

    /**
     * A certificate and its private key.
     *
     * @param certificate PEM, the server's own first, then those up to the authority
     * @param key PEM, PKCS#8 without a password, of RSA or an elliptic curve
     */
    public record PemFiles(Path certificate, Path key) {
        private static final Pattern KEY =
                Pattern.compile("-----BEGIN PRIVATE KEY-----([A-Za-z0-9+/=\\s]+)-----END PRIVATE KEY-----");
        private static final List<String> ALGORITHMS = List.of("EC", "RSA", "Ed25519");

        /** Modification times of both files; a difference means a new certificate. */
        List<FileTime> changed() throws IOException {
            return List.of(Files.getLastModifiedTime(certificate), Files.getLastModifiedTime(key));
        }

        X509Certificate[] chain() throws IOException, GeneralSecurityException {
            byte[] pem = Files.readAllBytes(certificate);
            X509Certificate[] chain =
                    CertificateFactory.getInstance("X.509").generateCertificates(new ByteArrayInputStream(pem)).stream()
                            .map(X509Certificate.class::cast)
                            .toArray(X509Certificate[]::new);
            if (chain.length == 0) {
                throw new GeneralSecurityException(certificate + ": no certificate (expected: PEM)");
            }
            return chain;
        }

        PrivateKey privateKey() throws IOException, GeneralSecurityException {
            Matcher body = KEY.matcher(Files.readString(key, StandardCharsets.US_ASCII));
            if (!body.find()) {
                throw new GeneralSecurityException(
                        key + ": no private key (expected: PKCS#8 in PEM, without a password)");
            }
            PKCS8EncodedKeySpec spec =
                    new PKCS8EncodedKeySpec(Base64.getMimeDecoder().decode(body.group(1)));
            for (String algorithm : ALGORITHMS) {
                try {
                    return KeyFactory.getInstance(algorithm).generatePrivate(spec);
                } catch (InvalidKeySpecException e) {
                    // key of another algorithm
                }
            }
            throw new GeneralSecurityException(key + ": no private key of " + String.join(", ", ALGORITHMS));
        }
    }
}
