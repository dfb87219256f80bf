package io.fairstream.schemas.tls;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

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

    /** Times of the last change of both files: other times mean another certificate. */
    List<FileTime> changed() throws IOException {
        return List.of(Files.getLastModifiedTime(certificate), Files.getLastModifiedTime(key));
    }

    X509Certificate[] chain() throws IOException, GeneralSecurityException {
        X509Certificate[] chain = certificates(certificate).toArray(X509Certificate[]::new);
        if (chain.length == 0) {
            throw new GeneralSecurityException(certificate + ": no certificate (expected: PEM)");
        }
        return chain;
    }

    /** The certificates in a PEM file. */
    public static List<X509Certificate> certificates(Path file) throws IOException, GeneralSecurityException {
        byte[] pem = Files.readAllBytes(file);
        return CertificateFactory.getInstance("X.509").generateCertificates(new ByteArrayInputStream(pem)).stream()
                .map(X509Certificate.class::cast)
                .toList();
    }

    PrivateKey privateKey() throws IOException, GeneralSecurityException {
        Matcher body = KEY.matcher(Files.readString(key, StandardCharsets.US_ASCII));
        if (!body.find()) {
            throw new GeneralSecurityException(key + ": no private key (expected: PKCS#8 in PEM, without a password)");
        }
        PKCS8EncodedKeySpec spec =
                new PKCS8EncodedKeySpec(Base64.getMimeDecoder().decode(body.group(1)));
        for (String algorithm : ALGORITHMS) {
            try {
                return KeyFactory.getInstance(algorithm).generatePrivate(spec);
            } catch (InvalidKeySpecException e) {
                // of another algorithm
            }
        }
        throw new GeneralSecurityException(key + ": no private key of " + String.join(", ", ALGORITHMS));
    }
}
