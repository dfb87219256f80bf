package io.fairstream.rules.laws;

import io.fairstream.rules.decay.HalfLife;
import io.fairstream.rules.match.MatchEvent;
import io.fairstream.rules.match.MatchEvent.MatchChange;
import io.fairstream.rules.match.MatchEvent.MatchChange.Matched;
import io.fairstream.rules.match.MatchEvent.MatchChange.Observed;
import io.fairstream.rules.match.MatchEvent.MatchChange.Unmatched;
import io.fairstream.rules.priority.Edit;
import io.fairstream.rules.priority.Edit.CustomerEdit;
import io.fairstream.rules.priority.Edit.Decision;
import io.fairstream.rules.priority.Edits;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A random history of a pool: on each resource the times are distinct, across resources and edits they may coincide.
 *
 * @param events in the order of their times
 * @param edits in no order
 * @param end an instant after all of them, milliseconds
 */
public record History(HalfLife halfLife, List<MatchEvent> events, List<CustomerEdit> edits, long end) {
    private static final double[] HALF_LIVES = {0.0001, 30, 600, 3600, 86400, 30 * 86400};
    private static final double[] WEIGHTS = {0, 0.1, 0.25, 1, 1, 2.5, 8, 100};
    private static final String[] IDS = {"", "", "m1", "m2", "m3"};
    private static final String[] ADMINS = {"", "adm1", "adm2", "root"};

    /** A history of up to that many events, of one to four resources. */
    static History random(Random random, int size) {
        HalfLife halfLife = new HalfLife(pick(random, HALF_LIVES));
        int resources = 1 + random.nextInt(4);
        long span = 1000L * (1 + random.nextInt(size)) * (random.nextBoolean() ? 1 : 600);
        List<MatchEvent> events = new ArrayList<>();
        Set<String> taken = new HashSet<>();
        for (int i = 0; i < size; i++) {
            String resource = "slot" + random.nextInt(resources);
            long at = random.nextInt(3) == 0 ? random.nextLong(span) : random.nextLong(span) / 1000 * 1000;
            if (taken.add(resource + at)) {
                events.add(new MatchEvent(resource, "", at, change(random)));
            }
        }
        events.sort(Comparator.comparingLong(MatchEvent::at));
        return new History(halfLife, events, edits(random, random.nextInt(1 + size / 3), span), span + 5000);
    }

    private static MatchChange change(Random random) {
        String id = pick(random, IDS);
        String customer = pick(random, Customers.ALL);
        double weight = pick(random, WEIGHTS);
        return switch (random.nextInt(8)) {
            case 0, 1, 2, 3 -> new Matched(customer, weight, id);
            case 4, 5 -> new Unmatched(id);
            default ->
                new Observed(pick(random, List.of(Observed.State.values())), customer, weight, random.nextInt(4) == 0);
        };
    }

    private static List<CustomerEdit> edits(Random random, int count, long span) {
        List<CustomerEdit> edits = new ArrayList<>();
        Set<String> taken = new HashSet<>();
        for (int i = 0; i < count; i++) {
            String customer = pick(random, Customers.ALL);
            Edit entry = edit(random, random.nextLong(span) / 1000 * 1000, span);
            if (taken.add(customer + entry.at() + entry.by() + entry.rank())) {
                edits.add(new CustomerEdit(customer, entry));
            }
        }
        return edits;
    }

    private static Edit edit(Random random, long at, long span) {
        String by = pick(random, ADMINS);
        Decision.Kind kind = pick(random, List.of(Decision.Kind.values()));
        long until = random.nextBoolean() ? Decision.FOR_GOOD : at + 1 + random.nextLong(span);
        return switch (random.nextInt(9)) {
            case 0, 1 -> Edits.decide(at, by, kind, 1 + random.nextInt(20), until);
            case 2 -> new Edit(at, by, new Edit.CancelLease(kind));
            case 3 -> new Edit(at, by, new Edit.SetPriority(random.nextInt(50) / 4.0));
            case 4 -> new Edit(at, by, new Edit.SetAccumulatedUsage(random.nextInt(10_000)));
            case 5 -> new Edit(at, by, new Edit.SetBeginUsage(random.nextLong(span)));
            case 6 -> new Edit(at, by, new Edit.SetLastUsage(random.nextLong(span)));
            case 7 -> new Edit(at, by, new Edit.ResetUsage());
            default -> new Edit(at, by, new Edit.Delete());
        };
    }

    static double pick(Random random, double[] from) {
        return from[random.nextInt(from.length)];
    }

    static String pick(Random random, String[] from) {
        return from[random.nextInt(from.length)];
    }

    static <T> T pick(Random random, List<T> from) {
        return from.get(random.nextInt(from.size()));
    }

    /** The events in any order. */
    public List<MatchEvent> shuffled(Random random) {
        List<MatchEvent> shuffled = new ArrayList<>(events);
        Collections.shuffle(shuffled, random);
        return shuffled;
    }

    /** The events roughly in order: some arrive late. */
    public List<MatchEvent> withStragglers(Random random) {
        List<MatchEvent> delivered = new ArrayList<>(events);
        for (int i = 0; i < delivered.size(); i += 1 + random.nextInt(8)) {
            MatchEvent straggler = delivered.remove(i);
            delivered.add(i + random.nextInt(Math.min(60, delivered.size() - i + 1)), straggler);
        }
        return delivered;
    }

    Set<String> resources() {
        return events.stream().map(MatchEvent::resource).collect(Collectors.toSet());
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("half-life " + halfLife.seconds() + " s, until " + end / 1000.0);
        events.forEach(event ->
                text.append("\n  ").append(event.resource()).append(": ").append(MatchText.text(event)));
        edits.forEach(edit -> text.append("\n  ").append(edit));
        return text.toString();
    }
}
