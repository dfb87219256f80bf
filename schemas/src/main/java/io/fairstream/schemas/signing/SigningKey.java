package io.fairstream.schemas.signing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bouncycastle.math.ec.rfc8032.Ed25519;

/** An Ed25519 private key, in a file of PKCS#8 in PEM, as {@code openssl genpkey -algorithm ed25519} writes it. */
public final class SigningKey {
    /** PrivateKeyInfo of an Ed25519 key, up to its 32 bytes: RFC 8410. */
    private static final byte[] PREFIX = HexFormat.of().parseHex("302e020100300506032b657004220420");

    private static final Pattern PEM =
            Pattern.compile("-----BEGIN PRIVATE KEY-----([A-Za-z0-9+/=\\s]+)-----END PRIVATE KEY-----");

    private final byte[] seed;
    private final VerifyingKey verifying;

    private SigningKey(byte[] seed) {
        this.seed = seed;
        byte[] bytes = new byte[Ed25519.PUBLIC_KEY_SIZE];
        Ed25519.generatePublicKey(seed, 0, bytes, 0);
        try {
            this.verifying = VerifyingKey.of(bytes);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A new one. */
    public static SigningKey generate() {
        byte[] seed = new byte[Ed25519.SECRET_KEY_SIZE];
        new SecureRandom().nextBytes(seed);
        return new SigningKey(seed);
    }

    /**
     * The key in a file.
     *
     * @throws IOException if it cannot be read
     * @throws GeneralSecurityException if it holds none; says nothing of what is in it
     */
    public static SigningKey read(Path file) throws IOException, GeneralSecurityException {
        return parse(Files.readString(file));
    }

    static SigningKey parse(String pem) throws GeneralSecurityException {
        Matcher body = PEM.matcher(pem);
        byte[] der = body.find() ? Base64.getMimeDecoder().decode(body.group(1)) : new byte[0];
        int length = PREFIX.length + Ed25519.SECRET_KEY_SIZE;
        if (der.length != length || !Arrays.equals(der, 0, PREFIX.length, PREFIX, 0, PREFIX.length)) {
            throw new GeneralSecurityException("no Ed25519 private key (expected: PKCS#8 in PEM)");
        }
        return new SigningKey(Arrays.copyOfRange(der, PREFIX.length, length));
    }

    /** As {@link #read} reads it. */
    public String pem() {
        byte[] der = Arrays.copyOf(PREFIX, PREFIX.length + seed.length);
        System.arraycopy(seed, 0, der, PREFIX.length, seed.length);
        return "-----BEGIN PRIVATE KEY-----\n" + Base64.getEncoder().encodeToString(der)
                + "\n-----END PRIVATE KEY-----\n";
    }

    /** By which others know what it signed. */
    public VerifyingKey verifying() {
        return verifying;
    }

    byte[] sign(byte[] message) {
        byte[] signature = new byte[Ed25519.SIGNATURE_SIZE];
        Ed25519.sign(seed, 0, message, 0, message.length, signature, 0);
        return signature;
    }

    /** Not the key. */
    @Override
    public String toString() {
        return "key " + verifying.id();
    }
}
