package io.fairstream.query.priority;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.query.explain.Explanation;
import io.fairstream.query.explain.Explanation.Charged;
import io.fairstream.rules.decay.HalfLife;
import io.fairstream.rules.journal.Entry.RateChange;
import io.fairstream.rules.priority.Edit;
import io.fairstream.rules.priority.FactorRules;
import io.fairstream.rules.priority.Groups;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Everybody's factor is 1, and the half-life a day. */
class PriorityHistoryTest {
    private static final long BEGIN = Instant.parse("2026-03-02T00:00:00Z").toEpochMilli();
    private static final long HOUR = 3_600_000;
    private static final HalfLife DAY = new HalfLife(86_400);
    private static final FactorRules RULES = new FactorRules(1, 1, 1, null, Groups.EMPTY, Map.of());

    private static Instant hour(long number) {
        return Instant.ofEpochMilli(BEGIN + number * HOUR);
    }

    private static RateChange use(long hour, double weight) {
        return new RateChange(BEGIN + hour * HOUR, weight > 0 ? 1 : -1, weight, BEGIN + hour * HOUR);
    }

    @Test
    void equalPrioritiesShareARankAndWhoIsNotKnownYetHasNone() {
        PriorityHistory history = new PriorityHistory(RULES, DAY);
        history.add("ann", use(0, 8));
        history.add("bob", use(0, 8));
        history.add("cy", use(24, 1));
        history.add("bob", new Edit(BEGIN + 36 * HOUR, "eve", new Edit.SetFactor(10, BEGIN + 47 * HOUR)));
        history.add("ann", new Edit(BEGIN + 60 * HOUR, "eve", new Edit.Delete()));
        List<String> points = history
                .points(List.of("cy", "bob", "ann"), List.of(hour(-1), hour(0), hour(24), hour(40), hour(48), hour(72)))
                .stream()
                .map(point -> point.at().toString().substring(5, 13) + " " + point.customer() + " " + point.rank() + " "
                        + Math.round(point.effectivePriority() * 100) / 100.0)
                .toList();
        assertEquals(
                List.of(
                        "03-02T00 bob 1 0.5",
                        "03-02T00 ann 1 0.5",
                        "03-03T00 cy 1 0.5",
                        "03-03T00 bob 2 4.25",
                        "03-03T00 ann 2 4.25",
                        "03-03T16 cy 1 0.69",
                        "03-03T16 bob 3 56.38",
                        "03-03T16 ann 2 5.64",
                        "03-04T00 cy 1 0.75",
                        "03-04T00 bob 2 6.13",
                        "03-04T00 ann 2 6.13",
                        "03-05T00 cy 1 0.88",
                        "03-05T00 bob 2 7.06"),
                points);
    }

    /** In whatever order the journal has it. */
    @Test
    void eachPointIsWhatItsPartsAddUpTo() {
        for (int seed = 0; seed < 100; seed++) {
            Random random = new Random(seed);
            PriorityHistory history = new PriorityHistory(RULES, DAY);
            Map<String, List<Charged<Integer>>> uses = new HashMap<>();
            Map<String, List<Edit>> edits = new HashMap<>();
            for (int i = 0; i < 60; i++) {
                String customer = "user" + random.nextInt(3);
                long begin = random.nextInt(100);
                if (random.nextInt(8) == 0) {
                    Edit edit = edit(random, BEGIN + begin * HOUR);
                    edits.computeIfAbsent(customer, name -> new ArrayList<>()).add(edit);
                } else {
                    double weight = 1 + random.nextInt(8);
                    RateChange from = use(begin, weight);
                    RateChange until =
                            new RateChange(from.at() + (1 + random.nextInt(20)) * HOUR, -1, -weight, from.since());
                    List<Charged<Integer>> all = uses.computeIfAbsent(customer, name -> new ArrayList<>());
                    all.add(new Charged<>(from, i));
                    all.add(new Charged<>(until, i));
                }
            }
            uses.values().forEach(all -> Collections.shuffle(all, random));
            uses.forEach((customer, all) -> all.forEach(charged -> history.add(customer, charged.use())));
            edits.forEach((customer, all) -> all.forEach(edit -> history.add(customer, edit)));
            List<Instant> instants = LongStream.of(0, 7, 30, 31, 64, 99, 150)
                    .mapToObj(PriorityHistoryTest::hour)
                    .toList();
            List<PriorityHistory.Point> points = history.points(List.of("user0", "user1", "user2"), instants);
            assertTrue(points.size() > 10, () -> points.toString());
            for (PriorityHistory.Point point : points) {
                Explanation<Integer> parts = Explanation.of(
                        uses.getOrDefault(point.customer(), List.of()),
                        edits.getOrDefault(point.customer(), List.of()),
                        DAY,
                        point.at().toEpochMilli());
                assertEquals(parts.sum(), point.realPriority(), 1e-9 * parts.sum(), "seed " + seed + ", " + point);
                assertEquals(parts.state().weightInUse(), point.weightInUse(), 1e-9, "seed " + seed + ", " + point);
            }
        }
    }

    private static Edit edit(Random random, long at) {
        return switch (random.nextInt(3)) {
            case 0 -> new Edit(at, "eve", new Edit.SetPriority(random.nextInt(20)));
            case 1 -> new Edit(at, "eve", new Edit.Delete());
            default -> new Edit(at, "eve", new Edit.ResetUsage());
        };
    }
}
