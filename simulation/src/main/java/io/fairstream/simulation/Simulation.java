package io.fairstream.simulation;

import io.fairstream.simulation.check.Comparison;
import io.fairstream.simulation.check.Laws;
import io.fairstream.simulation.check.SimulatedRecords;
import io.fairstream.simulation.history.Histories;
import io.fairstream.simulation.history.SimulatedRegistry;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Runs seeds: the topology with faults, and beside it without. */
public final class Simulation {
    private static final int MOST_FAULTS = 8;

    static {
        SimulatedRegistry.get();
    }

    private Simulation() {}

    /** What a seed has to do with. */
    public static Plan plan(long seed) {
        Random random = new Random(seed);
        List<Map<String, String>> settings = new ArrayList<>();
        settings.add(settings(random));
        if (random.nextInt(3) == 0) {
            settings.add(settings(random));
        }
        return new Plan(
                seed,
                1 + random.nextInt(2),
                1 + random.nextInt(3),
                random.nextInt(MOST_FAULTS + 1),
                settings,
                Histories.random(seed));
    }

    /** Those that change no result, or all of it: what they are at the end is what counts. */
    private static Map<String, String> settings(Random random) {
        Map<String, String> settings = new HashMap<>();
        settings.put("bootstrap.servers", "simulated:9092");
        settings.put("schema.registry.url", SimulatedRegistry.ADDRESS);
        settings.put("application.id", "simulated");
        settings.put("groups", String.join(",", Histories.GROUPS));
        settings.put("priorities.refresh", random.nextInt(4) == 0 ? "PT10S" : "PT0S");
        settings.put("fairshare.interval", "PT1S");
        settings.put("heap.entries", Integer.toString(random.nextInt(3) == 0 ? 1 : 10_000));
        return settings;
    }

    /** Runs a seed. */
    public static Result run(long seed) {
        return run(plan(seed));
    }

    /** Runs a plan. */
    public static Result run(Plan plan) {
        List<String> broken = new ArrayList<>();
        Run undisturbed = run(plan.undisturbed(), broken, "undisturbed: ");
        Run disturbed = run(plan, broken, "");
        if (broken.isEmpty()) {
            SimulatedRecords expected = new SimulatedRecords(undisturbed.broker(), undisturbed.settings());
            SimulatedRecords found = new SimulatedRecords(disturbed.broker(), disturbed.settings());
            broken.addAll(Laws.broken(found));
            broken.addAll(Comparison.of(expected, found));
        }
        Trace trace = disturbed.trace();
        return new Result(plan, trace.steps(), trace.digest(), trace.faults(), broken);
    }

    private static Run run(Plan plan, List<String> broken, String which) {
        Run run = new Run(plan);
        try {
            run.toItsEnd();
        } catch (RuntimeException | AssertionError e) {
            StringWriter stack = new StringWriter();
            e.printStackTrace(new PrintWriter(stack));
            broken.add(which + stack);
        }
        return run;
    }
}
