package io.fairstream.streams;

import io.fairstream.schemas.AccountEdit;
import io.fairstream.schemas.CancelLease;
import io.fairstream.schemas.Delete;
import io.fairstream.schemas.LeaseKind;
import io.fairstream.schemas.MatchEvent;
import io.fairstream.schemas.Matched;
import io.fairstream.schemas.Observed;
import io.fairstream.schemas.ObservedState;
import io.fairstream.schemas.ResetUsage;
import io.fairstream.schemas.SetAccumulatedUsage;
import io.fairstream.schemas.SetBeginUsage;
import io.fairstream.schemas.SetCeiling;
import io.fairstream.schemas.SetFactor;
import io.fairstream.schemas.SetFloor;
import io.fairstream.schemas.SetLastUsage;
import io.fairstream.schemas.SetPriority;
import io.fairstream.schemas.Topics;
import io.fairstream.schemas.Unmatched;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.avro.specific.SpecificRecord;

/** Random histories of a small pool, in the order of their delivery: mostly in time, some late, some twice. */
final class Events {
    private static final String[] CUSTOMERS = {"alice", "bob", "Zoë O'Brien", "carol@physics", "nice-user.dave"};
    private static final double[] WEIGHTS = {0, 0.25, 1, 1, 2.5, 8, 64};
    private static final String[] IDS = {"", "", "m1", "m2", "m3"};

    private final Random random;
    private final int resources;

    private Events(Random random) {
        this.random = random;
        this.resources = 1 + random.nextInt(5);
    }

    /** So many match events and edits within that many seconds after {@link Pipeline#START}. */
    static List<SpecificRecord> random(long seed, int count, int seconds) {
        Random random = new Random(seed);
        Events events = new Events(random);
        List<SpecificRecord> delivered = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            long inTime = (long) seconds * i / count;
            Instant at = Pipeline.at(random.nextInt(4) == 0 ? random.nextInt(seconds) : inTime);
            delivered.add(random.nextInt(8) == 0 ? events.edit(at) : events.match(at));
            if (random.nextInt(10) == 0) {
                delivered.add(delivered.get(random.nextInt(delivered.size())));
            }
        }
        return delivered;
    }

    static void send(Pipeline pipeline, SpecificRecord event) {
        if (event instanceof MatchEvent match) {
            pipeline.send(Topics.MATCHES, match.getResource(), match);
        } else if (event instanceof AccountEdit edit) {
            pipeline.send(Topics.ACCOUNT_EDITS, edit.getCustomer(), edit);
        }
    }

    private MatchEvent match(Instant at) {
        return new MatchEvent("slot" + random.nextInt(resources), "", at, change());
    }

    private Object change() {
        return switch (random.nextInt(8)) {
            case 0, 1, 2, 3 -> new Matched(oneOf(CUSTOMERS), weight(), oneOf(IDS));
            case 4, 5 -> new Unmatched(oneOf(IDS));
            default -> new Observed(oneOf(ObservedState.values()), oneOf(CUSTOMERS), weight(), random.nextInt(4) == 0);
        };
    }

    private AccountEdit edit(Instant at) {
        return new AccountEdit(
                oneOf(CUSTOMERS),
                at,
                "admin" + random.nextInt(2),
                decision(at),
                at.getEpochSecond() % 4 == 0 ? "because" : null);
    }

    private Object decision(Instant at) {
        Instant until = at.plusSeconds(1 + random.nextInt(3000));
        return switch (random.nextInt(12)) {
            case 0 -> SetFactor.newBuilder().setFactor(1 + random.nextInt(9)).build();
            case 1 -> new SetFactor(1.0 + random.nextInt(9), until);
            case 2 -> SetCeiling.newBuilder().setCeiling(random.nextInt(4) - 1).build();
            case 3 -> new SetCeiling(random.nextInt(4) - 1.0, until);
            case 4 -> SetFloor.newBuilder().setFloor(random.nextInt(3)).build();
            case 5 -> new SetFloor((double) random.nextInt(3), until);
            case 6 -> new CancelLease(oneOf(LeaseKind.values()));
            case 7 -> new SetPriority(random.nextInt(40) / 4.0);
            case 8 -> new SetAccumulatedUsage((double) random.nextInt(10_000));
            case 9 -> random.nextBoolean() ? new SetBeginUsage(at.minusSeconds(9)) : new SetLastUsage(at);
            case 10 -> new ResetUsage();
            default -> new Delete();
        };
    }

    private double weight() {
        return WEIGHTS[random.nextInt(WEIGHTS.length)];
    }

    private <T> T oneOf(T[] values) {
        return values[random.nextInt(values.length)];
    }
}
