package io.fairstream.client.negotiation;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.function.ToDoubleFunction;

/**
 * Distribution of whole slots in pie spins: in each spin the submitters, in order, pick the heaviest slots within their part of the
 * pie, until no submitter can pick. The remaining slots, the crumbs, do not fit into any part. They are given one by one, the lightest
 * first, to the submitter with the least resources for its priority, within its demand, its ceiling and its group's room.
 *
 * <p>HTCondor gives crumbs to the first submitter in picking order. Here equal submitters differ by one slot at most.
 */
final class SlotHandout implements Handout {
    private final FreeSlots free;
    private final ConcurrencyCounts counts;
    private final List<Match> matches = new ArrayList<>();

    SlotHandout(FreeSlots free, ConcurrencyCounts counts) {
        this.free = free;
        this.counts = counts;
    }

    List<Match> matches() {
        return matches;
    }

    @Override
    public double left() {
        return free.weight();
    }

    @Override
    public void give(List<Claimant> players, double room, ToDoubleFunction<Claimant> most) {
        List<Claimant> active = players.stream()
                .filter(claimant -> claimant.total() < most.applyAsDouble(claimant))
                .toList();
        active.forEach(Claimant::resume);
        double left = room;
        double taken;
        do {
            taken = spin(active, left, most);
            left -= taken;
            active = active.stream()
                    .filter(claimant -> claimant.total() < most.applyAsDouble(claimant))
                    .toList();
        } while (taken > 0);
        giveCrumbs(active, left, most);
    }

    /** Distributes slots in one spin; returns their weight. */
    private double spin(List<Claimant> active, double room, ToDoubleFunction<Claimant> most) {
        double[] totals = PieHandout.cut(active, Math.min(room, free.weight()), most);
        double taken = 0;
        for (int i = 0; i < totals.length; i++) {
            Claimant claimant = active.get(i);
            while (totals[i] > claimant.total()) {
                Optional<Slot> slot = take(claimant, Math.min(totals[i] - claimant.total(), room - taken));
                if (slot.isEmpty()) {
                    break;
                }
                taken += slot.get().weight();
            }
        }
        return taken;
    }

    private void giveCrumbs(List<Claimant> active, double room, ToDoubleFunction<Claimant> most) {
        PriorityQueue<Turn> turns = new PriorityQueue<>();
        for (int i = 0; i < active.size(); i++) {
            turns.add(new Turn(active.get(i), i, active.get(i).level()));
        }
        double left = room;
        for (Turn turn = turns.poll(); turn != null; turn = turns.poll()) {
            Claimant claimant = turn.claimant;
            Optional<Slot> slot = take(claimant, Math.min(left, free.lightest()));
            if (slot.isPresent()) {
                left -= slot.get().weight();
                if (claimant.total() < most.applyAsDouble(claimant)) {
                    turns.add(new Turn(claimant, turn.order, claimant.level()));
                }
            } else if (!free.isEmpty() && free.lightest() > left) {
                claimant.stopAtQuota();
            }
        }
    }

    /** Turn of a submitter to pick; lower levels come first. */
    private record Turn(Claimant claimant, int order, double level) implements Comparable<Turn> {
        private static final Comparator<Turn> ORDER =
                Comparator.comparingDouble(Turn::level).thenComparingInt(Turn::order);

        @Override
        public int compareTo(Turn other) {
            return ORDER.compare(this, other);
        }
    }

    /** Gives the submitter the heaviest slot of at most this weight; if none is allowed or fits, may record the reason. */
    private Optional<Slot> take(Claimant claimant, double most) {
        if (!counts.allow(claimant.submitter.needs())) {
            claimant.stop(RejectReason.CONCURRENCY_LIMIT);
            return Optional.empty();
        }
        double wanted = claimant.most() - claimant.total();
        if (!free.isEmpty() && free.lightest() > wanted * (1 + PieSpin.ROUNDING)) {
            claimant.stop(claimant.isAtCeiling() ? RejectReason.CEILING : RejectReason.NO_SLOT_FITS);
        }
        Optional<Slot> slot = free.take(Math.min(most, wanted));
        slot.ifPresent(given -> {
            claimant.give(given.weight());
            counts.add(claimant.submitter.needs());
            matches.add(new Match(given.name(), given.weight(), claimant.submitter.name(), null, Match.Reason.FREE));
        });
        return slot;
    }
}
