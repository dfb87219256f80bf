package io.fairstream.nemesis;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;

/** Which faults happen when: the same for the same seed, number, time and kinds. */
final class Schedule {
    private static final long BETWEEN_MILLIS = 1500;

    private final Random random;
    private final List<Kind> kinds;
    private final Deque<Kind> bag = new ArrayDeque<>();
    private final Map<String, Long> freeFrom = new HashMap<>();

    private Schedule(long seed, List<Kind> kinds) {
        this.random = new Random(new SplittableRandom(seed).nextLong());
        this.kinds = kinds;
    }

    /**
     * Makes one: each kind comes before any comes again, each process suffers one fault at a time, different ones several at once.
     *
     * @param over the time in which they begin, more or less
     */
    static List<Fault> of(long seed, int faults, Duration over, Collection<Kind> kinds) {
        Schedule schedule =
                new Schedule(seed, kinds.stream().distinct().sorted().toList());
        List<Fault> made = new ArrayList<>();
        for (int i = 0; i < faults; i++) {
            made.add(schedule.next(i + 1, over.toMillis() / faults));
        }
        made.sort(Comparator.comparingLong(Fault::at).thenComparing(Fault::number));
        return made;
    }

    private Fault next(int number, long pace) {
        long wanted = (number - 1) * pace + random.nextLong(Math.max(1, pace));
        Kind kind = kind();
        List<String> targets = new ArrayList<>(kind.targets());
        Collections.shuffle(targets, random);
        String target = targets.stream()
                .min(Comparator.comparingLong(name -> Math.max(wanted, free(name))))
                .orElseThrow();
        long at = Math.max(wanted, free(target));
        long spread = 1000L * (kind.longestSeconds() - kind.shortestSeconds());
        long lasting = 1000L * kind.shortestSeconds() + (spread == 0 ? 0 : random.nextLong(spread));
        freeFrom.put(target, at + lasting + BETWEEN_MILLIS);
        List<String> peers = Names.otherBrokers(target);
        String peer = peers.get(random.nextInt(peers.size()));
        return new Fault(number, kind, at, lasting, target, peer, random.nextDouble());
    }

    private long free(String target) {
        return freeFrom.getOrDefault(target, 0L);
    }

    private Kind kind() {
        if (bag.isEmpty()) {
            List<Kind> all = new ArrayList<>(kinds);
            Collections.shuffle(all, random);
            bag.addAll(all);
        }
        return bag.remove();
    }
}
