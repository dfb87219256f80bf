package io.fairstream.schemas;

import java.time.Instant;
import org.jspecify.annotations.NullMarked;

/**
 * A row of {@code nodes} at an instant of the reader's choice. Up to {@code silence} after {@code coveredUntil} a node counts as
 * up and its time as not yet reported; from then on as down since {@code coveredUntil}. With {@code Δ = T - coveredUntil}:
 *
 * <pre>
 *   down(T)     = down + (processors·Δ if Δ > silence, else 0)
 *   capacity(T) = capacity + the same
 * </pre>
 */
@NullMarked
public final class NodeAt {
    private NodeAt() {}

    /**
     * Returns true if nothing was heard for longer than the node's silence.
     *
     * @throws IllegalArgumentException if the instant is before the row's {@code coveredUntil}
     */
    public static boolean isDown(Node row, Instant at) {
        return sinceCovered(row, at) > row.getSilenceMicros();
    }

    /**
     * The row as of the instant; {@code coveredUntil} stays.
     *
     * @throws IllegalArgumentException if the instant is before the row's {@code coveredUntil}
     */
    public static Node evaluate(Node row, Instant at) {
        if (!isDown(row, at)) {
            return row;
        }
        long micros = sinceCovered(row, at);
        return Node.newBuilder(row)
                .setDownMicros(Elapsed.grown(row.getDownMicros(), row.getProcessors(), micros))
                .setCapacityMicros(Elapsed.grown(row.getCapacityMicros(), row.getProcessors(), micros))
                .build();
    }

    private static long sinceCovered(Node row, Instant at) {
        return Elapsed.micros(row.getCoveredUntil(), at, "node " + row.getCluster() + "/" + row.getNode());
    }
}
