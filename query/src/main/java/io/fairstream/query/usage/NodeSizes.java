package io.fairstream.query.usage;

import java.util.ArrayList;
import java.util.List;

/**
 * Sizes by the number of nodes, like the bins of flux: each ends where the next one begins.
 *
 * @param begins the minimum number of nodes of each size, ascending, the first at most 1
 */
public record NodeSizes(List<Integer> begins) {
    /** A single size for all jobs. */
    public static final NodeSizes ALL = new NodeSizes(List.of(0));

    public NodeSizes {
        begins = List.copyOf(begins);
    }

    /**
     * Creates sizes with these begins, and one from 0 on if the first begins above 1.
     *
     * @throws IllegalArgumentException if the numbers are not ascending, naming the first wrong one
     */
    public static NodeSizes of(List<Integer> begins) {
        List<Integer> all = new ArrayList<>();
        for (int begin : begins) {
            int least = all.isEmpty() ? 0 : all.get(all.size() - 1) + 1;
            if (begin < least) {
                throw new IllegalArgumentException(
                        begin + " (expected: " + (all.isEmpty() ? "0 or more)" : "above the number before it)"));
            }
            all.add(begin);
        }
        if (all.isEmpty() || all.get(0) > 1) {
            all.add(0, 0);
        }
        return new NodeSizes(all);
    }

    /** Returns the index of the size of a number of nodes. */
    int of(int nodes) {
        long begun = begins.stream().filter(begin -> nodes >= begin).count();
        return (int) Math.max(0, begun - 1);
    }

    int count() {
        return begins.size();
    }

    boolean isDivided() {
        return begins.size() > 1;
    }
}
