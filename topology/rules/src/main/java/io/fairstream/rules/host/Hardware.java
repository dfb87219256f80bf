package io.fairstream.rules.host;

/**
 * Hardware of a host, as its client reports it.
 *
 * @param processors CPUs
 * @param gpus GPUs
 * @param cpuFlopsEach benchmark of one CPU, FLOPS
 * @param gpuFlopsEach peak of one GPU, FLOPS
 * @param usableGpu whether projects can use a GPU
 * @param vmExtensionsDisabled whether virtual machines cannot be run
 */
public record Hardware(
        int processors,
        int gpus,
        double cpuFlopsEach,
        double gpuFlopsEach,
        boolean usableGpu,
        boolean vmExtensionsDisabled) {
    /** True if there is a GPU that projects can use. */
    public boolean hasUsableGpu() {
        return usableGpu && gpus > 0;
    }
}
