package io.fairstream.client.negotiation;

import java.util.List;
import java.util.function.ToDoubleFunction;

/** Distribution of arbitrarily divisible weight. */
final class PieHandout implements Handout {
    private double left;

    PieHandout(double free) {
        this.left = free;
    }

    @Override
    public double left() {
        return left;
    }

    @Override
    public void give(List<Claimant> players, double room, ToDoubleFunction<Claimant> most) {
        double[] totals = cut(players, Math.min(room, left), most);
        for (int i = 0; i < totals.length; i++) {
            double slice = totals[i] - players.get(i).total();
            players.get(i).give(slice);
            left = Math.max(0, left - slice);
        }
    }

    /** Returns the totals of each player. */
    static double[] cut(List<Claimant> players, double free, ToDoubleFunction<Claimant> most) {
        return PieSpin.cut(
                free,
                players.stream().mapToDouble(Claimant::weight).toArray(),
                players.stream().mapToDouble(Claimant::total).toArray(),
                players.stream()
                        .mapToDouble(claimant -> Math.max(claimant.total(), most.applyAsDouble(claimant)))
                        .toArray());
    }
}
