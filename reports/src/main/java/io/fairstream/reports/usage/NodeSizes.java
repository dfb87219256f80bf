package io.fairstream.reports.usage;

import java.util.ArrayList;
import java.util.List;

/**
 * Sizes by the number of nodes, as flux has its bins: each goes up to where the next one begins, and no number of nodes is in
 * none.
 *
 * @param begins the least number of nodes of each size, rising, the first at most 1
 */
public record NodeSizes(List<Integer> begins) {
    /** One for all. */
    public static final NodeSizes ALL = new NodeSizes(List.of(0));

    public NodeSizes {
        begins = List.copyOf(begins);
    }

    /**
     * Sizes that begin there, with one from 0 on before them if the first begins above 1.
     *
     * @throws IllegalArgumentException if the numbers do not rise, naming the first that does not
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

    /** Which of them a number of nodes is of. */
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
