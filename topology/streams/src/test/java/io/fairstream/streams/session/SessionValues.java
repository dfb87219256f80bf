package io.fairstream.streams.session;

import io.fairstream.rules.session.NodeTime;
import io.fairstream.rules.session.NodeTime.NodeRow;
import io.fairstream.streams.avro.Values;
import java.util.Random;

/** Random values of the session ledger, from a seed. */
final class SessionValues {
    private final Random random;
    private final Values values;

    SessionValues(long seed) {
        random = new Random(seed);
        values = new Values(seed);
    }

    /** The parts of a row of nodes. */
    record Kept(String key, NodeTime time, long silenceMicros) {
        NodeRow row() {
            return NodeRow.of(key, time, silenceMicros);
        }
    }

    Kept row() {
        NodeTime time = new NodeTime(
                1 + random.nextInt(1000),
                random.nextInt(),
                random.nextLong() >>> 1,
                random.nextLong(),
                random.nextLong() >>> 1,
                random.nextLong() >>> 1,
                random.nextLong() >>> 1,
                values.time(),
                values.time(),
                random.nextInt());
        return new Kept("tux" + random.nextInt(9) + "/" + values.text(), time, random.nextLong() >>> 1);
    }
}
