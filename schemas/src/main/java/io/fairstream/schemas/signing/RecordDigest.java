package io.fairstream.schemas.signing;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is signed of records. Of one: SHA-256 of a word that no other protocol uses, the topic without its prefix, the key and the value, each
 * behind its length, so that no two records have the same bytes. The topic is in it because a value may fit several topics, or the
 * same topic of another catalogue's version: what was said in one is not said in another. Its prefix is not, because the same records go to
 * mirrors. The timestamp is not, because brokers may set it.
 *
 * <p>Of many together: the root of a tree, each node of which is the SHA-256 of the two below. One signature is for all of them, and each
 * record carries the way from itself to the root: 33 bytes a step.
 */
final class RecordDigest {
    static final int LENGTH = 32;
    /** One byte for the side, and a digest. */
    static final int STEP = 1 + LENGTH;

    private static final byte[] DOMAIN = "fairstream-record-1\n".getBytes(StandardCharsets.US_ASCII);
    private static final byte NODE = 1;
    private static final int NULL = -1;

    private RecordDigest() {}

    static byte[] of(String topic, byte @Nullable [] key, byte @Nullable [] value) {
        MessageDigest digest = VerifyingKey.sha256();
        digest.update(DOMAIN);
        part(digest, topic.getBytes(StandardCharsets.UTF_8));
        part(digest, key);
        part(digest, value);
        return digest.digest();
    }

    private static void part(MessageDigest digest, byte @Nullable [] bytes) {
        digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(0, bytes == null ? NULL : bytes.length));
        if (bytes != null) {
            digest.update(bytes);
        }
    }

    private static byte[] node(byte[] left, int leftFrom, byte[] right, int rightFrom) {
        MessageDigest digest = VerifyingKey.sha256();
        digest.update(NODE);
        digest.update(left, leftFrom, LENGTH);
        digest.update(right, rightFrom, LENGTH);
        return digest.digest();
    }

    /** The root above a digest, by the steps that stand in bytes from there on. */
    static byte[] root(byte[] digest, byte[] bytes, int from) {
        byte[] root = digest;
        for (int at = from; at < bytes.length; at += STEP) {
            root = bytes[at] == 0 ? node(bytes, at + 1, root, 0) : node(root, 0, bytes, at + 1);
        }
        return root;
    }

    /** The way from each digest to the root of all. */
    static List<byte[]> ways(List<byte[]> digests) {
        List<byte[]> ways = new ArrayList<>();
        List<Integer> places = new ArrayList<>();
        for (int i = 0; i < digests.size(); i++) {
            ways.add(new byte[0]);
            places.add(i);
        }
        List<byte[]> level = digests;
        while (level.size() > 1) {
            for (int i = 0; i < ways.size(); i++) {
                int place = places.get(i);
                int other = place ^ 1;
                if (other < level.size()) {
                    ways.set(i, longer(ways.get(i), other > place, level.get(other)));
                }
                places.set(i, place / 2);
            }
            level = above(level);
        }
        return ways;
    }

    private static byte[] longer(byte[] way, boolean isRight, byte[] other) {
        return ByteBuffer.allocate(way.length + STEP)
                .put(way)
                .put((byte) (isRight ? 1 : 0))
                .put(other)
                .array();
    }

    /** Pairs become one; the last of an odd number goes up as it is. */
    private static List<byte[]> above(List<byte[]> level) {
        List<byte[]> above = new ArrayList<>();
        for (int i = 0; i + 1 < level.size(); i += 2) {
            above.add(node(level.get(i), 0, level.get(i + 1), 0));
        }
        if (level.size() % 2 == 1) {
            above.add(level.get(level.size() - 1));
        }
        return above;
    }
}
