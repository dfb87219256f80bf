package io.fairstream.cli.demo;

import io.fairstream.schemas.MatchEvent;
import io.fairstream.schemas.Matched;
import io.fairstream.schemas.Unmatched;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * A simulated pool of 200 slots and a dozen users: the match events of some weeks, in order of time. The same seed gives the same
 * events. Every five minutes a negotiator assigns free slots to users by their shares, and moves a few slots from users above their
 * share to users below it. Such a slot is matched again without an unmatch. Matches that are open at the end stay open.
 */
final class DemoPool implements Iterator<MatchEvent> {
    /** A Monday. */
    public static final Instant BEGIN = Instant.parse("2024-01-01T00:00:00Z");

    static final int[][] SLOTS_BY_WEIGHT = {{120, 1}, {40, 4}, {24, 8}, {12, 16}, {4, 32}};
    private static final String POOL = "demo";
    private static final Duration CYCLE = Duration.ofMinutes(5);
    private static final int SLOTS_PER_NODE = 8;
    private static final int MAX_PREEMPTIONS = 5;

    private final Random random;
    private final Instant until;
    private final List<DemoUser> users = new ArrayList<>();
    private final List<Slot> slots = new ArrayList<>();
    private final double weight;
    private final PriorityQueue<Run> runs =
            new PriorityQueue<>(Comparator.comparing(Run::end).thenComparing(Run::id));
    private final Queue<MatchEvent> upcoming = new ArrayDeque<>();
    private Instant now = BEGIN;
    private long matches;

    /**
     * Starts the pool at {@link #BEGIN}.
     *
     * @param length simulated time
     */
    public DemoPool(long seed, Duration length) {
        random = new Random(seed);
        until = BEGIN.plus(length);
        Habit.ALL.forEach(habit -> users.add(new DemoUser(habit)));
        for (int[] kind : SLOTS_BY_WEIGHT) {
            for (int i = 0; i < kind[0]; i++) {
                int number = slots.size();
                String name = "slot%d@node%02d".formatted(number % SLOTS_PER_NODE + 1, number / SLOTS_PER_NODE + 1);
                slots.add(new Slot(name, kind[1]));
            }
        }
        weight = slots.stream().mapToInt(slot -> slot.weight).sum();
    }

    /** Number of slots of the pool. */
    public static int slots() {
        return Arrays.stream(SLOTS_BY_WEIGHT).mapToInt(kind -> kind[0]).sum();
    }

    @Override
    public boolean hasNext() {
        while (upcoming.isEmpty() && now.isBefore(until)) {
            cycle();
        }
        return !upcoming.isEmpty();
    }

    @Override
    public MatchEvent next() {
        if (!hasNext()) {
            throw new NoSuchElementException("the demo is over");
        }
        return upcoming.remove();
    }

    private void cycle() {
        endRuns();
        for (DemoUser user : users) {
            user.decay(CYCLE);
            user.submit(now, CYCLE, random);
        }
        users.sort(Comparator.comparingDouble(DemoUser::effectivePriority).thenComparing(DemoUser::name));
        double shares = users.stream()
                .filter(DemoUser::isWaiting)
                .mapToDouble(user -> 1 / user.effectivePriority())
                .sum();
        for (DemoUser user : users) {
            user.share = weight / user.effectivePriority() / shares;
            match(user, user.share);
        }
        users.forEach(user -> match(user, weight));
        preempt();
        now = now.plus(CYCLE);
    }

    private void endRuns() {
        while (!runs.isEmpty() && !runs.element().end.isAfter(now)) {
            Run run = runs.remove();
            if (run.slot.holds(run.id)) {
                upcoming.add(new MatchEvent(run.slot.name, POOL, run.end, new Unmatched(run.matchId())));
                run.user.weightInUse -= run.slot.weight;
                run.slot.run = null;
            }
        }
    }

    private void match(DemoUser user, double limit) {
        for (Slot slot : slots) {
            if (user.isWaiting() && slot.run == null && slot.suits(user) && user.weightInUse + slot.weight <= limit) {
                start(user, slot);
            }
        }
    }

    private void preempt() {
        int left = MAX_PREEMPTIONS;
        for (Slot slot : slots) {
            Run run = slot.run;
            if (run != null && left > 0 && run.user.isAboveShare() && handOver(slot, run.user)) {
                left--;
            }
        }
    }

    private boolean handOver(Slot slot, DemoUser holder) {
        for (DemoUser user : users) {
            if (user.isWaiting() && slot.suits(user) && user.deserves(slot.weight, holder)) {
                holder.preempted(slot.weight);
                start(user, slot);
                return true;
            }
        }
        return false;
    }

    private void start(DemoUser user, Slot slot) {
        Run run = new Run(++matches, user, slot, now.plus(user.start(slot.weight, random)));
        slot.run = run;
        runs.add(run);
        Matched matched = new Matched(user.name(), (double) slot.weight, run.matchId());
        upcoming.add(new MatchEvent(slot.name, POOL, now, matched));
    }

    private static final class Slot {
        final String name;
        final int weight;

        @Nullable
        Run run;

        Slot(String name, int weight) {
            this.name = name;
            this.weight = weight;
        }

        boolean holds(long id) {
            return run != null && run.id == id;
        }

        /** Large enough, and at most four times as large as needed. */
        boolean suits(DemoUser user) {
            return weight >= user.slotWeight() && weight <= 4 * user.slotWeight();
        }
    }

    private record Run(long id, DemoUser user, Slot slot, Instant end) {
        String matchId() {
            return "m" + id;
        }
    }
}
