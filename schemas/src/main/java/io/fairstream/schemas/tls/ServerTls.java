package io.fairstream.schemas.tls;

import java.io.IOException;
import java.net.Socket;
import java.nio.file.attribute.FileTime;
import java.security.GeneralSecurityException;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The TLS of a server whose certificate is renewed while it runs: each handshake looks whether the files have changed. Connections that
 * are open go on. While files are there that do not fit each other, as between two copies, it keeps what it had.
 */
public final class ServerTls {
    private static final Logger LOG = LoggerFactory.getLogger(ServerTls.class);
    private static final List<String> PROTOCOLS = List.of("TLSv1.3", "TLSv1.2");

    private ServerTls() {}

    /** The protocols to speak, and no older ones. */
    public static String[] protocols() {
        return PROTOCOLS.toArray(String[]::new);
    }

    /**
     * A context with the certificate of the files.
     *
     * @throws IOException if one cannot be read
     * @throws GeneralSecurityException if they hold no certificate and its key
     */
    public static SSLContext of(PemFiles files) throws IOException, GeneralSecurityException {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(new KeyManager[] {new Renewed(files)}, null, null);
        return context;
    }

    /** Certificate chain and private key read at one time. */
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

    /** Has one certificate at a time, that of the files. */
    private static final class Renewed extends X509ExtendedKeyManager {
        private final PemFiles files;
        /** By the alias under which a handshake asks for it, twice; the one before, too, for those that have begun with it. */
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
                    LOG.warn("{}; the certificate of before is kept", e.getMessage());
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
}
