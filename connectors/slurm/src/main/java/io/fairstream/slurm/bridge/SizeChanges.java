package io.fairstream.slurm.bridge;

import io.fairstream.schemas.JobEvent;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Events that follow from a change of size. The record of a change contains the time of the change and the size before it; the
 * new size is in the record of the next change, or of the end. A piece of the run therefore has the time of one record and the size
 * of the next:
 *
 * <pre>
 * start 4 CPUs at a | change at b: was 4 | change at c: was 3 | end at d: was 2 since c
 *        [a,b) 4 CPUs             [b,c) 3 CPUs          [c,d) 2 CPUs
 * </pre>
 *
 * <p>The records of start and end contain the first and the last piece. The records may come in any order.
 */
final class SizeChanges {
    private SizeChanges() {}

    /**
     * Returns the pieces that become known with this change.
     *
     * @param change the new change, at a time different from all other known changes of the run
     * @param before the latest known change of the run before it
     * @param after the earliest known change of the run after it
     */
    public static List<JobEvent> events(
            JobcompRecord change, @Nullable JobcompRecord before, @Nullable JobcompRecord after) {
        List<JobEvent> pieces = new ArrayList<>();
        if (before != null) {
            pieces.add(change.runningSince(before.at()));
        }
        if (after != null) {
            pieces.add(after.runningSince(change.at()));
        }
        return pieces;
    }
}
