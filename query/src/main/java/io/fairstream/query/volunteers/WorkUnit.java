package io.fairstream.query.volunteers;

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
    /** Cobblestones, the unit of Science United. */
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

    /** Returns its name as the suffix of another name. */
    String word() {
        return word;
    }

    abstract double of(double flops);
}
