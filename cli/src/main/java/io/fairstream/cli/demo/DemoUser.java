package io.fairstream.cli.demo;

import java.time.Duration;
import java.time.Instant;
import java.util.Random;

/** A user as the demo's negotiator sees one. Its priorities only drive the demo; Fairstream computes the displayed ones. */
final class DemoUser {
    private static final Duration HALF_LIFE = Duration.ofDays(1);
    private static final double BEST_PRIORITY = 0.5;
    private static final double WORTH_A_PREEMPTION = 1.2;

    private final Habit habit;
    private int waiting;
    private double priority = BEST_PRIORITY;
    double weightInUse;
    double share;

    DemoUser(Habit habit) {
        this.habit = habit;
    }

    String name() {
        return habit.user();
    }

    int slotWeight() {
        return habit.slotWeight();
    }

    double effectivePriority() {
        return priority * habit.factor();
    }

    boolean isWaiting() {
        return waiting > 0;
    }

    boolean isAboveShare() {
        return weightInUse > share;
    }

    /** True if this user should take a slot of that weight from the other user. */
    boolean deserves(int weight, DemoUser other) {
        return weightInUse + weight <= share && effectivePriority() * WORTH_A_PREEMPTION < other.effectivePriority();
    }

    void decay(Duration elapsed) {
        double beta = StrictMath.pow(2, -(double) elapsed.toSeconds() / HALF_LIFE.toSeconds());
        priority = Math.max(BEST_PRIORITY, beta * priority + (1 - beta) * weightInUse);
    }

    void submit(Instant now, Duration within, Random random) {
        waiting += habit.submissions(now, within, random);
    }

    Duration start(int weight, Random random) {
        waiting--;
        weightInUse += weight;
        return habit.run(random);
    }

    /** Requeues a preempted job. */
    void preempted(int weight) {
        waiting++;
        weightInUse -= weight;
    }
}
