package io.fairstream.boinc;

import java.util.List;

/**
 * Hardware of a host as reported by its client.
 *
 * @param cpuFlopsEach benchmark of one CPU, FLOPS
 * @param gpuFlopsEach peak of one GPU, FLOPS; the mean if GPUs are different
 * @param usableGpu whether the client can use a GPU
 */
record Hardware(
        List<String> platforms,
        int processors,
        int gpus,
        double cpuFlopsEach,
        double gpuFlopsEach,
        boolean usableGpu,
        boolean vmExtensionsDisabled) {
    Hardware {
        platforms = List.copyOf(platforms);
    }
}
