package io.fairstream.negotiator;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * Whole slots. The pie spins: each picks, in order, the heaviest slots within what the division of this spin gives; who could not take
 * one though there was a part of one left may round up to one slot, as long as that is wanted, below the ceiling and within
 * the group's room. Who has enough, or finds nothing that fits, leaves; the others spin on until nothing happens any more.
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
        List<Claimant> active = new ArrayList<>(players);
        active.removeIf(claimant -> claimant.total() >= most.applyAsDouble(claimant));
        active.forEach(Claimant::resume);
        double left = room;
        boolean goesOn = true;
        while (goesOn) {
            double[] totals = PieHandout.cut(active, Math.min(left, free.weight()), most);
            List<Claimant> staying = new ArrayList<>();
            double before = left;
            for (int i = 0; i < totals.length; i++) {
                Claimant claimant = active.get(i);
                double limit = totals[i] - claimant.total();
                double taken = serve(claimant, limit, left);
                left -= taken;
                if (claimant.total() < most.applyAsDouble(claimant) && (taken > 0 || limit <= 0)) {
                    staying.add(claimant);
                }
            }
            goesOn = left < before || staying.size() < active.size();
            active = staying;
        }
    }

    /** Gives slots up to the limit, or one in any case if the limit is above 0; the weight given. */
    private double serve(Claimant claimant, double limit, double room) {
        double taken = 0;
        Optional<Slot> slot = limit > 0 ? take(claimant, Math.min(limit, room)) : Optional.empty();
        if (slot.isEmpty() && limit > 0) {
            slot = take(claimant, Math.min(room, free.lightest()));
        }
        if (slot.isEmpty() && limit > 0 && !free.isEmpty() && free.lightest() > room) {
            claimant.stopAtQuota();
        }
        while (slot.isPresent()) {
            taken += slot.get().weight();
            slot = take(claimant, Math.min(limit, room) - taken);
        }
        return taken;
    }

    /** The heaviest slot of at most that weight, if the submitter may have one; else why not. */
    private Optional<Slot> take(Claimant claimant, double most) {
        if (!counts.allow(claimant.submitter.concurrencyLimits())) {
            claimant.stop(Stopped.CONCURRENCY_LIMIT);
            return Optional.empty();
        }
        double wanted = claimant.most() - claimant.total();
        if (!free.isEmpty() && free.lightest() > wanted * (1 + Pie.ROUNDING)) {
            claimant.stop(claimant.isAtCeiling() ? Stopped.CEILING : Stopped.NO_SLOT_FITS);
        }
        Optional<Slot> slot = free.take(Math.min(most, wanted));
        slot.ifPresent(given -> {
            claimant.give(given.weight());
            counts.add(claimant.submitter.concurrencyLimits());
            matches.add(new Match(given.name(), given.weight(), claimant.submitter.name(), null, Match.Reason.FREE));
        });
        return slot;
    }
}
