package io.fairstream.rules.job;

import io.fairstream.rules.Bounds;
import io.fairstream.rules.Refused;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Requirements to start a job, after the JOB DETAILS of SLURM's design of 2002. Null or empty is none.
 *
 * @param minMemoryMiB of each node
 * @param minTmpDiskMiB of each node
 */
public record JobDetails(
        String nodeList,
        @Nullable Integer processors,
        @Nullable Integer nodes,
        String features,
        boolean share,
        boolean contiguous,
        @Nullable Integer minProcessorsPerNode,
        @Nullable Long minMemoryMiB,
        @Nullable Long minTmpDiskMiB,
        String distribution,
        String script,
        int processorsPerTask,
        boolean immediate) {
    /** The refusal of a number that cannot be meant, or null. */
    @Nullable
    Refused refusal() {
        Refused refused = Bounds.refusal("details.processors", processors, 0, Bounds.DEVICES);
        if (refused == null) {
            refused = Bounds.refusal("details.nodes", nodes, 0, Bounds.DEVICES);
        }
        if (refused == null) {
            refused = Bounds.refusal("details.minProcessorsPerNode", minProcessorsPerNode, 0, Bounds.DEVICES);
        }
        if (refused == null) {
            refused = Bounds.refusal("details.minMemoryMiB", minMemoryMiB, 0, Bounds.MIB);
        }
        if (refused == null) {
            refused = Bounds.refusal("details.minTmpDiskMiB", minTmpDiskMiB, 0, Bounds.MIB);
        }
        return refused == null
                ? Bounds.refusal("details.processorsPerTask", (Integer) processorsPerTask, 0, Bounds.DEVICES)
                : refused;
    }

    /** All that is text. */
    List<String> texts() {
        return List.of(nodeList, features, distribution, script);
    }
}
