package io.fairstream.cli.run;

import io.fairstream.steering.Scheduler;
import io.fairstream.steering.schedulers.Flux;
import io.fairstream.steering.schedulers.HtCondor;
import io.fairstream.steering.schedulers.Kueue;
import io.fairstream.steering.schedulers.Slurm;
import io.fairstream.steering.schedulers.Tool;
import java.util.Locale;
import picocli.CommandLine.Option;

/** Schedulers that can be steered. */
enum TargetKind {
    /** Steered through priority factors. */
    HTCONDOR,
    /** Steered through site factors of waiting jobs. */
    SLURM,
    /** Steered through fair shares. */
    FLUX,
    /** Steered through the priority boost of workloads. */
    KUEUE,
    /** Steered through answers to its queries. */
    KAI;

    /** Options that only some schedulers have. */
    static final class Tuning {
        @Option(
                names = "--weight",
                paramLabel = "N",
                defaultValue = "100000",
                description = "slurm, kueue: maximum that is added to a job's priority. Default: ${DEFAULT-VALUE}.")
        private int weight = 100_000;

        @Option(
                names = "--user-label",
                paramLabel = "LABEL",
                defaultValue = Kueue.QUEUE_NAME,
                description = "kueue: the label that names a workload's user. Default: the queue's.")
        private String userLabel = Kueue.QUEUE_NAME;
    }

    /** True if the scheduler keeps values for users that can be compared with ours. */
    boolean hasAccounts() {
        return this != KUEUE && this != KAI;
    }

    /** True if new jobs of an account or a user can be held. */
    boolean canHold() {
        return this != KUEUE && this != KAI;
    }

    Scheduler open(Tool tool, Tuning tuning) {
        return switch (this) {
            case HTCONDOR -> new HtCondor(tool);
            case SLURM -> new Slurm(tool, tuning.weight);
            case FLUX -> new Flux(tool);
            case KUEUE -> new Kueue(tool, tuning.userLabel, tuning.weight);
            case KAI -> throw new IllegalArgumentException("KAI queries, and gets no edits");
        };
    }

    /** Name of the scheduler as users type it. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
