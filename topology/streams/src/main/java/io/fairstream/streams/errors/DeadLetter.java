package io.fairstream.streams.errors;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;

/**
 * Dead letter of an unreadable record: its bytes, with its position and the reason in headers. It always fits into Kafka's default record
 * limit, 1 MiB: a larger original is truncated, and headers hold its size and SHA-256, so that the original can be fetched from its
 * position.
 */
final class DeadLetter {
    static final String EXCEPTION = "__streams.errors.exception";
    static final String MESSAGE = "__streams.errors.message";
    static final String TOPIC = "__streams.errors.topic";
    static final String PARTITION = "__streams.errors.partition";
    static final String OFFSET = "__streams.errors.offset";
    /** Header suffix for the size of the value; {@code fairstream.key.size} and so on for the key. */
    static final String SIZE = ".size";

    static final String DIGEST = ".sha256";
    /** Timestamp of the original; the letter's own timestamp is the time of writing, so that retention treats it like other letters. */
    static final String TIMESTAMP = "fairstream.timestamp";

    static final String HEADERS_LEFT_OUT = "fairstream.headers.left-out";

    private static final String KAFKAS = "__streams.errors.";
    private static final String OURS = "fairstream.";
    private static final int MAX_VALUE = 512 * 1024;
    private static final int MAX_KEY = 64 * 1024;
    private static final int MAX_HEADERS = 16 * 1024;
    private static final int MAX_HEADERS_COUNTED = 64;
    private static final int MAX_MESSAGE = 1000;

    private DeadLetter() {}

    /**
     * @param to topic of the dead letters
     * @param now time of writing, milliseconds since 1970
     */
    static ProducerRecord<byte[], byte[]> of(
            String to, ConsumerRecord<byte[], byte[]> record, Exception exception, long now) {
        RecordHeaders headers = new RecordHeaders();
        keep(record.headers(), headers);
        byte[] key = beginning("key", record.key(), MAX_KEY, headers);
        byte[] value = beginning("value", record.value(), MAX_VALUE, headers);
        add(headers, EXCEPTION, exception.getClass().getName());
        add(headers, MESSAGE, Reasons.of(exception, MAX_MESSAGE));
        add(headers, OFFSET, Long.toString(record.offset()));
        add(headers, PARTITION, Integer.toString(record.partition()));
        add(headers, TOPIC, record.topic());
        add(headers, TIMESTAMP, Long.toString(record.timestamp()));
        return new ProducerRecord<>(to, null, now, key, value, headers);
    }

    /** Copies the original's headers until the size limit, except those with a reserved prefix, which could forge ours. */
    private static void keep(Headers from, RecordHeaders to) {
        int bytes = 0;
        int kept = 0;
        int leftOut = 0;
        for (Header header : from) {
            byte[] value = header.value();
            int size = 3 * header.key().length() + (value == null ? 0 : value.length);
            boolean isOurs = header.key().startsWith(KAFKAS) || header.key().startsWith(OURS);
            if (isOurs || kept == MAX_HEADERS_COUNTED || size > MAX_HEADERS - bytes) {
                leftOut++;
            } else {
                to.add(header);
                bytes += size;
                kept++;
            }
        }
        if (leftOut > 0) {
            add(to, HEADERS_LEFT_OUT, Integer.toString(leftOut));
        }
    }

    private static byte @Nullable [] beginning(String what, byte @Nullable [] bytes, int most, RecordHeaders headers) {
        if (bytes == null || bytes.length <= most) {
            return bytes;
        }
        add(headers, OURS + what + SIZE, Integer.toString(bytes.length));
        add(headers, OURS + what + DIGEST, digest(bytes));
        return Arrays.copyOf(bytes, most);
    }

    private static void add(RecordHeaders headers, String name, String value) {
        headers.add(name, value.getBytes(StandardCharsets.UTF_8));
    }

    private static String digest(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Reasons of failures in one line of bounded length, because they may quote external input. */
    static final class Reasons {
        private Reasons() {}

        static String of(Throwable thrown, int longest) {
            String message = thrown.getMessage();
            if (message == null || !(thrown instanceof SerializationException)) {
                return line(thrown.toString(), longest);
            }
            Throwable cause = thrown.getCause();
            String more = cause == null ? null : cause.getMessage();
            return line(more == null || message.contains(more) ? message : message + ": " + more, longest);
        }

        static String line(String text, int longest) {
            StringBuilder line = new StringBuilder();
            text.chars().limit(longest).forEach(c -> line.append(Character.isISOControl(c) ? ' ' : (char) c));
            if (text.length() > longest) {
                line.append("...");
            }
            return line.toString();
        }
    }
}
