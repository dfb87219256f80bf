package io.fairstream.rules;

import org.jspecify.annotations.Nullable;

/**
 * What a job holds at a time, so that nobody else has it.
 *
 * @param nodes or null when nobody said how many
 * @param gpus 0 when nobody said
 * @param memoryMiB on all nodes together, 0 when nobody said
 */
public record Held(int processors, @Nullable Integer nodes, int gpus, long memoryMiB) {
    /** Whether it is nothing. */
    public boolean isNothing() {
        return processors == 0 && (nodes == null || nodes == 0) && gpus == 0 && memoryMiB == 0;
    }

    /**
     * How many nodes it counts as. Of whom nobody says how many nodes it holds it counts a node for each processor: what a
     * scheduler that knows no nodes calls a processor is what it hands out.
     */
    public int nodesCounted() {
        return nodes == null ? processors : nodes;
    }
}
