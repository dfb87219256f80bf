package io.fairstream.streams.errors;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class DeadLetterTest {
    private static final int MIB = 1 << 20;

    @Test
    void aSmallRecordIsKeptByteByByte() {
        Headers headers = new RecordHeaders().add("trace", new byte[] {1, 2});
        ProducerRecord<byte[], byte[]> letter = letter(new byte[] {7}, new byte[] {1, 2, 3}, headers, "bad");
        assertArrayEquals(new byte[] {7}, letter.key());
        assertArrayEquals(new byte[] {1, 2, 3}, letter.value());
        assertArrayEquals(
                new byte[] {1, 2}, letter.headers().lastHeader("trace").value());
        assertEquals("matches", text(letter, DeadLetter.TOPIC));
        assertEquals("3", text(letter, DeadLetter.PARTITION));
        assertEquals("17", text(letter, DeadLetter.OFFSET));
        assertEquals("bad", text(letter, DeadLetter.MESSAGE));
        assertEquals("-1", text(letter, DeadLetter.TIMESTAMP));
        assertEquals(SerializationException.class.getName(), text(letter, DeadLetter.EXCEPTION));
        assertNull(letter.headers().lastHeader("fairstream.value.size"));
    }

    @Test
    void ofALargeRecordTheBeginningIsKeptWithItsSizeAndDigest() throws Exception {
        byte[] large = new byte[5 * MIB];
        Arrays.fill(large, (byte) 'x');
        ProducerRecord<byte[], byte[]> letter = letter(large, large, new RecordHeaders(), "bad");
        String digest =
                HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(large));
        assertEquals("5242880", text(letter, "fairstream.value.size"));
        assertEquals(digest, text(letter, "fairstream.value.sha256"));
        assertEquals("5242880", text(letter, "fairstream.key.size"));
        assertEquals(digest, text(letter, "fairstream.key.sha256"));
        assertEquals('x', letter.value()[0]);
        assertFitsIntoOneMebibyte(letter);
    }

    @Test
    void whatStrangersSayInHeadersIsBoundedAndNotTakenForOurs() {
        Headers headers = new RecordHeaders();
        headers.add(DeadLetter.TOPIC, "what ever".getBytes(StandardCharsets.UTF_8));
        headers.add("none", null);
        for (int i = 0; i < 10_000; i++) {
            headers.add("header" + i, new byte[1000]);
        }
        headers.add("huge", new byte[MIB]);
        ProducerRecord<byte[], byte[]> letter = letter(new byte[MIB], new byte[MIB], headers, "x".repeat(MIB));
        assertEquals("matches", text(letter, DeadLetter.TOPIC));
        assertEquals(1, count(letter.headers().headers(DeadLetter.TOPIC)));
        assertTrue(Integer.parseInt(text(letter, DeadLetter.HEADERS_LEFT_OUT)) > 9900);
        assertFitsIntoOneMebibyte(letter);
    }

    @Test
    void aRecordWithNothingInItIsALetterToo() {
        ProducerRecord<byte[], byte[]> letter = letter(null, null, new RecordHeaders(), "bad");
        assertNull(letter.key());
        assertNull(letter.value());
    }

    private static int count(Iterable<Header> headers) {
        int count = 0;
        for (Header header : headers) {
            count += header.key().isEmpty() ? 0 : 1;
        }
        return count;
    }

    private static void assertFitsIntoOneMebibyte(ProducerRecord<byte[], byte[]> letter) {
        int size =
                (letter.key() == null ? 0 : letter.key().length) + (letter.value() == null ? 0 : letter.value().length);
        for (Header header : letter.headers()) {
            size += 20 + header.key().length() + (header.value() == null ? 0 : header.value().length);
        }
        assertTrue(size < MIB, "bytes: " + size);
    }

    private static ProducerRecord<byte[], byte[]> letter(
            byte @Nullable [] key, byte @Nullable [] value, Headers headers, String problem) {
        ConsumerRecord<byte[], byte[]> record = new ConsumerRecord<>(
                "matches", 3, 17, -1, TimestampType.CREATE_TIME, 0, 0, key, value, headers, Optional.empty());
        return DeadLetter.of("dead-letters", record, new SerializationException(problem), 0);
    }

    private static String text(ProducerRecord<byte[], byte[]> letter, String header) {
        return new String(letter.headers().lastHeader(header).value(), StandardCharsets.UTF_8);
    }
}
