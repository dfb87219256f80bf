package io.fairstream.rules;

/**
 * The unit of Science United's note, EC: BOINC's cobblestone, 1/200 of what 1 GFLOPS does in a day, as the client estimates it
 * from its benchmark.
 */
public final class Cobblestones {
    private static final double PER_DAY_OF_ONE_GFLOPS = 200;
    private static final double FLOPS_OF_THAT_DAY = 86_400 * 1e9;

    private Cobblestones() {}

    /** {@code EC = FLOPs * 200 / 86400e9}. */
    public static double of(double flops) {
        return flops * (PER_DAY_OF_ONE_GFLOPS / FLOPS_OF_THAT_DAY);
    }

    /** {@code FLOPs = EC * 86400e9 / 200}: 4.32e11 for one. */
    public static double flops(double cobblestones) {
        return cobblestones * (FLOPS_OF_THAT_DAY / PER_DAY_OF_ONE_GFLOPS);
    }
}
