package io.fairstream.rules.share;

import java.time.Duration;

/**
 * What nodes, cores and GPUs weigh in a run's usage, each 0 or more: flux's {@code node_weight}, {@code core_weight} and
 * {@code gpu_weight}.
 */
public record RunWeights(double node, double core, double gpu) {
    /** Nodes only: flux's default. */
    public static final RunWeights NODES = new RunWeights(1, 0, 0);

    public RunWeights {
        check("node", node);
        check("core", core);
        check("gpu", gpu);
    }

    private static void check(String what, double weight) {
        if (!(weight >= 0) || Double.isInfinite(weight)) {
            throw new IllegalArgumentException(what + ": " + weight + " (expected: 0 or more)");
        }
    }

    /** {@code (nodes·w + cores·w + gpus·w) · elapsed}, node-seconds. */
    public double usage(int nodes, int cores, int gpus, Duration elapsed) {
        double seconds = elapsed.getSeconds() + elapsed.getNano() / 1e9;
        return (nodes * node + cores * core + gpus * gpu) * seconds;
    }
}
