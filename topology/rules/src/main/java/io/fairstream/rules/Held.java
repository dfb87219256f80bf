package io.fairstream.rules;

import org.jspecify.annotations.Nullable;

/**
 * Resources that a job holds exclusively at a time, and the conditions under which it holds them.
 *
 * @param nodes or null when nobody said how many
 * @param gpus 0 when nobody said
 * @param memoryMiB on all nodes together, 0 when nobody said
 * @param besides what it holds besides processors, nodes, GPUs and memory: types of GPUs, licences, burst buffers, billing
 * @param partition in which it holds it; empty when nobody said
 * @param qos quality of service at which it holds it; empty when nobody said
 */
public record Held(
        int processors, @Nullable Integer nodes, int gpus, long memoryMiB, Tres besides, String partition, String qos) {
    /** Resources of a job that reports no more than these. */
    public Held(int processors, @Nullable Integer nodes, int gpus, long memoryMiB) {
        this(processors, nodes, gpus, memoryMiB, Tres.NONE, "", "");
    }

    /**
     * Resources of a job as reported: a number takes precedence over the same resource by name.
     *
     * @param tres as {@link Tres#parse} reads it
     */
    public static Held said(
            @Nullable Integer processors,
            @Nullable Integer nodes,
            @Nullable Integer gpus,
            @Nullable Long memoryMiB,
            String tres,
            String partition,
            String qos) {
        Tres named = Tres.parse(tres);
        return new Held(
                processors == null ? Sums.whole(named.get(Tres.CPU)) : processors,
                nodes == null && named.get(Tres.NODE) > 0 ? (Integer) Sums.whole(named.get(Tres.NODE)) : nodes,
                gpus == null ? Sums.whole(named.get(Tres.GPU)) : gpus,
                memoryMiB == null ? named.get(Tres.MEMORY) : memoryMiB,
                named.with(Tres.CPU, 0).with(Tres.NODE, 0).with(Tres.GPU, 0).with(Tres.MEMORY, 0),
                partition,
                qos);
    }

    /** True if no resource is held. */
    public boolean isNothing() {
        return processors == 0 && (nodes == null || nodes == 0) && gpus == 0 && memoryMiB == 0 && besides.isNothing();
    }

    /**
     * Number of nodes for which the job counts. Of whom nobody says how many nodes it holds it counts a node for each processor:
     * what a scheduler that knows no nodes calls a processor is what it hands out.
     */
    public int nodesCounted() {
        return nodes == null ? processors : nodes;
    }

    /** All of it by name, but processors, which are charged as allocated or reserved. */
    public Tres besidesProcessors() {
        return besides.with(Tres.NODE, nodes == null ? 0 : nodes)
                .with(Tres.GPU, gpus)
                .with(Tres.MEMORY, memoryMiB);
    }
}
