package io.fairstream.simulation;

import io.fairstream.query.audit.Audit;
import io.fairstream.simulation.check.Comparison;
import io.fairstream.simulation.check.Laws;
import io.fairstream.simulation.check.SimulatedRecords;
import io.fairstream.simulation.history.Histories;
import io.fairstream.simulation.history.SimulatedRegistry;
import io.fairstream.simulation.kafka.Crashed;
import io.fairstream.simulation.model.Model;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;

/** Runs seeds: the topology with faults, and beside it without. */
public final class Simulation {
    private static final int MAX_FAULTS = 8;

    static {
        SimulatedRegistry.get();
    }

    private Simulation() {}

    /** Creates the plan of a seed. */
    public static Plan plan(long seed) {
        Random random = Draws.PLAN.of(seed);
        List<Map<String, String>> settings = Configurations.random(random);
        return new Plan(
                seed,
                1 + random.nextInt(2),
                1 + random.nextInt(3),
                random.nextInt(MAX_FAULTS + 1),
                settings,
                Histories.random(Draws.HISTORY.of(seed)));
    }

    /** Runs a seed. */
    public static Result run(long seed) {
        return run(plan(seed));
    }

    /** Runs a plan. */
    public static Result run(Plan plan) {
        List<String> broken = new ArrayList<>();
        boolean inOrder = isComparedInOrder(plan);
        Run disturbed = run(plan, broken, "");
        Plan asRead = disturbed.clients().asRead(disturbed.records());
        Plan reference = inOrder ? asRead.inOrder() : asRead;
        Run undisturbed = run(reference.undisturbed(), broken, "undisturbed: ");
        if (broken.isEmpty()) {
            broken.addAll(disturbed.wronglySetAside());
            SimulatedRecords expected = undisturbed.records();
            SimulatedRecords found = disturbed.records();
            if (plan.isTopicRemade()) {
                disturbed.clients().accept(Audit.of(found));
            } else {
                broken.addAll(Model.differences(found, plan.isChargedAlike(), plan.hasSameGroups()));
            }
            // a place is of two records where a topic was made again, and rejections name places
            broken.addAll(Laws.broken(found).stream()
                    .filter(line -> !plan.isTopicRemade() || !line.contains("rejection"))
                    .toList());
            broken.addAll(
                    inOrder
                            ? Comparison.ofTables(expected, found)
                            : Comparison.of(expected, found, plan.changedGroups(), !plan.isTopicRemade()));
            if (plan.isSummedAnew()) {
                Run always = run(asRead.underTheLast(), broken, "under the last terms: ");
                Comparison.ofSums(always.records(), found, plan.changedGroups())
                        .forEach(difference -> broken.add("under the last terms: " + difference));
            }
        }
        Trace trace = disturbed.trace();
        return new Result(plan, trace.steps(), trace.digest(), trace.faults(), broken);
    }

    /** Where the terms change, the order decides which terms a record comes under. */
    private static boolean isComparedInOrder(Plan plan) {
        return plan.seed() % 4 == 0
                && !plan.hasLateSchemas()
                && IntStream.range(0, plan.settings().size()).noneMatch(plan::isDrainedAfter);
    }

    private static Run run(Plan plan, List<String> broken, String which) {
        Run run = new Run(plan);
        try {
            run.toItsEnd();
        } catch (RuntimeException | AssertionError | Crashed e) {
            StringWriter stack = new StringWriter();
            e.printStackTrace(new PrintWriter(stack));
            broken.add(which + stack);
        }
        return run;
    }
}
