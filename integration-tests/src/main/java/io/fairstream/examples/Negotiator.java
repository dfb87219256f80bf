package io.fairstream.examples;

import io.fairstream.client.PriorityView;
import io.fairstream.client.TableView;
import io.fairstream.client.negotiation.ConcurrencyLimits;
import io.fairstream.client.negotiation.Matching;
import io.fairstream.client.negotiation.Negotiation;
import io.fairstream.client.negotiation.NegotiationRules;
import io.fairstream.client.negotiation.PreemptionPolicy;
import io.fairstream.client.negotiation.Submitter;
import io.fairstream.schemas.MatchEvent;
import io.fairstream.schemas.Priority;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * A negotiator of a simulated pool, which reads priorities from the live topic and says what it matched to the accounting. All users
 * always want the whole pool.
 */
public final class Negotiator implements AutoCloseable {
    private static final Duration LONGEST_ACCOUNTING = Duration.ofMinutes(2);

    /** Jobs of the pool last whole seconds. */
    private static final double LEAST_DIFFERENCE_SECONDS = 0.5;

    private final SimulatedPool pool;
    private final PriorityView view;
    private final Collection<String> users;
    private final Consumer<List<MatchEvent>> accounting;
    private final Semaphore changes = new Semaphore(0);
    private final TableView.Listener listener = changed -> changes.release();
    private long cycles;

    /**
     * For a view that is ready.
     *
     * @param accounting takes events to the topic {@code matches}
     */
    public Negotiator(
            SimulatedPool pool, PriorityView view, Collection<String> users, Consumer<List<MatchEvent>> accounting) {
        this.pool = pool;
        this.view = view;
        this.users = List.copyOf(users);
        this.accounting = accounting;
        view.addListener(listener);
    }

    /** Lets jobs end, divides the free slots by the priorities of this instant, starts jobs on them, and waits until that is accounted. */
    public Matching cycle(Instant now) throws InterruptedException {
        List<MatchEvent> events = new ArrayList<>(pool.endUntil(now));
        List<Submitter> submitters = users.stream()
                .map(user -> view.at(user, now)
                        .map(row -> Submitter.of(row, pool.size()))
                        .orElseThrow(() -> new IllegalStateException("no priority of " + user)))
                .toList();
        NegotiationRules rules = NegotiationRules.DEFAULT.withPreemption(false).withSeed(cycles++);
        Matching matching = new Negotiation(rules)
                .match(pool.slots(), submitters, List.of(), ConcurrencyLimits.DEFAULT, PreemptionPolicy.RANK_ONLY, now);
        events.addAll(pool.start(matching.matches(), now));
        accounting.accept(events);
        awaitAccounted(now);
        return matching;
    }

    /** A real negotiator would not wait: five minutes later the accounting has long caught up. Here five minutes are a moment. */
    private void awaitAccounted(Instant now) throws InterruptedException {
        long deadline = System.nanoTime() + LONGEST_ACCOUNTING.toNanos();
        while (!isAccounted(now)) {
            if (System.nanoTime() > deadline) {
                throw new IllegalStateException("not accounted within " + LONGEST_ACCOUNTING + ": " + now);
            }
            boolean unused = changes.tryAcquire(100, TimeUnit.MILLISECONDS);
            changes.drainPermits();
        }
    }

    private boolean isAccounted(Instant now) {
        Map<String, Long> inUse = pool.inUse();
        return users.stream()
                .allMatch(user -> view.at(user, now)
                        .map(row ->
                                row.getResourcesInUse() == inUse.getOrDefault(user, 0L) && isAccounted(row, user, now))
                        .orElse(false));
    }

    /** As many slots may be in use half way through a cycle's events; what was used until now then still differs. */
    private boolean isAccounted(Priority row, String user, Instant now) {
        return Math.abs(row.getAccumulatedUsage() - pool.slotSeconds(user, now)) < LEAST_DIFFERENCE_SECONDS;
    }

    @Override
    public void close() {
        view.removeListener(listener);
    }
}
