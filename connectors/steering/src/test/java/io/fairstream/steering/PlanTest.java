package io.fairstream.steering;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeout;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.steering.schedulers.HtCondor;
import io.fairstream.steering.schedulers.Slurm;
import io.fairstream.steering.schedulers.Tool;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PlanTest {
    private static final Tool NONE = new Tool(List.of(), Duration.ofSeconds(1));
    private static final Holds NOTHING = new Holds(Allocations.NONE, Map.of(), user -> user);
    private final List<Scheduler> schedulers = List.of(new HtCondor(NONE), new Slurm(NONE, 1000));

    @Test
    void distancesAreRatiosOrSharesOfTheWidth() {
        assertEquals(0.25, Scale.ofRatios().distance(10, 8));
        assertEquals(0.25, Scale.ofRatios().distance(8, 10));
        assertEquals(0.02, Scale.of(100).distance(8, 10));
        assertEquals(12, Scale.ofRatios().towards(8, 100, 0.5));
        assertEquals(8, Scale.ofRatios().towards(12, 1, 0.5));
        assertEquals(9, Scale.ofRatios().towards(8, 9, 0.5));
        assertEquals(10.5, Scale.of(10).towards(8, 100, 0.25));
        assertEquals(10, Scale.ofWhole(10).towards(8, 100, 0.25));
        assertEquals(7, Scale.ofWhole(10).towards(8, 2, 0.01));
    }

    @Test
    void stepsStayWithinTheirLimitsAndComeToAnEnd() {
        for (Scheduler scheduler : schedulers) {
            for (int seed = 0; seed < 300; seed++) {
                comesToAnEnd(scheduler, seed);
            }
        }
    }

    private static void comesToAnEnd(Scheduler scheduler, int seed) {
        Random random = new Random(seed);
        Limits limits = new Limits(random.nextInt(3) * 0.01, 0.05 + random.nextDouble(), Duration.ofSeconds(5));
        Map<String, Double> priorities = new HashMap<>();
        Reading reading = pool(random, 1 + random.nextInt(8), priorities);
        String history = scheduler.kind() + " seed " + seed + " " + limits;
        int cycles = 0;
        List<Edit> edits =
                Plan.of(scheduler, reading, priorities, limits, NOTHING).edits();
        while (!edits.isEmpty()) {
            assertTrue(cycles++ < 4000, history);
            for (Edit edit : edits) {
                double far = scheduler.scale().distance(edit.control().value(), edit.value());
                assertTrue(far <= limits.bound() + 1e-9, history + " " + edit);
                assertTrue(edit.value() >= 1, history + " " + edit);
            }
            reading = after(reading, edits.subList(0, 1 + random.nextInt(edits.size())));
            edits = Plan.of(scheduler, reading, priorities, limits, NOTHING).edits();
        }
        Map<String, Double> desired = scheduler.desired(reading, priorities);
        for (Control control : reading.controls()) {
            Double wanted = desired.get(control.name());
            assertTrue(
                    wanted == null || scheduler.scale().distance(control.value(), wanted) <= limits.threshold(),
                    history + " " + control);
        }
    }

    @Test
    void aHundredThousandUsersArePlanned() {
        Map<String, Double> priorities = new HashMap<>();
        Reading reading = pool(new Random(1), 100_000, priorities);
        Limits limits = new Limits(0.01, 1, Duration.ofSeconds(5));
        for (Scheduler scheduler : schedulers) {
            Plan plan = assertTimeout(
                    Duration.ofMinutes(2),
                    () -> Plan.of(scheduler, reading, priorities, limits, NOTHING),
                    scheduler.kind());
            assertTrue(plan.edits().size() + plan.within() > 80_000, scheduler.kind());
        }
    }

    /** One in ten users has no priority. */
    private static Reading pool(Random random, int users, Map<String, Double> priorities) {
        List<Account> accounts = new ArrayList<>();
        List<Control> controls = new ArrayList<>();
        for (int i = 0; i < users; i++) {
            String name = "user" + i;
            accounts.add(new Account(name, name, null, 0.5 + 100 * random.nextDouble(), null));
            controls.add(new Control(name, name, 1 + random.nextInt(1000)));
            if (random.nextInt(10) > 0) {
                priorities.put(name, Math.exp(3 * random.nextGaussian()));
            }
        }
        return new Reading(accounts, controls);
    }

    private static Reading after(Reading reading, List<Edit> edits) {
        Map<String, Double> values = new HashMap<>();
        edits.forEach(edit -> values.put(edit.name(), edit.value()));
        return new Reading(
                reading.accounts(),
                reading.controls().stream()
                        .map(control -> new Control(
                                control.name(), control.user(), values.getOrDefault(control.name(), control.value())))
                        .toList());
    }
}
