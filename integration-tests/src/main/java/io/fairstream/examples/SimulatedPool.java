package io.fairstream.examples;

import io.fairstream.client.negotiation.Match;
import io.fairstream.client.negotiation.Slot;
import io.fairstream.schemas.MatchEvent;
import io.fairstream.schemas.Matched;
import io.fairstream.schemas.Unmatched;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** Slots of weight 1 on which jobs of random lengths run. It knows nothing of priorities and has a clock of its own: its callers'. */
public final class SimulatedPool {
    private final Map<String, Job> running = new HashMap<>();
    private final PriorityQueue<Job> byEnd = new PriorityQueue<>(Comparator.comparing(Job::end));
    private final Map<String, Duration> finished = new HashMap<>();
    private final List<String> slots;
    private final Duration shortest;
    private final Duration longest;
    private final SplittableRandom random;
    private long jobs;

    private record Job(String slot, String user, String id, Instant start, Instant end) {}

    /**
     * All slots are free.
     *
     * @param shortest the shortest job
     * @param longest the longest; all lengths between are equally likely
     */
    public SimulatedPool(int slots, Duration shortest, Duration longest, long seed) {
        this.slots = IntStream.range(0, slots).mapToObj(i -> "slot" + i).toList();
        this.shortest = shortest;
        this.longest = longest;
        this.random = new SplittableRandom(seed);
    }

    public int size() {
        return slots.size();
    }

    /** Lets the jobs end whose time has come. */
    public List<MatchEvent> endUntil(Instant now) {
        List<MatchEvent> events = new ArrayList<>();
        for (Job job = byEnd.peek(); job != null && !job.end.isAfter(now); job = byEnd.peek()) {
            byEnd.remove();
            running.remove(job.slot);
            finished.merge(job.user, Duration.between(job.start, job.end), Duration::plus);
            events.add(new MatchEvent(job.slot, "", job.end, new Unmatched(job.id)));
        }
        return events;
    }

    /** Returns the slots that a negotiator sees. */
    public List<Slot> slots() {
        return slots.stream().map(this::slot).toList();
    }

    private Slot slot(String name) {
        Job job = running.get(name);
        Slot slot = Slot.free(name, 1);
        return job == null ? slot : slot.heldBy(job.user, job.start);
    }

    /** Starts a job on each slot that was matched while free. */
    public List<MatchEvent> start(List<Match> matches, Instant now) {
        List<MatchEvent> events = new ArrayList<>();
        for (Match match : matches) {
            Duration length = Duration.ofSeconds(random.nextLong(shortest.toSeconds(), longest.toSeconds() + 1));
            Job job = new Job(match.slot(), match.submitter(), "job" + ++jobs, now, now.plus(length));
            if (running.put(job.slot, job) != null) {
                throw new IllegalArgumentException("slot: " + job.slot + " (expected: free)");
            }
            byEnd.add(job);
            events.add(new MatchEvent(job.slot, "", now, new Matched(job.user, match.weight(), job.id)));
        }
        return events;
    }

    /** Returns the number of slots held. */
    public int held() {
        return running.size();
    }

    /** Returns the number of slots that each user holds. */
    public Map<String, Long> inUse() {
        Map<String, Long> counts = new HashMap<>();
        running.values().forEach(job -> counts.merge(job.user, 1L, Long::sum));
        return counts;
    }

    /** Returns the user's use up to now, in slots x seconds. */
    public double slotSeconds(String user, Instant now) {
        Duration used = Objects.requireNonNull(finished.getOrDefault(user, Duration.ZERO));
        for (Job job : running.values()) {
            if (job.user.equals(user)) {
                used = used.plus(Duration.between(job.start, now));
            }
        }
        return used.toMillis() / 1000.0;
    }
}
