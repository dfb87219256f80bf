package io.fairstream.simulation.history;

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
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/**
 * Matches of a pool and edits of its accounts. A resource's events have different times, and so have a customer's edits, which are at odd
 * milliseconds and events at even ones: where times tie, the order may matter.
 */
final class PoolHistory {
    private static final long HOUR = 3_600_000;
    private static final long DAY = 24 * HOUR;
    private static final double[] WEIGHTS = {0, 0.25, 1, 1, 1, 1, 2.5, 8};
    private static final List<String> CUSTOMERS = List.of(
            "alice", "bob", "carol@site", "d'Artagnan \"d\"", "грета", "李", "phys.theory.lin@site", "chem.noa@site");

    private final Records records;
    private final Random random;
    private final long begin;
    private final long span;
    private final int resources;
    private final String name;
    private final Map<String, Set<Long>> taken = new HashMap<>();

    /** Times of events are multiples of so many milliseconds. */
    private long grain = 2;

    private PoolHistory(Records records, long begin, long span, int resources, String name) {
        this.begin = begin;
        this.records = records;
        this.random = records.random();
        this.span = span;
        this.resources = resources;
        this.name = name;
    }

    /**
     * Adds one.
     *
     * @param span milliseconds
     */
    static void add(Records records, long span, int events, int edits) {
        PoolHistory history = new PoolHistory(
                records, Records.START, span, 1 + records.random().nextInt(20), "slot");
        for (int i = 0; i < events; i++) {
            history.addEvent();
        }
        for (int i = 0; i < edits; i++) {
            history.addEdit();
        }
    }

    /** Adds events of one slot. */
    static void addHot(Records records, long span, int events) {
        PoolHistory history = new PoolHistory(records, Records.START, span, 1, "hot");
        for (int i = 0; i < events; i++) {
            history.addEvent();
        }
    }

    /** Adds events and edits of some days, and others of the same slots and customers more than a month later. */
    static void addMonths(Records records, int events, int edits) {
        int resources = 1 + records.random().nextInt(6);
        PoolHistory before = new PoolHistory(records, Records.START, 2 * DAY, resources, "old");
        PoolHistory after = new PoolHistory(records, Records.START + 40 * DAY, 8 * DAY, resources, "old");
        for (int i = 0; i < events; i++) {
            before.addEvent();
            after.addEvent();
        }
        for (int i = 0; i < edits; i++) {
            before.addEdit();
        }
    }

    /** Adds events and edits at full hours; leases end at full hours, too. */
    static void addTogether(Records records, int events, int edits) {
        PoolHistory history = new PoolHistory(
                records, Records.START, DAY, 1 + records.random().nextInt(3), "together");
        history.grain = HOUR;
        for (int i = 0; i < events; i++) {
            history.addEvent();
        }
        for (int i = 0; i < edits; i++) {
            history.addEdit();
        }
    }

    private long time(int remainder) {
        return begin + (long) (random.nextDouble() * (double) span) / grain * grain + remainder;
    }

    private void addEvent() {
        String resource = name + random.nextInt(resources) + "@node";
        long at = time(0);
        if (!taken.computeIfAbsent(resource, any -> new HashSet<>()).add(at)) {
            return;
        }
        if (random.nextInt(8) == 0) {
            records.events(Topics.MATCHES, resource, brief(resource, Instant.ofEpochMilli(at)), at);
        } else {
            MatchEvent event = new MatchEvent(resource, "pool", Instant.ofEpochMilli(at), change());
            records.event(Topics.MATCHES, resource, event, at);
        }
    }

    /**
     * Events of one instant, as clocks of whole seconds have them: a match that ends as it begins, whose begin may come again or
     * another match follows, or the end of an earlier match and the begin of the next.
     */
    private List<MatchEvent> brief(String resource, Instant at) {
        String matchId = random.nextBoolean() ? "" : "brief" + at.toEpochMilli();
        Matched begin = new Matched(records.one(CUSTOMERS), WEIGHTS[random.nextInt(WEIGHTS.length)], matchId);
        List<Object> changes = switch (random.nextInt(4)) {
            case 0 -> List.of(begin, new Unmatched(matchId));
            case 1 -> List.of(begin, new Unmatched(matchId), begin);
            case 2 -> List.of(begin, new Unmatched(matchId), matched(records.one(CUSTOMERS)));
            default -> List.of(new Unmatched(matchId()), begin);
        };
        return changes.stream()
                .map(change -> new MatchEvent(resource, "pool", at, change))
                .toList();
    }

    private Object change() {
        String customer = records.one(CUSTOMERS);
        int kind = random.nextInt(10);
        if (kind < 5) {
            return matched(customer);
        }
        if (kind < 8) {
            return new Unmatched(matchId());
        }
        double weight = WEIGHTS[random.nextInt(WEIGHTS.length)];
        ObservedState state = records.one(List.of(ObservedState.values()));
        boolean isClaim = state == ObservedState.CLAIMED || state == ObservedState.PREEMPTING;
        return new Observed(state, isClaim ? customer : null, weight, random.nextInt(4) == 0);
    }

    private Matched matched(String customer) {
        return new Matched(customer, WEIGHTS[random.nextInt(WEIGHTS.length)], matchId());
    }

    private String matchId() {
        return random.nextInt(3) == 0 ? "" : "m" + random.nextInt(3);
    }

    /** An edit of a customer, or of a name that may be a group. */
    private void addEdit() {
        String customer = random.nextInt(8) == 0 ? "phys" : records.one(CUSTOMERS);
        long at = time(1);
        if (taken.computeIfAbsent("edits of " + customer, any -> new HashSet<>())
                .add(at)) {
            AccountEdit edit =
                    new AccountEdit(customer, Instant.ofEpochMilli(at), "admin" + random.nextInt(2), edit(at), null);
            records.event(Topics.ACCOUNT_EDITS, customer, edit, at);
        }
    }

    private Object edit(long at) {
        long end = at + 1 + random.nextInt(1_000_000_000);
        Instant until =
                random.nextBoolean() ? null : Instant.ofEpochMilli(grain == HOUR ? at - 1 + end % 24 * HOUR : end);
        double value = 1 + random.nextInt(1000) / 8.0;
        return switch (random.nextInt(11)) {
            case 0, 1 -> new SetFactor(value, until);
            case 2 -> new SetCeiling(value, until);
            case 3 -> new SetFloor(value, until);
            case 4 -> new CancelLease(records.one(List.of(LeaseKind.values())));
            case 5 -> new SetPriority(value);
            case 6 -> new SetAccumulatedUsage(value * 1000);
            case 7 -> new SetBeginUsage(Instant.ofEpochMilli(at - 1000));
            case 8 -> new SetLastUsage(Instant.ofEpochMilli(at - 1000));
            case 9 -> new ResetUsage();
            default -> new Delete();
        };
    }
}
