package io.fairstream.client.negotiation;

import java.util.List;
import java.util.function.ToDoubleFunction;

/** Distribution of free slot weight to negotiating submitters. */
interface Handout {
    /** Returns the remaining free slot weight. */
    double left();

    /**
     * Distributes in inverse proportion to the priorities, at most {@code room}.
     *
     * @param players in picking order
     * @param most maximum total of each player
     */
    void give(List<Claimant> players, double room, ToDoubleFunction<Claimant> most);
}
