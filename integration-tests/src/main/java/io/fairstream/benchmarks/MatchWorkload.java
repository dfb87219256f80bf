package io.fairstream.benchmarks;

import io.fairstream.rules.match.MatchEvent;
import io.fairstream.rules.match.MatchEvent.MatchChange;
import io.fairstream.streams.avro.FastAvroWriter;
import io.fairstream.streams.match.MatchStage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.SplittableRandom;

/**
 * Match events of a busy pool: resources are matched for 10 to 110 minutes and free for up to a minute between. Several
 * schedulers have a part of the resources each and report in the order of time; among each other they are up to a second
 * apart.
 */
final class MatchWorkload implements Workload<MatchEvent> {
    private static final int SCHEDULERS = 4;
    private static final int SLOTS_PER_NODE = 8;
    private static final long MEAN_CYCLE =
            Duration.ofMinutes(60).plusSeconds(30).toMillis();
    private static final long TURN = 1000;
    private static final int RESOURCE_BITS = 22;

    private final List<PriorityQueue<Long>> schedulers = new ArrayList<>();
    private final SplittableRandom random = new SplittableRandom(20_021);
    private final boolean[] isMatched;
    private final Customers customers;
    private final long start;
    private long horizon = TURN;
    private int scheduler;

    /** Chooses who gets a match. */
    interface Customers {
        /**
         * The number of a customer.
         *
         * @param match the number of the match, from 0
         */
        int of(long match, SplittableRandom random);

        /** So many customers, some of whom use much more than others: one in a hundred has a tenth of the matches. */
        static Customers uneven(int count) {
            return (match, random) -> {
                double even = random.nextDouble();
                return (int) (even * even * count);
            };
        }

        /** So many customers in turn. */
        static Customers inTurn(int count) {
            return (match, random) -> (int) (match % count);
        }
    }

    private long matches;

    /**
     * @param resources 1 to 4,194,304
     * @param start time of the first events, milliseconds since 1970
     */
    MatchWorkload(int resources, Customers customers, long start) {
        this.isMatched = new boolean[resources];
        this.customers = customers;
        this.start = start;
        for (int i = 0; i < SCHEDULERS; i++) {
            schedulers.add(new PriorityQueue<>());
        }
        for (int resource = 0; resource < resources; resource++) {
            schedule(resource, random.nextLong(MEAN_CYCLE));
        }
    }

    /** About how much event time so many events take. */
    static Duration length(long events, int resources) {
        return Duration.ofMillis(MEAN_CYCLE * (events / (2L * resources) + 2));
    }

    @Override
    public FastAvroWriter<MatchEvent> format() {
        return MatchStage.MATCH_EVENT;
    }

    @Override
    public String key(MatchEvent event) {
        return event.resource();
    }

    @Override
    public MatchEvent next() {
        while (!hasTurn()) {
            scheduler = (scheduler + 1) % SCHEDULERS;
            horizon += scheduler == 0 ? TURN : 0;
        }
        long next = schedulers.get(scheduler).remove();
        int resource = (int) (next & ((1L << RESOURCE_BITS) - 1));
        long at = next >>> RESOURCE_BITS;
        return isMatched[resource] ? unmatched(resource, at) : matched(resource, at);
    }

    private boolean hasTurn() {
        Long next = schedulers.get(scheduler).peek();
        return next != null && next >>> RESOURCE_BITS < horizon;
    }

    private MatchEvent matched(int resource, long at) {
        isMatched[resource] = true;
        schedule(resource, at + random.nextLong(600_000, 6_600_000));
        String customer = "user" + customers.of(matches++, random) + "@example.org";
        return new MatchEvent(
                name(resource), "", start + at, new MatchChange.Matched(customer, 1 << resource % SCHEDULERS, ""));
    }

    private MatchEvent unmatched(int resource, long at) {
        isMatched[resource] = false;
        schedule(resource, at + random.nextLong(60_000));
        return new MatchEvent(name(resource), "", start + at, new MatchChange.Unmatched(""));
    }

    private void schedule(int resource, long at) {
        schedulers.get(resource % SCHEDULERS).add(at << RESOURCE_BITS | resource);
    }

    static String name(int resource) {
        return "slot" + (resource % SLOTS_PER_NODE + 1) + "@node" + resource / SLOTS_PER_NODE + ".example.org";
    }
}
