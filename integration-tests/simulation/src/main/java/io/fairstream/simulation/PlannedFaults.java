package io.fairstream.simulation;

import io.fairstream.schemas.registry.SchemaRegistry.RegistryException;
import io.fairstream.simulation.history.SimulatedRegistry;
import io.fairstream.simulation.instance.FullDiskException;
import io.fairstream.simulation.kafka.Crashed;
import io.fairstream.simulation.kafka.Faults;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.apache.kafka.common.errors.TimeoutException;

/** The faults of a plan: some of the steps in which an instance writes are hit, chosen at random, until all are used up. */
final class PlannedFaults implements Faults {
    private static final int MAX_STEPS = 200;
    private static final int MAX_PASSED = 5_000;

    private final Plan plan;
    private final Random random;
    private final Trace trace;
    private final Meanwhile meanwhile;
    private static final int UNAVAILABLE = 503;
    /** An instance asks for each schema once, and writes each record. */
    private static final int RARELY_ASKED = 4;

    private final Set<String> still = new HashSet<>();
    private final Set<String> silent = new HashSet<>();
    private final Set<String> full = new HashSet<>();
    private int left;
    private boolean pausing;
    /** The number of questions that the registry still does not answer. */
    private int unanswered;
    /** By number, after how many records some know a late schema, and after how many all. */
    private final int[] known = new int[SimulatedRegistry.LATE_SCHEMAS];

    private final int[] knownByAll = new int[SimulatedRegistry.LATE_SCHEMAS];

    /** Activity of the rest of the cluster while an instance stands still. */
    interface Meanwhile {
        /** Some other instance does something, or records come. */
        void step();

        /** Time goes by. */
        void pass(int millis);

        /** The number of records that came so far. */
        int fed();
    }

    PlannedFaults(Plan plan, Random random, Trace trace, Meanwhile meanwhile) {
        this.plan = plan;
        this.random = random;
        this.trace = trace;
        this.meanwhile = meanwhile;
        left = plan.faults();
        Random registrations = Draws.REGISTRY.of(plan.seed());
        for (int late = 0; late < known.length && left > 0; late++) {
            known[late] = registrations.nextInt(plan.records().size() + 1);
            knownByAll[late] = known[late] + registrations.nextInt(1 + registrations.nextInt(100));
        }
    }

    /** Returns the number of records after which a late schema is known to whoever asks. */
    int knownByAll(int late) {
        return knownByAll[late];
    }

    @Override
    public boolean knows(String instance, int late) {
        int fed = meanwhile.fed();
        boolean knows = fed >= knownByAll[late] || (fed >= known[late] && random.nextBoolean());
        if (!knows) {
            trace.step(instance + " does not know schema " + late);
        }
        return knows;
    }

    /** True if more faults are to come. */
    boolean areLeft() {
        return left > 0 && !pausing;
    }

    /** For now none hits, and disks that were full have room. */
    void pause() {
        pausing = true;
        full.clear();
        unanswered = 0;
    }

    void resume() {
        pausing = false;
    }

    /** None hits any more, and disks that were full have room. */
    void heal() {
        left = 0;
        full.clear();
        unanswered = 0;
    }

    boolean isStill(String instance) {
        return still.contains(instance);
    }

    /**
     * Returns true if the group hears from an instance: false if all of the instance stands still, true if only its thread does.
     */
    boolean isHeard(String instance) {
        return !silent.contains(instance);
    }

    boolean isAnyStill() {
        return !still.isEmpty();
    }

    /** An instance is gone. */
    void forget(String instance) {
        still.remove(instance);
        silent.remove(instance);
    }

    /** Returns true if an instance comes back on an empty disk. */
    boolean losesDisk(String instance) {
        boolean loses = areLeft() && random.nextInt(4) == 0;
        if (loses) {
            trace.fault(Fault.Kind.LOST_DISK, instance, "");
        }
        return loses;
    }

    @Override
    public void at(String instance, Point point) {
        if (isLocal(point) && full.contains(instance)) {
            throw new FullDiskException(instance);
        }
        boolean isOfRegistry = point == Point.SCHEMA || point == Point.OWN_SCHEMA;
        if (isOfRegistry && unanswered > 0) {
            unanswered--;
            throw unanswered();
        }
        int rare = 10 + 2 * plan.records().size() / Math.max(1, plan.faults());
        if (!areLeft() || random.nextInt(isOfRegistry ? 1 + rare / RARELY_ASKED : rare) > 0) {
            return;
        }
        left--;
        if (isOfRegistry) {
            ask(instance, point);
            return;
        }
        int kind = random.nextInt(10);
        if (kind < 5) {
            trace.fault(Fault.Kind.KILLED, instance, "at " + point);
            throw new Crashed(instance + " at " + point);
        }
        if (kind < 8) {
            standStill(instance, point);
        } else if (isLocal(point)) {
            trace.fault(Fault.Kind.FULL_DISK, instance, "at " + point);
            full.add(instance);
            throw new FullDiskException(instance);
        } else if (point == Point.SEND || point == Point.INIT_TRANSACTIONS || point == Point.SEND_OFFSETS) {
            trace.fault(Fault.Kind.NO_ANSWER, instance, "at " + point);
            throw new TimeoutException("no answer to " + instance);
        }
    }

    /** The registry gives no answer for a while, or a wrong one: it does not know a schema yet, or says that it is none of records. */
    private void ask(String instance, Point point) {
        if (point == Point.OWN_SCHEMA && random.nextBoolean()) {
            trace.fault(Fault.Kind.UNKNOWN_SCHEMA, instance, "");
            // in turn, not at random: plans of earlier failures keep their draws
            throw left % 2 == 0
                    ? new RegistryException(RegistryException.SCHEMA_NOT_FOUND, "not known yet")
                    : new RegistryException(RegistryException.INVALID_SCHEMA, "no schema of records");
        }
        trace.fault(Fault.Kind.NO_REGISTRY, instance, "");
        unanswered = random.nextInt(4);
        throw unanswered();
    }

    private static RegistryException unanswered() {
        return new RegistryException(UNAVAILABLE, "no answer from the registry");
    }

    private static boolean isLocal(Point point) {
        return point == Point.LOCAL_WRITE || point == Point.LOCAL_COMMIT;
    }

    private void standStill(String instance, Point point) {
        if (still.size() > 1 || !still.add(instance)) {
            return;
        }
        int steps = random.nextInt(MAX_STEPS);
        boolean isThread = random.nextInt(3) == 0;
        if (!isThread) {
            silent.add(instance);
        }
        String what = isThread ? "in its thread, at " : "at ";
        trace.fault(Fault.Kind.STANDS_STILL, instance, what + point + " for " + steps + " steps");
        for (int i = 0; i < steps; i++) {
            if (random.nextInt(10) == 0) {
                meanwhile.pass(random.nextInt(isThread ? 4 * MAX_PASSED : MAX_PASSED));
            }
            meanwhile.step();
        }
        still.remove(instance);
        silent.remove(instance);
        trace.step(instance + " goes on");
    }

    /** Somebody makes room on one of the disks that are full, if any. */
    void makeRoom() {
        if (!full.isEmpty() && random.nextInt(20) == 0) {
            full.clear();
            trace.step("disks have room");
        }
    }
}
