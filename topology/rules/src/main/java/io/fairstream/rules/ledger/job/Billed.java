package io.fairstream.rules.ledger.job;

import io.fairstream.rules.Bounds;
import io.fairstream.rules.Refused;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * By what Slurm's sites bill a job. Null or empty is "not said".
 *
 * @param tres allocated, or asked for while nothing is, as {@link io.fairstream.rules.Tres#parse} reads it
 * @param qos quality of service
 * @param wckey workload characterization key
 * @param energyMillijoules what the run consumed, said when it ends; of the event that says it only
 */
public record Billed(
        String tres,
        String qos,
        String wckey,
        String reservation,
        @Nullable Long energyMillijoules) {
    /** Nothing said. */
    public static final Billed NONE = new Billed("", "", "", "", null);

    /** Largest energy of a run: a petajoule, so that sums of many fit into a long. */
    private static final long MOST_ENERGY = 1_000_000_000_000_000_000L;

    /** What holds after this was said where {@code before} held. */
    Billed over(Billed before) {
        return equals(before) && energyMillijoules == null
                ? before
                : new Billed(
                        filled(tres, before.tres),
                        filled(qos, before.qos),
                        filled(wckey, before.wckey),
                        filled(reservation, before.reservation),
                        energyMillijoules);
    }

    /** With the energy that was said of the same end before, unless this says it. */
    Billed overSameEnd(Billed before) {
        return energyMillijoules != null || before.energyMillijoules == null
                ? this
                : new Billed(tres, qos, wckey, reservation, before.energyMillijoules);
    }

    @Nullable
    Refused refusal() {
        return Bounds.refusal("energyMillijoules", energyMillijoules, 0, MOST_ENERGY);
    }

    /** All that is text. */
    List<String> texts() {
        return List.of(tres, qos, wckey, reservation);
    }

    private static String filled(String now, String before) {
        return now.isEmpty() ? before : now;
    }
}
