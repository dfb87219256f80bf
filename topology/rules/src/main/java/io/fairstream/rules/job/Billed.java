package io.fairstream.rules.job;

import java.util.List;

/**
 * By what Slurm's sites bill a job. Empty is "not said".
 *
 * @param tres allocated, or asked for while nothing is, as {@link io.fairstream.rules.Tres#parse} reads it
 * @param qos quality of service
 * @param wckey workload characterization key
 */
public record Billed(String tres, String qos, String wckey, String reservation) {
    /** Nothing said. */
    public static final Billed NONE = new Billed("", "", "", "");

    /** Returns the values in force once these are reported over {@code before}. */
    Billed over(Billed before) {
        return equals(before)
                ? before
                : new Billed(
                        filled(tres, before.tres),
                        filled(qos, before.qos),
                        filled(wckey, before.wckey),
                        filled(reservation, before.reservation));
    }

    /** All that is text. */
    List<String> texts() {
        return List.of(tres, qos, wckey, reservation);
    }

    private static String filled(String now, String before) {
        return now.isEmpty() ? before : now;
    }
}
