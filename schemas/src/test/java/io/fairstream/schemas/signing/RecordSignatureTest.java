package io.fairstream.schemas.signing;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.schemas.Topics;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RecordSignatureTest {
    private static final SigningKey KEY = SigningKey.generate();
    private static final Verifier BY_KEY = new Verifier(KEY.verifying());

    private static List<ProducerRecord<byte[], byte[]>> records(int count) {
        RecordWriter<String> writer =
                new RecordWriter<>(Topics.MATCHES, "two.", new StringSerializer(), Optional.of(KEY));
        return writer.records(IntStream.range(0, count)
                .mapToObj(i -> new RecordWriter.Entry<>("slot" + i, "value" + i))
                .toList());
    }

    private static boolean isSigned(String topic, ProducerRecord<byte[], byte[]> record) {
        SignedBy signed = SignedBy.of(record.headers());
        assertNotNull(signed);
        assertEquals(KEY.verifying().id(), signed.id());
        return BY_KEY.hasSigned(topic, record.key(), record.value(), signed);
    }

    /** RFC 8032, section 7.1, test 2; the public key of test 1 stands in the catalogue's example. */
    @Test
    void keysAndSignaturesAreThoseOfTheStandard() throws GeneralSecurityException {
        byte[] seed = HexFormat.of().parseHex("4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb");
        byte[] pkcs8 = HexFormat.of()
                .parseHex("302e020100300506032b657004220420" + HexFormat.of().formatHex(seed));
        SigningKey key = SigningKey.parse("-----BEGIN PRIVATE KEY-----\n"
                + Base64.getEncoder().encodeToString(pkcs8) + "\n-----END PRIVATE KEY-----\n");
        assertEquals(
                "302a300506032b65700321003d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
                HexFormat.of()
                        .formatHex(Base64.getDecoder().decode(key.verifying().base64())));
        assertEquals(
                "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
                HexFormat.of().formatHex(key.sign(new byte[] {0x72})));
    }

    /** Whoever has no Fairstream checks it by what the catalogue says. */
    @Test
    void javasOwnEd25519SeesTheSame() throws GeneralSecurityException {
        ProducerRecord<byte[], byte[]> record = records(1).get(0);
        Signature check = Signature.getInstance("Ed25519");
        check.initVerify(KeyFactory.getInstance("Ed25519")
                .generatePublic(new X509EncodedKeySpec(
                        Base64.getDecoder().decode(KEY.verifying().base64()))));
        var digest = VerifyingKey.sha256();
        digest.update(
                "fairstream-record-1\n\0\0\0\7matches\0\0\0\5slot0\0\0\0\6value0".getBytes(StandardCharsets.UTF_8));
        check.update(digest.digest());
        SignedBy signed = SignedBy.of(record.headers());
        assertNotNull(signed);
        assertTrue(check.verify(signed.signature()));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 31, 100})
    void recordsThatAreSignedTogetherAreCheckedOneByOne(int count) {
        for (ProducerRecord<byte[], byte[]> record : records(count)) {
            assertEquals("two.matches", record.topic());
            assertTrue(isSigned("matches", record));
            assertFalse(isSigned("job-events", record));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 5})
    void noByteCanBeAltered(int count) {
        ProducerRecord<byte[], byte[]> record = records(count).get(count - 1);
        for (byte[] part : List.of(
                record.key(),
                record.value(),
                record.headers().lastHeader(SignedBy.SIGNATURE).value())) {
            for (int i = 0; i < part.length; i++) {
                part[i] ^= 4;
                boolean isSide = count > 1 && part.length > 64 && i >= 64 && (i - 64) % RecordDigest.STEP == 0;
                assertFalse(isSigned("matches", record) && !isSide, "byte " + i + " of " + part.length);
                part[i] ^= 4;
            }
        }
        assertTrue(isSigned("matches", record));
    }

    @Test
    void aSignatureOfAnOddLengthIsNone() {
        ProducerRecord<byte[], byte[]> record = records(1).get(0);
        for (byte[] odd : List.of(new byte[0], new byte[63], new byte[65], new byte[64 + 33 * 33])) {
            record.headers().add(SignedBy.SIGNATURE, odd);
            assertFalse(isSigned("matches", record));
        }
    }

    @Test
    void aValueThatIsTakenBackIsSignedToo() {
        ProducerRecord<byte[], byte[]> record = new RecordWriter<String>(
                        Topics.SHARES, "", new StringSerializer(), Optional.of(KEY))
                .record("root/physics", null);
        assertNull(record.value());
        assertTrue(isSigned("shares", record));
        assertFalse(BY_KEY.hasSigned(
                "shares", record.key(), new byte[0], Objects.requireNonNull(SignedBy.of(record.headers()))));
    }

    @Test
    void withoutAKeyNothingIsSigned() {
        var record = new RecordWriter<>(Topics.MATCHES, "", new StringSerializer(), Optional.empty())
                .record("slot1", "value");
        assertEquals(0, record.headers().toArray().length);
        assertNull(SignedBy.of(record.headers()));
    }

    @Test
    void aKeyIsReadAsItIsWritten(@TempDir Path directory) throws Exception {
        Path file = directory.resolve("key.pem");
        Files.writeString(file, "a comment\n" + KEY.pem());
        SigningKey read = SigningKey.read(file);
        assertEquals(KEY.verifying().id(), read.verifying().id());
        assertArrayEquals(KEY.sign(new byte[3]), read.sign(new byte[3]));
        assertEquals(
                read.verifying().id(),
                VerifyingKey.parse(KEY.verifying().base64()).id());
        assertFalse(KEY.toString().contains(KEY.pem().substring(50, 60)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "?", "MCowBQYDK2VwAyEA", "-----BEGIN PRIVATE KEY-----\nMC4C\n-----END PRIVATE KEY-----"})
    void whatIsNoKeyIsRefusedAndNotRepeated(String text) {
        assertThrows(GeneralSecurityException.class, () -> VerifyingKey.parse(text));
        GeneralSecurityException refused = assertThrows(GeneralSecurityException.class, () -> SigningKey.parse(text));
        assertEquals("no Ed25519 private key (expected: PKCS#8 in PEM)", refused.getMessage());
    }
}
