package io.fairstream.it.laws;

import io.fairstream.it.harness.Journal;
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
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.apache.kafka.common.utils.Utils;
import org.jspecify.annotations.Nullable;

/**
 * Events of some days at a random pool, with edits and nonsense. A resource's events have different times, and so have a customer's edits,
 * which are at odd milliseconds and events at even ones: where times tie, order may matter.
 *
 * @param deliveries in the order of their times
 * @param edits those among them that can be accepted
 */
record History(long seed, List<Delivery> deliveries, List<AccountEdit> edits) {
    private static final Duration SPAN = Duration.ofDays(20);
    private static final int RESOURCES = 300;
    private static final int EVENTS = 6000;
    private static final int EDITS = 150;
    private static final int NONSENSE = 60;
    private static final double[] WEIGHTS = {0, 0.25, 1, 1, 1, 1, 2.5, 8};

    /** The accounting groups. */
    static final List<String> GROUPS = List.of("phys", "phys.theory", "chem");

    private static final List<String> CUSTOMERS = List.of(
            "alice",
            "bob",
            "carol@site",
            "d'Artagnan \"d\"",
            "Ève",
            "frank",
            "грета",
            "hal 9000",
            "ines",
            "jo",
            "kim",
            "李",
            "phys.theory.lin@site",
            "Phys.mia@site",
            "chem.noa@site");

    static History random(long seed) {
        Random random = new Random(seed);
        List<Delivery> deliveries = new ArrayList<>();
        List<AccountEdit> edits = new ArrayList<>();
        events(random, deliveries);
        edits(random, deliveries, edits);
        nonsense(random, deliveries);
        deliveries.sort(Comparator.comparingLong(Delivery::at));
        return new History(seed, List.copyOf(deliveries), List.copyOf(edits));
    }

    /** The same, each record late by up to so much, which changes the order. */
    List<Delivery> late(Duration most, long shuffle) {
        Random random = new Random(shuffle);
        Map<Delivery, Double> arrivals = new HashMap<>();
        deliveries.forEach(delivery -> arrivals.put(delivery, delivery.at() + random.nextDouble() * most.toMillis()));
        List<Delivery> late = new ArrayList<>(deliveries);
        late.sort(Comparator.comparingDouble(arrivals::get));
        return late;
    }

    long count(Object topic) {
        return deliveries.stream()
                .filter(delivery -> delivery.topic().equals(topic))
                .count();
    }

    private static long time(Random random, int remainder) {
        long millis = (long) (random.nextDouble() * SPAN.toMillis()) / 2 * 2 + remainder;
        return Journal.ORIGIN.toEpochMilli() + millis;
    }

    private static void events(Random random, List<Delivery> deliveries) {
        Map<String, Set<Long>> taken = new HashMap<>();
        while (deliveries.size() < EVENTS) {
            String resource = "slot" + random.nextInt(RESOURCES) + "@node";
            long at = time(random, 0);
            if (taken.computeIfAbsent(resource, any -> new HashSet<>()).add(at)) {
                Object change = change(random);
                MatchEvent event = new MatchEvent(resource, "pool", Instant.ofEpochMilli(at), change);
                deliveries.add(Delivery.of(Topics.MATCHES, resource, event, at));
            }
        }
    }

    private static Object change(Random random) {
        String customer = one(random, CUSTOMERS);
        double weight = WEIGHTS[random.nextInt(WEIGHTS.length)];
        String matchId = random.nextInt(3) == 0 ? "" : "m" + random.nextInt(3);
        int kind = random.nextInt(10);
        if (kind < 5) {
            return new Matched(customer, weight, matchId);
        }
        if (kind < 8) {
            return new Unmatched(matchId);
        }
        ObservedState state = one(random, List.of(ObservedState.values()));
        boolean isClaim = state == ObservedState.CLAIMED || state == ObservedState.PREEMPTING;
        return new Observed(state, isClaim ? customer : null, weight, random.nextInt(4) == 0);
    }

    private static void edits(Random random, List<Delivery> deliveries, List<AccountEdit> edits) {
        Map<String, Set<Long>> taken = new HashMap<>();
        for (int i = 0; i < EDITS; i++) {
            String customer = one(random, CUSTOMERS);
            long at = time(random, 1);
            if (taken.computeIfAbsent(customer, any -> new HashSet<>()).add(at)) {
                AccountEdit edit = new AccountEdit(
                        customer, Instant.ofEpochMilli(at), "admin" + random.nextInt(2), edit(random, at), null);
                edits.add(edit);
                deliveries.add(Delivery.of(Topics.ACCOUNT_EDITS, customer, edit, at));
            }
        }
    }

    private static Object edit(Random random, long at) {
        Instant until = random.nextBoolean() ? null : Instant.ofEpochMilli(at + 1 + random.nextInt(1_000_000_000));
        double value = 1 + random.nextInt(1000) / 8.0;
        return switch (random.nextInt(11)) {
            case 0, 1 -> new SetFactor(value, until);
            case 2 -> new SetCeiling(value, until);
            case 3 -> new SetFloor(value, until);
            case 4 -> new CancelLease(one(random, List.of(LeaseKind.values())));
            case 5 -> new SetPriority(value);
            case 6 -> new SetAccumulatedUsage(value * 1000);
            case 7 -> new SetBeginUsage(Instant.ofEpochMilli(at - 1000));
            case 8 -> new SetLastUsage(Instant.ofEpochMilli(at - 1000));
            case 9 -> new ResetUsage();
            default -> new Delete();
        };
    }

    /** Adds records that are refused in any order, and bytes that nobody can read. */
    private static void nonsense(Random random, List<Delivery> deliveries) {
        for (int i = 0; i < NONSENSE; i++) {
            long at = time(random, 0);
            Instant then = Instant.ofEpochMilli(at);
            String name = "nonsense" + i;
            Object fine = new Matched("alice", 1.0, "");
            switch (i % 10) {
                case 0 -> match(deliveries, name, name, then, new Matched("alice", -1.0, ""), at);
                case 1 -> match(deliveries, name, name, then, new Matched("alice", Double.NaN, ""), at);
                case 2 -> match(deliveries, name, name, then, new Matched("", 1.0, ""), at);
                case 3 -> match(deliveries, name + "-key", name, then, fine, at);
                case 4 -> match(deliveries, null, name, then, fine, at);
                case 5 -> match(deliveries, name, name, Instant.ofEpochMilli(-1), fine, at);
                case 6 -> match(deliveries, name, name, Instant.parse("2999-01-01T00:00:00Z"), fine, at);
                case 7 -> deliveries.add(Delivery.of(Topics.MATCHES, name, null, at));
                case 8 -> deliveries.add(Delivery.unreadable(Topics.MATCHES, name, Utils.utf8("no event"), at));
                default -> {
                    deliveries.add(Delivery.unreadable(Topics.ACCOUNT_EDITS, name, new byte[] {0, 1}, at));
                    AccountEdit impossible = new AccountEdit("alice", then, "", new SetFactor(0.5, null), null);
                    deliveries.add(Delivery.of(Topics.ACCOUNT_EDITS, "alice", impossible, at));
                }
            }
        }
    }

    private static void match(
            List<Delivery> deliveries,
            @Nullable String key,
            String resource,
            Instant then,
            Object change,
            long sentAt) {
        MatchEvent event = new MatchEvent(resource, "", then, change);
        deliveries.add(Delivery.of(Topics.MATCHES, key, event, sentAt));
    }

    private static <T> T one(Random random, List<T> values) {
        return values.get(random.nextInt(values.size()));
    }
}
