package io.fairstream.streams.wire;

import io.fairstream.rules.ledger.session.NodeTime;
import io.fairstream.rules.ledger.session.Payer;
import io.fairstream.rules.ledger.session.SessionCharge;
import io.fairstream.rules.ledger.session.Usage;
import io.fairstream.rules.ledger.session.Used;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** Random values of the session ledger, from a seed. */
final class SessionValues {
    private final Random random;
    private final Values values;

    SessionValues(long seed) {
        random = new Random(seed);
        values = new Values(seed);
    }

    SessionEntry entry() {
        SessionCharge charge = new SessionCharge(
                values.oneOf(Payer.values()),
                values.text(),
                values.text(),
                values.text(),
                random.nextBoolean() ? 0 : random.nextLong() >>> 1,
                new Usage(values.time(), values.time(), used(), values.text(), userId()));
        return new SessionEntry(charge, values.text(), values.origin());
    }

    private Used used() {
        return new Used(
                random.nextLong(),
                random.nextLong() >>> 1,
                random.nextInt(9),
                random.nextLong() >>> 8,
                random.nextInt(9));
    }

    private @Nullable Long userId() {
        return random.nextInt(3) == 0 ? null : (Long) (random.nextInt(2000) - 2L);
    }

    NodeRow row() {
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
        return new NodeRow("tux" + random.nextInt(9) + "/" + values.text(), time, random.nextLong() >>> 1);
    }
}
