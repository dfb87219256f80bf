package io.fairstream.reports.volunteers;

import io.fairstream.rules.HostUsage.Cobblestones;

/** Unit in which people see volunteers' work; programs get both. */
public enum WorkUnit {
    /** Floating-point operations. */
    FLOPS("Flops") {
        @Override
        double of(double flops) {
            return flops;
        }
    },
    /** The unit of Science United's note: cobblestones. */
    EC("Ec") {
        @Override
        double of(double flops) {
            return Cobblestones.of(flops);
        }
    };

    private final String word;

    WorkUnit(String word) {
        this.word = word;
    }

    /** Its name as the end of another. */
    String word() {
        return word;
    }

    abstract double of(double flops);
}
