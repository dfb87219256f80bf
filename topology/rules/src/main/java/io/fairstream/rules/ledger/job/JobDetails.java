package io.fairstream.rules.ledger.job;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What it takes to start a job, after the JOB DETAILS of SLURM's design of 2002. Null or empty is none.
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
    /** All that is text. */
    List<String> texts() {
        return List.of(nodeList, features, distribution, script);
    }
}
