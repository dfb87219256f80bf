package io.fairstream.schemas.signing;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import org.bouncycastle.math.ec.rfc8032.Ed25519;

/** An Ed25519 public key: its bytes are taken apart once, as that costs a fifth of a verification. */
public final class VerifyingKey {
    /** SubjectPublicKeyInfo of an Ed25519 key, up to its 32 bytes: RFC 8410. */
    private static final byte[] PREFIX = HexFormat.of().parseHex("302a300506032b6570032100");

    private static final int ID_BYTES = 16;

    private final byte[] bytes;
    private final Ed25519.PublicPoint point;
    private final String id;

    private VerifyingKey(byte[] bytes, Ed25519.PublicPoint point) {
        this.bytes = bytes;
        this.point = point;
        this.id = HexFormat.of().formatHex(sha256().digest(bytes), 0, ID_BYTES);
    }

    /**
     * A key as it stands between the lines of a PEM file.
     *
     * @throws GeneralSecurityException if it is none of Ed25519
     */
    public static VerifyingKey parse(String base64) throws GeneralSecurityException {
        byte[] der;
        try {
            der = Base64.getDecoder().decode(base64);
        } catch (IllegalArgumentException e) {
            throw new GeneralSecurityException("no base64", e);
        }
        int length = PREFIX.length + Ed25519.PUBLIC_KEY_SIZE;
        if (der.length != length || !Arrays.equals(der, 0, PREFIX.length, PREFIX, 0, PREFIX.length)) {
            throw new GeneralSecurityException("no Ed25519 public key");
        }
        return of(Arrays.copyOfRange(der, PREFIX.length, length));
    }

    /** The key of these 32 bytes. */
    static VerifyingKey of(byte[] bytes) throws GeneralSecurityException {
        Ed25519.PublicPoint point = Ed25519.validatePublicKeyPartialExport(bytes, 0);
        if (point == null) {
            throw new GeneralSecurityException("no point of the curve");
        }
        return new VerifyingKey(bytes, point);
    }

    /** Its name in records: the first half of the SHA-256 of its bytes, in hexadecimal digits. */
    public String id() {
        return id;
    }

    /** As it stands between the lines of a PEM file. */
    public String base64() {
        byte[] der = Arrays.copyOf(PREFIX, PREFIX.length + bytes.length);
        System.arraycopy(bytes, 0, der, PREFIX.length, bytes.length);
        return Base64.getEncoder().encodeToString(der);
    }

    /** Whether the signature, the first 64 of these bytes, is of that message and by this key. */
    boolean verifies(byte[] message, byte[] signature) {
        return Ed25519.verify(signature, 0, point, message, 0, message.length);
    }

    static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
