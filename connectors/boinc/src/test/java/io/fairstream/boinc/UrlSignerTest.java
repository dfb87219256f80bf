package io.fairstream.boinc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.spec.RSAPublicKeySpec;
import java.util.HexFormat;
import javax.crypto.Cipher;
import org.junit.jupiter.api.Test;

class UrlSignerTest {
    private static byte[] bytes(String lines) {
        return HexFormat.of().parseHex(lines.replace("\n", "").replace(".", ""));
    }

    /** The client's side: the key from its text, the digest from the signature. */
    @Test
    void clientsFindTheUrlsDigestInTheSignature() throws Exception {
        String[] key = Sample.SIGNER.publicKey().split("\n", 2);
        assertEquals("1024", key[0]);
        String hexadecimal = HexFormat.of().formatHex(bytes(key[1]));
        assertEquals(512, hexadecimal.length());
        PublicKey publicKey = KeyFactory.getInstance("RSA")
                .generatePublic(new RSAPublicKeySpec(
                        new BigInteger(hexadecimal.substring(0, 256), 16),
                        new BigInteger(hexadecimal.substring(256), 16)));
        Cipher cipher = Cipher.getInstance("RSA/ECB/PKCS1Padding");
        cipher.init(Cipher.DECRYPT_MODE, publicKey);
        byte[] digest = cipher.doFinal(bytes(Sample.SIGNER.signature("http://a.example/")));
        assertEquals("b30d4f59eb97517b29db7bf4c7be397d", new String(digest, StandardCharsets.US_ASCII));
    }

    @Test
    void anotherFileIsRefusedWithoutBeingShown() {
        for (String pem : new String[] {"", "secret", "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----"}) {
            assertEquals(
                    "(expected: a PEM private key, RSA of 1024 bits)",
                    assertThrows(IllegalArgumentException.class, () -> UrlSigner.of(pem))
                            .getMessage());
        }
    }
}
