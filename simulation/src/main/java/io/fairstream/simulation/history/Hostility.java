package io.fairstream.simulation.history;

import io.fairstream.schemas.MatchEvent;
import io.fairstream.schemas.Matched;
import io.fairstream.schemas.Topic;
import io.fairstream.schemas.Topics;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** What nobody should write, and anybody can. */
final class Hostility {
    private Hostility() {}

    static void add(Records records, long span, int count) {
        Random random = records.random();
        List<Topic<?>> inputs = Topics.inputs().stream()
                .filter(topic -> !topic.equals(Topics.KEYS))
                .toList();
        for (int i = 0; i < count; i++) {
            long at = Records.START + (long) (random.nextDouble() * (double) span);
            switch (random.nextInt(4)) {
                case 0 -> records.raw(records.one(inputs).name(), 0, bytes(random), bytes(random), at);
                case 1 -> records.raw(records.one(inputs).name(), 0, bytes(random), null, at);
                case 2 -> records.raw(records.one(inputs).name(), 0, null, magic(random), at);
                default -> match(records, i, at);
            }
        }
    }

    private static byte @Nullable [] bytes(Random random) {
        byte[] bytes = new byte[random.nextInt(30)];
        random.nextBytes(bytes);
        return random.nextInt(5) == 0 ? null : bytes;
    }

    /** What begins as a value should, with a schema that there is or not. */
    private static byte[] magic(Random random) {
        byte[] bytes = new byte[5 + random.nextInt(40)];
        random.nextBytes(bytes);
        bytes[0] = 0;
        bytes[1] = 0;
        bytes[2] = 0;
        bytes[3] = 0;
        bytes[4] = (byte) random.nextInt(40);
        return bytes;
    }

    private static void match(Records records, int number, long at) {
        Random random = records.random();
        String name = "nonsense" + number;
        double weight = records.one(List.of(-1.0, Double.NaN, Double.POSITIVE_INFINITY, 1e300, 1.0));
        long then = random.nextInt(3) == 0 ? at + 400L * 86_400_000 : random.nextInt(3) == 0 ? -1 : at;
        MatchEvent event = new MatchEvent(
                name, "", Instant.ofEpochMilli(then), new Matched(random.nextBoolean() ? "" : "bob", weight, ""));
        String key = random.nextBoolean() ? name : name + "-key";
        records.raw(
                Topics.MATCHES.name(),
                0,
                key.getBytes(StandardCharsets.UTF_8),
                records.bytes(Topics.MATCHES, event),
                at);
    }
}
