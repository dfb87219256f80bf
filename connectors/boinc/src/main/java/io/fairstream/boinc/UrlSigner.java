package io.fairstream.boinc;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.security.interfaces.RSAPrivateCrtKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Signer of project URLs with the manager's key. Clients attach to a project only if its URL is signed with the first key that they
 * received from the manager. They support only RSA keys of 1024 bits ({@code lib/crypt.h} of BOINC). The signed text is the
 * hexadecimal MD5 of the URL, padded according to PKCS #1.
 */
public final class UrlSigner {
    private static final int BITS = 1024;
    private static final int BYTES = BITS / 8;
    private static final int BYTES_PER_LINE = 32;
    private static final String BEGIN = "-----BEGIN PRIVATE KEY-----";
    private static final String END = "-----END PRIVATE KEY-----";

    private static final int MAX_REMEMBERED = 1_000;

    private final RSAPrivateCrtKey key;
    private final Map<String, String> signatures = new ConcurrentHashMap<>();

    private UrlSigner(RSAPrivateCrtKey key) {
        this.key = key;
    }

    /** Creates a key and returns it as the text of a PEM file. */
    public static String newKey() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
            generator.initialize(BITS, new SecureRandom());
            byte[] encoded = generator.generateKeyPair().getPrivate().getEncoded();
            String base64 = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(encoded);
            return BEGIN + "\n" + base64 + "\n" + END + "\n";
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java has no RSA", e);
        }
    }

    /**
     * Creates a signer with the key in a PEM file (PKCS #8).
     *
     * @throws IllegalArgumentException if the key is invalid; the message does not contain it
     */
    public static UrlSigner of(String pem) {
        String text = pem.strip();
        try {
            if (text.startsWith(BEGIN) && text.endsWith(END)) {
                String base64 = text.substring(BEGIN.length(), text.length() - END.length());
                byte[] encoded = Base64.getMimeDecoder().decode(base64);
                if (KeyFactory.getInstance("RSA").generatePrivate(new PKCS8EncodedKeySpec(encoded))
                                instanceof RSAPrivateCrtKey key
                        && key.getModulus().bitLength() == BITS) {
                    return new UrlSigner(key);
                }
            }
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            throw new IllegalArgumentException("(expected: a PEM private key, RSA of 1024 bits)", e);
        }
        throw new IllegalArgumentException("(expected: a PEM private key, RSA of 1024 bits)");
    }

    /** Returns the public key in BOINC's format: bits, then modulus and exponent. */
    String publicKey() {
        byte[] both = new byte[2 * BYTES];
        put(key.getModulus(), both, 0);
        put(key.getPublicExponent(), both, BYTES);
        return BITS + "\n" + lines(both);
    }

    private static void put(BigInteger number, byte[] target, int from) {
        byte[] bytes = number.toByteArray();
        int length = Math.min(bytes.length, BYTES);
        System.arraycopy(bytes, bytes.length - length, target, from + BYTES - length, length);
    }

    /** Returns bytes in BOINC's format: 32 to a line, then a full stop. */
    private static String lines(byte[] bytes) {
        StringBuilder lines = new StringBuilder();
        for (int from = 0; from < bytes.length; from += BYTES_PER_LINE) {
            int to = Math.min(bytes.length, from + BYTES_PER_LINE);
            lines.append(HexFormat.of().formatHex(bytes, from, to)).append('\n');
        }
        return lines.append(".\n").toString();
    }

    /** Returns the signature of a project's URL, from a cache because signing takes most of the time of a reply. */
    String signature(String url) {
        if (signatures.size() > MAX_REMEMBERED) {
            signatures.clear();
        }
        return signatures.computeIfAbsent(url, this::sign);
    }

    /** Returns the signature of any URL, without the cache. */
    String sign(String url) {
        try {
            byte[] digest = MessageDigest.getInstance("MD5").digest(url.getBytes(StandardCharsets.UTF_8));
            Cipher cipher = Cipher.getInstance("RSA/ECB/PKCS1Padding");
            cipher.init(Cipher.ENCRYPT_MODE, key);
            return lines(cipher.doFinal(HexFormat.of().formatHex(digest).getBytes(StandardCharsets.US_ASCII)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java has no RSA or MD5", e);
        }
    }

    /** Returns a message authentication code of the text, computed with the key: 24 hexadecimal digits. */
    String seal(String text) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key.getEncoded(), "HmacSHA256"));
            return HexFormat.of().formatHex(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)), 0, 12);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java has no HMAC", e);
        }
    }
}
