package io.fairstream.negotiator;

import java.util.List;
import java.util.function.ToDoubleFunction;

/** Handout of free slot weight to those who negotiate. */
interface Handout {
    /** Slot weight that nobody has. */
    double left();

    /**
     * Gives to all of them, in inverse proportion to their priorities, at most as much as there is room.
     *
     * @param players in the order in which they pick
     * @param most up to which total each is to be given
     */
    void give(List<Claimant> players, double room, ToDoubleFunction<Claimant> most);
}
